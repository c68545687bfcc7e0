/// @file
/// A checked filter: what the evaluator, the SQL writer and the text writer read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "querydata/filter.hpp"

namespace querydata::inline v0 {

struct FilterSchema::Impl {
  std::vector<FilterField> fields;
  FilterOptions options;
};

namespace knowledge {

/// One field on the way to a value, and the key where that is an entry of a map.
struct PathStep {
  const FilterField* field = nullptr;  ///< of the schema, which the filter keeps alive
  std::optional<std::string> key;

  bool operator==(const PathStep&) const = default;
};

enum class Operator : std::uint8_t {
  equal,  ///< of a list: some element is equal
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  present,  ///< a scalar that is not the default, a list or map that is not empty, a message that is there
  exists,   ///< the entry of a map is there, whatever its value
};

/// A text with `*`: what stands before, between and behind the stars, so at least two pieces.
struct Pattern {
  std::vector<std::string> pieces;
  bool operator==(const Pattern&) const = default;
};

using Operand = std::variant<std::monostate, bool, std::int64_t, double, std::string, FilterTime, Pattern>;

struct Comparison {
  std::uint32_t first_step = 0;  ///< steps [first_step, last_step)
  std::uint32_t last_step = 0;
  Operator op = Operator::equal;
  Operand operand;
};

enum class NodeKind : std::uint8_t { all, any, negation, comparison };

/// Nodes stand before their children: the first child of `i` is `i + 1`, and the sibling of a child is its `end`.
struct Node {
  NodeKind kind = NodeKind::comparison;
  std::uint32_t end = 0;         ///< the node behind the last of its children
  std::uint32_t comparison = 0;  ///< of a comparison
};

struct Tree {
  std::vector<Node> nodes;  ///< none: everything matches
  std::vector<Comparison> comparisons;
  std::vector<PathStep> steps;

  [[nodiscard]] const FilterField& target(const Comparison& comparison) const {
    return *steps[comparison.last_step - 1].field;
  }
};

/// Whether a path ends at something that has one value: not at a list or at a whole map.
[[nodiscard]] inline bool is_single(const PathStep& step) noexcept {
  return step.field->shape == FilterShape::single || (step.field->shape == FilterShape::map && step.key.has_value());
}

/// The value that a `defaulted` field has where none is there.
[[nodiscard]] FilterValue default_value(const FilterField& field);

/// Whether a scalar of the field's type fulfils a comparison.
[[nodiscard]] bool holds(const Comparison& comparison, const FilterField& field, const FilterValue& value);

/// @return  the tree, or the error with its byte
[[nodiscard]] Result<Tree> compile_filter(std::string_view text, const std::vector<FilterField>& fields,
                                          const FilterOptions& options);
[[nodiscard]] bool evaluate(const Tree& tree, FilterNode object, const FilterReader& reader);
[[nodiscard]] Result<FilterSql> write_sql(const Tree& tree, const std::vector<FilterColumn>& columns,
                                          std::size_t first_parameter);
[[nodiscard]] std::string write_text(const Tree& tree);

}  // namespace knowledge

struct Filter::Impl {
  FilterSchema schema;  ///< keeps the fields alive
  knowledge::Tree tree;
};

}  // namespace querydata::inline v0
