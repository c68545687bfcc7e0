/// @file
/// Names in queries of a context set, against a schema.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"
#include "querydata/error.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

/// The first table, column or function of a query that is not in the schema, or not allowed. Functions are judged only
/// where the caller has named the dialect.
[[nodiscard]] std::optional<Error> check_query_names(const sql::Tree& tree, const CheckOptions& options);

/// As `check_query_names`, of a condition: it stands on the tables that qualify its columns. Offsets are the
/// condition's. Columns without a table are passed over.
[[nodiscard]] std::optional<Error> check_condition_names(const sql::Tree& tree, const CheckOptions& options);

/// The first function that the dialect's list and `options` do not have. Needs no schema.
[[nodiscard]] std::optional<Error> check_functions(const sql::Tree& tree, const CheckOptions& options);

/// What a condition says of its tables, its subqueries left out.
struct ConditionTables {
  std::set<std::string> qualifiers;  ///< as written: `orders`, `shop.orders`
  std::vector<Span> unqualified;     ///< columns that do not name their table
};
[[nodiscard]] ConditionTables tables_of_condition(const sql::Tree& tree);

/// Names under which the queries of a set know their tables, in lower case.
struct KnownNames {
  std::set<std::string> tables;
  std::set<std::string> aliases;

  void add(const sql::Tree& tree);
  /// Whether a qualifier is an alias in some query and a table in none.
  [[nodiscard]] bool is_only_alias(const std::string& qualifier) const;
};

}  // namespace querydata::inline v0::context
