// Whatever the bytes: tokens join to the text in every dialect; inspecting ends in findings or an error that says why;
// an accepted statement stays accepted, with the same tables, when its placeholders are rewritten or a condition is
// added.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

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
  schema.tables.back().view_sql = "SELECT a, \"x\" AS b FROM t";
  return schema;
}

void check_tokens(std::string_view text, Dialect dialect) {
  std::size_t position = 0;
  for (const auto& token : sql::tokenize(text, dialect)) {
    require(token.span.begin == position && !token.span.empty());
    position = token.span.end;
  }
  require(position == text.size());
}

bool same_tables(const StatementInfo& a, const StatementInfo& b) {
  if (a.tables.size() != b.tables.size()) return false;
  for (std::size_t i = 0; i < a.tables.size(); ++i) {
    if (a.tables[i].table != b.tables[i].table) return false;
  }
  return true;
}

void check_accepted(std::string_view text, const StatementInfo& info, const Schema& schema) {
  for (const auto& use : info.tables) require(use.span.end <= text.size());
  for (const auto& use : info.columns) require(use.span.end <= text.size());
  for (const auto& use : info.parameters) require(use.span.of(text) == use.name);

  const auto rewritten = rewrite_placeholders(text, Dialect::sqlite);
  require(rewritten.has_value());
  const auto again = inspect(rewritten->sql, Dialect::sqlite, schema);
  require(again.has_value() && same_tables(info, *again) && info.parameters.size() == again->parameters.size());

  const auto tree = sql::parse_query(text, Dialect::sqlite);
  require(tree.has_value());
  const auto select = tree->first_select(tree->root);
  if ((*tree)[select].values) return;
  const auto resolution = sql::resolve(*tree, schema);
  require(resolution.has_value());
  const auto edits = sql::add_conditions(*tree, *resolution, {{select, "1 OR 2"}});
  require(edits.has_value());
  const auto longer = sql::apply_edits(text, *edits);
  require(longer.has_value());
  InspectOptions options;
  options.max_bytes = 2 * text.size() + 100;
  options.max_depth = 210;
  const auto wider = inspect(*longer, Dialect::sqlite, schema, options);
  require(wider.has_value() && same_tables(info, *wider));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Schema schema = make_schema();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto dialect :
       {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql, Dialect::mongodb}) {
    check_tokens(text, dialect);
    static_cast<void>(rewrite_placeholders(text, dialect));
    const auto info = inspect(text, dialect, schema);
    if (!info) {
      require(!info.error().message.empty());
      require(!info.error().where.byte_offset || *info.error().where.byte_offset <= size);
    } else if (dialect == Dialect::sqlite) {
      check_accepted(text, *info, schema);
    }
  }
  return 0;
}
