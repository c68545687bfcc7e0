/// @file
/// Names in queries of a context set, against a schema.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "context/rules.hpp"
#include "querydata/context_set.hpp"
#include "querydata/error.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

/// Something wrong with a query, before it is known where in the set the query stands.
struct QueryFault {
  Rule rule;
  std::string message;
  std::optional<std::size_t> offset;  ///< byte of the query
};

/// The rule that a refusal of the parser breaks. A text with a statement behind a semicolon that does more than read is
/// not read-only, whatever the parser stopped at.
[[nodiscard]] QueryFault fault_of_refusal(std::string_view text, Dialect dialect, const Error& refusal);

/// The first table, column or function of a query that is not in the schema, ambiguous or not allowed; then the first
/// that is out of scope. Without a schema the scope's tables alone. Functions are judged by the tree's dialect where
/// the caller has named it, else only those that no dialect knows are refused.
/// @param resolver  made of these options and the schema, where many queries are checked; may be null
[[nodiscard]] std::optional<QueryFault> check_query_names(const sql::Tree& tree, const CheckOptions& options,
                                                          sql::StatementResolver* resolver = nullptr);

/// A name before the columns of a condition.
struct Qualifier {
  std::string written;  ///< as written: `orders`, `shop."orders"`
  std::string name;     ///< without quotes: `shop.orders`
  Span span;            ///< where it stands first
  sql::Range names;     ///< its parts there, of the tree
};

/// What a condition says of the tables that it stands on: those that its own columns name, and those that columns of
/// its subqueries name and no subquery around them reads.
struct ConditionTables {
  std::vector<Qualifier> qualifiers;    ///< by name, none twice
  std::vector<Span> unqualified;        ///< columns that do not name their table
  std::vector<Span> inner_unqualified;  ///< the same inside of subqueries
};
[[nodiscard]] ConditionTables tables_of_condition(const sql::Tree& tree);

/// As `check_query_names`, of a condition: it stands on the tables that qualify its columns. Offsets are the
/// condition's. Nothing where columns do not name their table.
/// @param tables  of the condition
[[nodiscard]] std::optional<QueryFault> check_condition_names(const sql::Tree& tree, const ConditionTables& tables,
                                                              const CheckOptions& options,
                                                              sql::StatementResolver* resolver = nullptr);

/// Whether a subquery of a condition around a column without table may have it: one of its tables does, or what it
/// reads is not known.
[[nodiscard]] bool may_be_inner(const sql::Tree& tree, Span column, const Schema* schema);

/// A query without result columns that reads the tables of a condition and has it as WHERE clause: what makes its names
/// resolve. Spans are the condition's; those of the tables lie behind its end, where their names are added to the text.
/// @param tables  of the condition
/// @par Cost  that of a copy of the tree
[[nodiscard]] sql::Tree query_on_tables(const sql::Tree& condition, const ConditionTables& tables);

/// `SELECT 1 FROM tables WHERE (condition)`. A comment may end the condition.
[[nodiscard]] std::string query_around(std::string_view condition, const ConditionTables& tables);

/// A resolver for all queries of a set; nothing where the options name no dialect.
[[nodiscard]] std::unique_ptr<sql::StatementResolver> make_resolver(const CheckOptions& options);

/// How names and functions are resolved for the check.
[[nodiscard]] sql::ResolveOptions resolve_options(const sql::Tree& tree, const CheckOptions& options);

/// Names under which the queries of a set know their tables, in lower case.
struct KnownNames {
  std::set<std::string> tables;
  std::set<std::string> aliases;

  void add(const sql::Tree& tree);
  /// Whether a qualifier is an alias in some query and a table in none.
  [[nodiscard]] bool is_only_alias(const std::string& qualifier) const;
};

}  // namespace querydata::inline v0::context
