#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "context/check_members.hpp"
#include "context/findings.hpp"
#include "context/format.hpp"
#include "context/names.hpp"
#include "model/names.hpp"
#include "model/value_number.hpp"
#include "querydata/context_check.hpp"
#include "querydata/sql.hpp"
#include "sql/parser.hpp"
#include "sql/predicate.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

/// What no further query will fare better with.
bool ends_check(const Error& error) {
  return error.code == ErrorCode::cancelled || error.code == ErrorCode::unavailable;
}

/// Whether the engine could do with fewer rows, had it an index: a condition, or the first rows of an order.
bool may_be_selective(const sql::Tree& tree) {
  return std::ranges::any_of(tree.queries, [](const sql::Query& query) { return bool(query.limit); }) ||
         std::ranges::any_of(tree.selects, [](const sql::Select& select) { return bool(select.where); }) ||
         std::ranges::any_of(tree.from_items, [](const sql::FromItem& item) { return bool(item.on); });
}

class LiveChecker {
 public:
  LiveChecker(const ContextSet& set, Database& database, const LiveCheckOptions& options, const Schema& schema,
              std::vector<Finding> known)
      : set_(set), database_(database), options_(options), schema_(schema) {
    for (Finding& finding : known) {
      if (finding.severity == Severity::error) broken_.insert(item_of(finding.json_pointer));
      findings_.add(std::move(finding));
    }
  }

  Result<std::vector<Finding>> run() {
    for (std::size_t i = 0; i < set_.templates.size(); ++i) {
      if (auto done = check(set_.templates[i], Place(Format<Template>::list.name, i)); !done) return done.error();
    }
    for (std::size_t i = 0; i < set_.facets.size(); ++i) {
      if (auto done = check(set_.facets[i], Place(Format<Facet>::list.name, i)); !done) return done.error();
    }
    for (std::size_t i = 0; i < set_.value_searches.size(); ++i) {
      if (auto done = check(set_.value_searches[i], Place(Format<ValueSearch>::list.name, i)); !done) {
        return done.error();
      }
    }
    return findings_.take();
  }

 private:
  /// "/templates/3" of a pointer into it.
  static std::string item_of(std::string_view pointer) {
    const std::size_t list = pointer.find('/', 1);
    const std::size_t item = list == std::string_view::npos ? list : pointer.find('/', list + 1);
    return std::string(pointer.substr(0, item));
  }

  Result<void> check(const Template& item, const Place& place) {
    if (broken_.contains(place.pointer())) return {};
    const std::string& general = first_filled(item.parameterized_sql, item.sql);
    const bool differ = general != item.sql;
    if (auto done = check_query(item.sql, place.pointer("sql"), !differ); !done || !differ) return done;
    return check_query(general, place.pointer("parameterized/parameterized_sql"), true);
  }

  Result<void> check(const Facet& item, const Place& place) {
    if (broken_.contains(place.pointer())) return {};
    if (auto done = check_condition(item.sql_snippet, place.pointer("sql_snippet")); !done) return done;
    if (is_blank(item.parameterized_sql_snippet) || item.parameterized_sql_snippet == item.sql_snippet) return {};
    return check_condition(item.parameterized_sql_snippet, place.pointer("parameterized/parameterized_sql_snippet"));
  }

  Result<void> check_condition(const std::string& condition, std::string pointer) {
    const auto tree = sql::parse_expression(condition, database_.dialect());
    if (!tree) return {};
    const auto query = query_with(condition, tables_of_condition(*tree));
    return query ? check_query(*query, std::move(pointer), false) : Result<void>();  // else told without a database
  }

  /// A query over the tables of a condition that has it where it belongs: on aggregates in the HAVING.
  [[nodiscard]] Result<std::string> query_with(const std::string& condition, const ConditionTables& tables) const {
    std::string query = "SELECT COUNT(*)";
    for (const Qualifier& qualifier : tables.qualifiers) {
      query += (&qualifier == tables.qualifiers.data() ? " FROM " : ", ") + qualifier.written;
    }
    const auto tree = sql::parse_query(query, database_.dialect());
    if (!tree) return tree.error();
    const auto resolution = sql::resolve(*tree, schema_);
    if (!resolution) return resolution.error();
    auto edits = sql::add_conditions(*tree, *resolution, {{tree->first_select(tree->root), condition, {}}});
    if (!edits) return edits.error();
    return sql::apply_edits(query, *std::move(edits));
  }

  Result<void> check(const ValueSearch& item, const Place& place) {
    if (broken_.contains(place.pointer())) return {};
    const std::string pointer = place.pointer("query");
    const std::size_t before = findings_.size();
    if (auto done = check_query(item.query, pointer, true); !done) return done;
    const auto rewritten = rewrite_placeholders(item.query, database_.dialect());
    const bool refused = findings_.size() > before && findings_.last().severity == Severity::error;
    if (!rewritten || refused) return {};
    return run_search(
        {database_.dialect(), rewritten->sql, std::vector<Value>(rewritten->order.size(), Value(options_.phrase))},
        pointer);
  }

  Result<void> run_search(const Statement& statement, const std::string& pointer) {
    auto rows = database_.execute(statement, options_.limits, options_.control);
    auto read = rows ? collect(**rows) : Result<RowSet>(rows.error());
    if (!read) {
      if (ends_check(read.error())) return read.error();
      findings_.add(
          rules::value_search_failed, pointer,
          fmt::format("Run with the phrase \"{}\" the search failed: {}", options_.phrase, read.error().message));
      return {};
    }
    check_distances(*read, pointer);
    return {};
  }

  /// The first distance that is none.
  void check_distances(const RowSet& found, const std::string& pointer) {
    const auto column = std::ranges::find_if(
        found.columns, [](const ResultColumn& result) { return model::equal_ignoring_case(result.name, "distance"); });
    if (column == found.columns.end()) return;
    const auto place = static_cast<std::size_t>(column - found.columns.begin());
    for (const auto& row : found.rows) {
      const auto distance = model::number_in(row[place]);
      if (distance && *distance >= 0 && *distance <= 1) continue;
      const std::string given = std::holds_alternative<Null>(row[place])          ? "NULL"
                                : std::holds_alternative<std::string>(row[place]) ? '"' + to_display(row[place]) + '"'
                                                                                  : to_display(row[place]);
      const std::string_view remedy = distance && std::isfinite(*distance)
                                          ? "Divide it by its greatest value."
                                          : "Such rows are not used: give each a number.";
      return findings_.add(rules::distance_out_of_range, pointer,
                           fmt::format("For the phrase \"{}\" the search gave the distance {}, which is no number "
                                       "within 0 (the same) … 1 (unrelated). {}",
                                       options_.phrase, given, remedy));
    }
  }

  /// Asks the engine for its verdict, and for its plan where `scans` is set.
  Result<void> check_query(const std::string& sql, std::string pointer, bool scans) {
    if (auto going = options_.control.check("checking a context set"); !going) return going;
    if (is_blank(sql)) return {};
    const auto rewritten = rewrite_placeholders(sql, database_.dialect());
    if (!rewritten) return {};  // told by the check that needs no database
    const Statement statement{database_.dialect(), rewritten->sql, {}};
    if (const auto accepted = database_.check(statement, options_.control); !accepted) {
      if (ends_check(accepted.error())) return accepted.error();
      findings_.add(rules::engine_refused, std::move(pointer), accepted.error().message);
      return {};
    }
    return scans ? check_scans(statement, pointer) : Result<void>();
  }

  Result<void> check_scans(const Statement& statement, const std::string& pointer) {
    const auto tree = sql::parse_query(statement.sql, statement.dialect);
    if (!tree || !may_be_selective(*tree)) return {};  // every row is asked for
    const auto tables = database_.full_scans(statement, options_.control);
    if (!tables) return ends_check(tables.error()) ? Result<void>(tables.error()) : Result<void>();
    for (const std::string& table : *tables) {
      const auto large = is_large(table);
      if (!large) return large.error();
      if (!*large) continue;
      findings_.add(rules::full_scan, pointer,
                    fmt::format("The engine reads all of {}, which has {} rows or more. Add an index on what the query "
                                "compares, or a condition that one serves.",
                                table, options_.large_table));
    }
    return {};
  }

  Result<bool> is_large(const std::string& name) {
    if (const auto known = large_.find(name); known != large_.end()) return known->second;
    const Table* table = schema_.find_table(name);
    if (table == nullptr) return false;
    auto large = table->rows ? Result<bool>(*table->rows >= options_.large_table) : has_row(*table);
    if (large) large_.emplace(name, *large);
    return large;
  }

  /// Whether the table has a row number `large_table`.
  Result<bool> has_row(const Table& table) {
    const Dialect dialect = database_.dialect();
    std::string name = quote_identifier(table.name, dialect);
    if (!table.schema.empty()) name = quote_identifier(table.schema, dialect) + '.' + name;
    const Statement statement{
        dialect,
        fmt::format("SELECT 1 FROM {} LIMIT 1 OFFSET {}", name, std::max<std::int64_t>(options_.large_table, 1) - 1),
        {}};
    auto rows = database_.execute(statement, options_.limits, options_.control);
    if (!rows) return ends_check(rows.error()) ? Result<bool>(rows.error()) : Result<bool>(false);
    const auto read = collect(**rows);
    return read && !read->rows.empty();
  }

  const ContextSet& set_;
  Database& database_;
  const LiveCheckOptions& options_;
  const Schema& schema_;
  Findings findings_;
  std::set<std::string> broken_;
  std::map<std::string, bool> large_;
};

}  // namespace
}  // namespace context

Result<std::vector<Finding>> check(const ContextSet& set, Database& database, const LiveCheckOptions& options) {
  CheckOptions checking = options.check;
  checking.dialect = database.dialect();
  Schema read;
  if (checking.schema == nullptr) {
    auto schema = database.read_schema(options.control);
    if (!schema) return std::move(schema).error();
    read = *std::move(schema);
    checking.schema = &read;
  }
  std::vector<Finding> findings = set.check(checking);
  if (database.dialect() == Dialect::mongodb) return findings;
  return context::LiveChecker(set, database, options, *checking.schema, std::move(findings)).run();
}

}  // namespace querydata::inline v0
