#include "context/query_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "context/condition.hpp"
#include "context/restricted_text.hpp"
#include "context/schema_columns.hpp"
#include "context/shell_call.hpp"
#include "sql/embedding_functions.hpp"
#include "sql/nearest.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0::context {
namespace {

/// Whether the set's queries are calls of the MongoDB shell, by the caller's word or by their look.
bool is_shell_set(const ContextSet& set, const CheckOptions& options) {
  if (options.dialect) return options.dialect == Dialect::mongodb;
  return std::ranges::any_of(set.templates, is_shell_call, &Template::sql) ||
         std::ranges::any_of(set.value_searches, is_shell_call, &ValueSearch::query);
}

/// The message with the byte that the fault has: the resolver may have seen the text inside a longer one.
std::string with_offset(const QueryFault& fault) {
  std::string message = fault.message;
  if (const std::size_t begin = message.find(" (byte "); begin != std::string::npos) {
    const std::size_t end = message.find(')', begin);
    message.replace(begin, end + 1 - begin, fault.offset ? fmt::format(" (byte {})", *fault.offset) : "");
    return message;
  }
  if (!fault.offset || message.find("byte ") != std::string::npos) return message;
  return fmt::format("{} (byte {})", message, *fault.offset);
}

/// SQLite reads a name in double quotes that is no column as a text: told where a column of the query's tables has
/// nearly that name.
std::optional<QueryFault> misspelt_column(const sql::Tree& tree, const CheckOptions& options) {
  if (options.schema == nullptr || tree.dialect != Dialect::sqlite) return {};
  const auto is_quoted = [&](sql::ExpressionId id) {
    return tree[id].kind == sql::ExpressionKind::column && tree.names(id).size() == 1 &&
           tree.names(id).front().quote == sql::NameQuote::double_quote;
  };
  std::vector<sql::ExpressionId> quoted;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    if (is_quoted({i})) quoted.push_back({i});
  }
  if (quoted.empty()) return {};
  const auto resolution = sql::resolve(tree, *options.schema, resolve_options(tree, options));
  if (!resolution) return {};
  for (const sql::ExpressionId id : quoted) {
    const sql::Binding* binding = resolution->binding(id);
    if (binding == nullptr || binding->kind != sql::NameKind::text) continue;
    sql::Nearest nearest(tree.names(id).front().text);
    for (const sql::Source& source : resolution->sources) {
      if (source.table == nullptr) continue;
      for (const Column& column : source.table->columns) nearest.offer(column.name);
    }
    if (nearest.best().empty()) continue;
    return QueryFault{
        rules::unknown_column.as(Severity::warning),
        fmt::format("`{}` is no column, so SQLite reads it as a text. Did you mean the column `{}`? Write "
                    "a text in single quotes.",
                    tree.text(id), nearest.best()),
        tree[id].span.begin};
  }
  return {};
}

}  // namespace

QueryChecks::QueryChecks(const ContextSet& set, const CheckOptions& options, Findings& findings)
    : set_(set),
      options_(options),
      search_options_(options),
      findings_(findings),
      shell_(is_shell_set(set, options)),
      resolver_(make_resolver(options)) {
  for (const std::string_view name : sql::embedding_functions) search_options_.extra_functions.emplace_back(name);
}

void QueryChecks::add(const QueryText& query, QueryFault fault) {
  findings_.add(fault.rule, query.pointer, with_offset(fault), fault.offset);
}

const std::vector<ValueColumn>& QueryChecks::translations() {
  if (translations_) return *translations_;
  translations_.emplace();
  static const Schema unknown;
  const Schema& schema = options_.schema == nullptr ? unknown : *options_.schema;
  for (const ValueSearch& search : set_.value_searches) {
    const QueryReading reading = read_query(search.query, QueryForm::query, options_.dialect, likely_);
    if (!reading.tree) continue;
    const auto resolution = sql::resolve(*reading.tree, schema, resolve_options(*reading.tree, search_options_));
    if (!resolution) continue;
    const ValueSearchRows rows(*reading.tree, *resolution);
    auto column = rows.value_column(rows.arms().front());
    if (column && !column->is_searched) translations_->push_back(*std::move(column));
  }
  return *translations_;
}

bool QueryChecks::is_translated_to(const Subject& subject) {
  if (options_.schema == nullptr) return !translations().empty();
  const sql::SchemaColumn compared = column_of_path(*options_.schema, {subject.table, subject.column});
  return compared && std::ranges::any_of(translations(), [&](const ValueColumn& column) {
           return column.known && hold_same_values(column.known, compared);
         });
}

std::optional<QueryChecks::Read> QueryChecks::read(const QueryText& query) {
  if (shell_) return read_shell_call(query);
  QueryReading reading = read_query(query.text, query.form, options_.dialect, likely_);
  if (reading.refusal) {
    QueryFault fault = fault_of_refusal(query.text, reading.dialect, *reading.refusal);
    const bool no_condition = query.form == QueryForm::condition && fault.rule.name == rules::syntax_error.name &&
                              is_other_clause(query.text);
    if (no_condition) {
      fault = {rules::not_a_predicate,
               "This is another part of a query, no condition. Write what a WHERE clause holds, "
               "without its keyword.",
               {}};
    }
    add(query, std::move(fault));
    return {};
  }
  likely_ = reading.dialect;
  check_tree(query, *reading.tree);
  QueryPlaceholders placeholders = placeholders_of(query.text, reading.tokens);
  return Read{std::move(reading), std::move(placeholders)};
}

std::optional<QueryChecks::Read> QueryChecks::read_shell_call(const QueryText& query) {
  if (query.form == QueryForm::query) {
    if (!is_shell_call(query.text)) {
      findings_.add(rules::syntax_error, query.pointer,
                    "This is no call of the MongoDB shell. Write it as `db.<collection>.<method>(…)`.");
      return {};
    }
    if (const std::string_view method = shell_write(query.text); !method.empty()) {
      findings_.add(rules::not_read_only, query.pointer,
                    fmt::format("`{}` is not allowed: one call of methods that read, without code.", method));
    }
  }
  return Read{{}, placeholders_of_shell_call(query.text)};
}

void QueryChecks::check_tree(const QueryText& query, const sql::Tree& tree) {
  if (query.form == QueryForm::condition) return check_condition(query, tree);
  known_.add(tree);
  report(query, tree,
         query.is_value_search ? check_query_names(tree, search_options_)
                               : check_query_names(tree, options_, resolver_.get()));
}

void QueryChecks::report(const QueryText& query, const sql::Tree& tree, std::optional<QueryFault> fault) {
  if (!fault) fault = restricted_literal(tree, options_);
  if (!fault) fault = misspelt_column(tree, options_);
  if (fault) add(query, *std::move(fault));
}

void QueryChecks::check_condition(const QueryText& query, const sql::Tree& tree) {
  const ConditionTables tables = tables_of_condition(tree);
  auto unknown = check_condition_names(tree, tables, options_, resolver_.get());
  if (!unknown && !tables.qualifiers.empty()) unknown = misspelt_column(query_on_tables(tree, tables), options_);
  report(query, tree, std::move(unknown));
  if (auto fault = check_predicate(tree, options_.schema)) add(query, *std::move(fault));
  for (const Span column : tables.unqualified) {
    add(query, {rules::unqualified_facet_column,
                fmt::format("The column `{}` does not name its table, so it fits any query that has such a column. "
                            "Write `table.{}`.",
                            tree.text(column), tree.text(column)),
                column.begin});
  }
  const bool placeless = tables.qualifiers.empty() && tables.unqualified.empty() && tables.inner_unqualified.empty();
  if (placeless) {
    add(query, {rules::unqualified_facet_column.as(Severity::warning),
                "The condition names no table, so it fits any query. Name a column of the table that is meant: "
                "COUNT(table.column) for COUNT(*).",
                {}});
  }
  check_inner_columns(query, tree, tables);
  for (const Qualifier& qualifier : tables.qualifiers) {
    if (options_.schema != nullptr || !known_.is_only_alias(qualifier.written)) continue;
    add(query, {rules::unqualified_facet_column,
                fmt::format("`{}` is an alias in other queries of the set, and aliases are theirs to choose. Write the "
                            "table's name.",
                            qualifier.written),
                qualifier.span.begin});
  }
}

/// A column without table inside of a subquery belongs to the subquery where that has it, else to the query that the
/// condition is put into. Told where both can be meant: of two tables that have it, and where nothing else of the
/// condition says what it stands on.
void QueryChecks::check_inner_columns(const QueryText& query, const sql::Tree& tree, const ConditionTables& tables) {
  const auto outer_has = [&](std::string_view column) {
    return options_.schema != nullptr && std::ranges::any_of(tables.qualifiers, [&](const Qualifier& qualifier) {
             const Table* table = options_.schema->find_table(qualifier.name);
             return table != nullptr && table->find_column(column) != nullptr;
           });
  };
  for (const Span column : tables.inner_unqualified) {
    const std::string_view name = tree.text(column);
    if (!tables.qualifiers.empty() && !outer_has(name)) continue;
    const bool inner = may_be_inner(tree, column, options_.schema);
    if (!inner && tables.qualifiers.empty()) continue;  // told as unknown
    const Rule& rule = rules::unqualified_facet_column;
    add(query,
        {inner ? rule.as(Severity::warning) : rule,
         inner
             ? fmt::format("The column `{0}` of the subquery does not name its table. It is taken from the subquery's "
                           "own tables; if the query around is meant, that is another condition. Write `table.{0}`.",
                           name)
             : fmt::format("The subquery's tables have no column `{0}`, so it fits any query around that has one. "
                           "Write `table.{0}`.",
                           name),
         column.begin});
  }
}

}  // namespace querydata::inline v0::context
