/// @file
/// What the rows of a value search hold, how many they may be, and whether they repeat.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "context/distance_range.hpp"
#include "querydata/schema.hpp"
#include "sql/analysis.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

/// A literal that a result column gives, and where it stands.
struct GivenText {
  std::string text;
  Span span;
  sql::SelectId arm;  ///< the SELECT that gives it
};

/// The column that the values of a search come from.
struct ValueColumn {
  std::string table;  ///< as the FROM names it, or qualified where it is known; empty if it can't be told
  std::string column;
  sql::SchemaColumn known;   ///< of the schema, null without one
  bool is_searched = false;  ///< the phrase is compared with it; not so of a code that is found by a name
};

/// Of a parsed and resolved query. Borrows both.
class ValueSearchRows {
 public:
  ValueSearchRows(const sql::Tree& tree, const sql::Resolution& resolution);

  /// Of value, columns, concept_type, distance and context those that no result column is called. A star over a table
  /// whose columns are not known may bring in any.
  [[nodiscard]] std::vector<std::string_view> missing() const;
  /// The literals that stand for a result column, one for each arm of a UNION that gives one.
  [[nodiscard]] std::vector<GivenText> texts_of(std::string_view column) const;
  /// Where the values of a SELECT that gives rows come from, if it is a column. A search that gives the phrase back
  /// says that it stands in the column that the phrase is compared with.
  [[nodiscard]] std::optional<ValueColumn> value_column(sql::SelectId arm) const;
  /// The SELECTs whose rows are the result's.
  [[nodiscard]] const std::vector<sql::SelectId>& arms() const noexcept { return arms_; }
  /// The distances that can be shown to leave 0 … 1, one for each arm.
  struct Distance {
    Span span;
    NumberRange range;
  };
  [[nodiscard]] std::vector<Distance> distances_out_of_range() const;
  /// Whether a condition on a phrase, or a LIMIT, keeps the rows few.
  [[nodiscard]] bool is_bounded() const { return is_bounded(tree_.root, 0); }
  /// Whether equal rows come once: by DISTINCT, groups, LIMIT 1, a key, or because there is one row.
  [[nodiscard]] bool is_distinct() const { return is_distinct(tree_.root, 0); }

 private:
  using ExpressionId = sql::ExpressionId;

  [[nodiscard]] const sql::OutputColumn* output(sql::SelectId select, std::string_view name) const;
  /// The expression that a name stands for, through subqueries and casts.
  [[nodiscard]] ExpressionId behind(ExpressionId id) const;
  [[nodiscard]] std::optional<ValueColumn> column_at(ExpressionId id) const;
  [[nodiscard]] std::optional<ValueColumn> compared_column(sql::SelectId arm) const;
  [[nodiscard]] bool is_searched(std::string_view column) const;
  [[nodiscard]] bool depends_on_phrase(ExpressionId id, int depth) const;
  [[nodiscard]] bool is_limited_by(ExpressionId condition, ExpressionId distance) const;
  [[nodiscard]] sql::QueryId query_of(sql::FromId from) const;
  [[nodiscard]] bool is_bounded(sql::QueryId query, int depth) const;
  [[nodiscard]] bool is_bounded(sql::SelectId select, int depth) const;
  [[nodiscard]] bool is_distinct(sql::QueryId query, int depth) const;
  [[nodiscard]] bool is_distinct(sql::SelectId select, int depth) const;
  [[nodiscard]] bool is_one_row(sql::SelectId select) const;
  [[nodiscard]] bool gives_key(sql::SelectId select, sql::FromId from) const;

  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  std::vector<sql::SelectId> arms_;
};

/// As `ValueSearchRows::missing`, of a query whose names lead nowhere: told by what its select list says.
[[nodiscard]] std::vector<std::string_view> unnamed_columns(const sql::Tree& tree);

}  // namespace querydata::inline v0::context
