// Whatever the bytes: tokens join to the text in every dialect; inspecting ends in findings or an error that says why;
// an accepted statement stays accepted, with the same tables, when its placeholders are rewritten, its values taken out
// and put back, a condition added or its rows limited; and SQLite, asked for a statement that was accepted as its own,
// does nothing but read.
//
// QUERYDATA_FUZZ_DIALECT names one dialect to fuzz; without it all are.

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "property/sql/words.hpp"
#include "querydata/sql.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"
#include "sql/predicate.hpp"

namespace {

using namespace querydata;

void require(bool truth) {
  if (!truth) std::abort();
}

Table table(std::string name, std::initializer_list<const char*> columns) {
  Table out;
  out.name = std::move(name);
  for (const auto* column : columns) {
    Column added;
    added.name = column;
    out.columns.push_back(std::move(added));
  }
  return out;
}

Schema make_schema() {
  Schema schema;
  schema.tables.push_back(table("t", {"a", "b", "c"}));
  schema.tables.push_back(table("s", {"a", "d", "secret"}));
  schema.tables.push_back(table("v", {"a", "b"}));
  schema.tables.back().kind = TableKind::view;
  schema.tables.back().view_sql = "SELECT a, c AS b FROM t";
  return schema;
}

std::vector<Dialect> make_dialects() {
  const auto* name = std::getenv("QUERYDATA_FUZZ_DIALECT");
  if (name == nullptr)
    return {Dialect::sqlite,    Dialect::postgresql, Dialect::mysql,
            Dialect::googlesql, Dialect::bigtable,   Dialect::mongodb};
  const auto dialect = parse_dialect(name);
  require(dialect.has_value());
  return {*dialect};
}

/// The tables that the schema speaks of, in SQLite.
sqlite3* make_database() {
  sqlite3* handle = nullptr;
  require(sqlite3_open(":memory:", &handle) == SQLITE_OK);
  // Table functions declare a table of theirs when they are first used.
  const auto* tables =
      "CREATE TABLE t (a, b, c); CREATE TABLE s (a, d, secret); CREATE VIEW v AS SELECT a, c AS b FROM t;"
      "SELECT 1 FROM json_each('[]'), json_tree('[]')";
  require(sqlite3_exec(handle, tables, nullptr, nullptr, nullptr) == SQLITE_OK);
  return handle;
}

int judge(void*, int action, const char*, const char*, const char*, const char*) {
  require(action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION || action == SQLITE_RECURSIVE);
  return SQLITE_OK;
}

/// SQLite need not accept the statement; it is not to write.
void check_harmless(std::string_view text) {
  static sqlite3* const handle = make_database();
  sqlite3_set_authorizer(handle, judge, nullptr);
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle, text.data(), static_cast<int>(text.size()), &statement, nullptr) == SQLITE_OK) {
    require(sqlite3_stmt_readonly(statement) != 0);
  }
  sqlite3_finalize(statement);
  sqlite3_set_authorizer(handle, nullptr, nullptr);
}

void check_tokens(std::string_view text, Dialect dialect) {
  std::size_t position = 0;
  for (const auto& token : sql::tokenize(text, dialect)) {
    require(token.span.begin == position && !token.span.empty());
    position = token.span.end;
  }
  require(position == text.size());
}

/// A statement that was accepted as it stood.
class Accepted {
 public:
  Accepted(std::string_view text, Dialect dialect, const Schema& schema, const StatementInfo& info)
      : text_(text), dialect_(dialect), schema_(schema), info_(info) {
    wide_.max_bytes = 4 * text.size() + 200;
    wide_.max_depth = 220;
  }

  void check() const {
    for (const auto& use : info_.tables) require(use.span.end <= text_.size());
    for (const auto& use : info_.columns) require(use.span.end <= text_.size());
    for (const auto& use : info_.parameters) require(use.span.of(text_) == use.name);
    for (const auto& use : info_.literals) require(!use.span.empty() && use.span.end <= text_.size());
    check_placeholders();
    check_values();
    check_condition();
    check_limit();
  }

 private:
  void stays(std::string_view sql) const {
    const auto again = inspect(sql, dialect_, schema_, wide_);
    require(again.has_value() && again->tables.size() == info_.tables.size());
    for (std::size_t i = 0; i < info_.tables.size(); ++i) require(again->tables[i].table == info_.tables[i].table);
  }

  void check_placeholders() const {
    const auto rewritten = rewrite_placeholders(text_, dialect_);
    require(rewritten.has_value());
    stays(rewritten->sql);
  }

  void check_values() const {
    const auto taken = extract_parameters(text_, dialect_, placeholder_style(dialect_));
    require(taken.has_value());
    stays(taken->sql);
    const auto filled = fill_parameters(taken->sql, dialect_, taken->values);
    require(filled.has_value() && test::words_of(*filled, dialect_) == test::words_of(text_, dialect_));
    const auto print = fingerprint(text_, dialect_, &schema_, wide_);
    const auto other = fingerprint(taken->sql, dialect_, &schema_, wide_);
    require(print.has_value() && other.has_value() && *print == *other);
  }

  void check_condition() const {
    const auto tree = sql::parse_query(text_, dialect_);
    require(tree.has_value());
    const auto select = tree->first_select(tree->root);
    if ((*tree)[select].values) return;
    const auto resolution = sql::resolve(*tree, schema_);
    require(resolution.has_value());
    const auto edits = sql::add_conditions(*tree, *resolution, {{select, "1 = 2 OR 3 = 4", {}}});
    require(edits.has_value());
    const auto longer = sql::apply_edits(text_, *edits);
    require(longer.has_value());
    stays(*longer);
  }

  void check_limit() const {
    const auto limited = limit_rows(text_, dialect_, 3);
    if (limited) return stays(*limited);
    require(limited.error().code == ErrorCode::failed_precondition);
  }

  std::string_view text_;
  Dialect dialect_;
  const Schema& schema_;
  const StatementInfo& info_;
  InspectOptions wide_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Schema schema = make_schema();
  static const auto dialects = make_dialects();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto dialect : dialects) {
    check_tokens(text, dialect);
    static_cast<void>(rewrite_placeholders(text, dialect));
    const auto info = inspect(text, dialect, schema);
    if (!info) {
      require(!info.error().message.empty());
      require(!info.error().where.byte_offset || *info.error().where.byte_offset <= size);
      continue;
    }
    require(inspect_unresolved(text, dialect).has_value());
    Accepted(text, dialect, schema, *info).check();
    if (dialect == Dialect::sqlite) check_harmless(text);
  }
  return 0;
}
