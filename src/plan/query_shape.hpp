/// @file
/// What a query asks, in the terms in which questions ask it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/lexicon.hpp"
#include "querydata/dialect.hpp"
#include "querydata/schema.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::plan {

/// A column of the schema in some use; `column` is empty for `count(*)` and for computed expressions.
struct ShapeColumn {
  std::string table;
  std::string column;
  Aggregate aggregate = Aggregate::none;
  auto operator<=>(const ShapeColumn&) const = default;
};

/// A condition that is no join: a column against literals or parameters.
struct ShapePredicate {
  ShapeColumn subject;
  Comparison comparison = Comparison::none;
  bool negated = false;
  std::vector<std::string> literals;    ///< text of string literals, digits of numbers
  std::vector<std::size_t> parameters;  ///< numbers of placeholders, 1-based
  auto operator<=>(const ShapePredicate&) const = default;
};

struct ShapeOrder {
  ShapeColumn key;
  bool descending = false;
  auto operator<=>(const ShapeOrder&) const = default;
};

/// A query, read for what it asks.
struct QueryShape {
  std::vector<ShapeColumn> selected;        ///< of the outermost level
  std::vector<std::string> selected_names;  ///< names of the result's columns
  bool distinct = false;
  std::vector<ShapePredicate> predicates;  ///< of all levels
  std::vector<ShapeColumn> groups;
  std::vector<ShapeOrder> orders;
  std::optional<std::int64_t> limit;
  Direction extreme = Direction::none;    ///< "the highest": ORDER BY … LIMIT, or a comparison with MAX or MIN
  std::optional<ShapeColumn> extreme_of;  ///< what is the highest
  std::vector<Aggregate> aggregates;      ///< that are selected, compared or sorted by; ascending
  bool negation = false;                  ///< NOT IN, NOT EXISTS, EXCEPT, <>, NOT LIKE
  std::size_t set_operations = 0;
  std::size_t levels = 1;
  std::vector<std::string> tables;   ///< qualified names, sorted
  std::vector<ShapeColumn> columns;  ///< all columns read, sorted

  [[nodiscard]] bool has(Aggregate aggregate) const noexcept;
};

/// Number of a placeholder, 1-based: n of "$n", "?n" and "@pn", else its place in the text among those without a
/// number.
[[nodiscard]] std::size_t parameter_number(const sql::Tree& tree, sql::ExpressionId parameter);

[[nodiscard]] QueryShape shape_of(const sql::Tree& tree, const sql::Resolution& resolution);

}  // namespace querydata::inline v0::plan
