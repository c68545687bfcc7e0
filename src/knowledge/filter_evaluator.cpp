#include <cmath>
#include <compare>

#include "knowledge/filter_tree.hpp"

namespace querydata::inline v0::knowledge {

namespace {

/// Finds each piece at its first place, which leaves the most for those behind (a greedy match is a match).
bool fits(const Pattern& pattern, std::string_view text) {
  const std::string_view head = pattern.pieces.front();
  const std::string_view tail = pattern.pieces.back();
  if (text.size() < head.size() + tail.size() || !text.starts_with(head) || !text.ends_with(tail)) return false;
  text = text.substr(head.size(), text.size() - head.size() - tail.size());
  for (std::size_t i = 1; i + 1 < pattern.pieces.size(); ++i) {
    const auto found = text.find(pattern.pieces[i]);
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + pattern.pieces[i].size());
  }
  return true;
}

bool fulfils(Operator op, std::partial_ordering order) noexcept {
  switch (op) {
    case Operator::equal:
      return order == 0;
    case Operator::unequal:
      return order != 0;
    case Operator::less:
      return order < 0;
    case Operator::less_equal:
      return order <= 0;
    case Operator::greater:
      return order > 0;
    case Operator::greater_equal:
      return order >= 0;
    default:
      return false;
  }
}

template <class T>
bool compared(const Comparison& comparison, const FilterValue& value) {
  const T* const given = std::get_if<T>(&value);
  return given != nullptr && fulfils(comparison.op, *given <=> std::get<T>(comparison.operand));
}

bool text_compared(const Comparison& comparison, const FilterValue& value) {
  const auto* const given = std::get_if<std::string_view>(&value);
  if (given == nullptr) return false;
  if (const auto* pattern = std::get_if<Pattern>(&comparison.operand)) {
    return fits(*pattern, *given) == (comparison.op == Operator::equal);
  }
  return fulfils(comparison.op, *given <=> std::string_view(std::get<std::string>(comparison.operand)));
}

/// An integer stands for the double; what is no number is missing.
FilterValue as_real(const FilterValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  const auto* real = std::get_if<double>(&value);
  return real == nullptr || std::isnan(*real) ? FilterValue() : FilterValue(*real);
}

/// Whether the value is there, of the field's type.
bool is_there(const FilterField& field, const FilterValue& value) {
  switch (field.type) {
    case FilterType::string:
    case FilterType::enumeration:
      return std::holds_alternative<std::string_view>(value);
    case FilterType::integer:
      return std::holds_alternative<std::int64_t>(value);
    case FilterType::real:
      return !std::holds_alternative<std::monostate>(as_real(value));
    case FilterType::boolean:
      return std::holds_alternative<bool>(value);
    case FilterType::timestamp:
    case FilterType::duration:
      return std::holds_alternative<FilterTime>(value);
    case FilterType::message:
      return std::holds_alternative<FilterNode>(value);
  }
  return false;
}

bool is_default(const FilterField& field, const FilterValue& value) {
  switch (field.type) {
    case FilterType::string:
      return std::get<std::string_view>(value).empty();
    case FilterType::enumeration:
      return std::get<std::string_view>(value) == field.values.front();
    case FilterType::integer:
      return std::get<std::int64_t>(value) == 0;
    case FilterType::real:
      return std::get<double>(as_real(value)) == 0;
    case FilterType::boolean:
      return !std::get<bool>(value);
    case FilterType::timestamp:
    case FilterType::duration:
    case FilterType::message:
      return false;  // these are set or not
  }
  return false;
}

class Evaluator {
 public:
  Evaluator(const Tree& tree, const FilterReader& reader) : tree_(tree), reader_(reader) {}

  [[nodiscard]] bool node(std::uint32_t number, FilterNode object) const {
    const Node& node = tree_.nodes[number];
    switch (node.kind) {
      case NodeKind::comparison:
        return in_message(tree_.comparisons[node.comparison], tree_.comparisons[node.comparison].first_step, object);
      case NodeKind::negation:
        return !this->node(number + 1, object);
      case NodeKind::all:
      case NodeKind::any:
        break;
    }
    const bool stop = node.kind == NodeKind::any;
    for (std::uint32_t child = number + 1; child < node.end; child = tree_.nodes[child].end) {
      if (this->node(child, object) == stop) return stop;
    }
    return !stop;
  }

 private:
  [[nodiscard]] bool in_message(const Comparison& comparison, std::uint32_t number, FilterNode message) const {
    const FilterField& field = *tree_.steps[number].field;
    FilterValue value = reader_.field(message, field);
    if (field.shape == FilterShape::single) {
      if (field.defaulted && !is_there(field, value)) value = default_value(field);
      return single(comparison, number, value);
    }
    const auto* const container = std::get_if<FilterNode>(&value);
    if (container == nullptr) return false;
    return field.shape == FilterShape::list ? in_list(comparison, number, *container)
                                            : in_map(comparison, number, *container);
  }

  [[nodiscard]] bool in_list(const Comparison& comparison, std::uint32_t number, FilterNode list) const {
    const FilterField& field = *tree_.steps[number].field;
    const std::size_t size = reader_.size(list, field);
    if (comparison.op == Operator::present && number + 1 == comparison.last_step) return size > 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (single(comparison, number, reader_.element(list, field, i))) return true;
    }
    return false;
  }

  [[nodiscard]] bool in_map(const Comparison& comparison, std::uint32_t number, FilterNode map) const {
    const PathStep& step = tree_.steps[number];
    if (!step.key) return reader_.size(map, *step.field) > 0;
    return single(comparison, number, reader_.entry(map, *step.field, *step.key));
  }

  /// One value of the field of a step.
  [[nodiscard]] bool single(const Comparison& comparison, std::uint32_t number, const FilterValue& value) const {
    const FilterField& field = *tree_.steps[number].field;
    if (number + 1 == comparison.last_step) return holds(comparison, field, value);
    const auto* const message = std::get_if<FilterNode>(&value);
    return message != nullptr && in_message(comparison, number + 1, *message);
  }

  const Tree& tree_;
  const FilterReader& reader_;
};

}  // namespace

FilterValue default_value(const FilterField& field) {
  switch (field.type) {
    case FilterType::string:
      return std::string_view();
    case FilterType::integer:
      return std::int64_t{0};
    case FilterType::real:
      return 0.0;
    case FilterType::boolean:
      return false;
    case FilterType::enumeration:
      return std::string_view(field.values.front());
    default:
      return {};
  }
}

bool holds(const Comparison& comparison, const FilterField& field, const FilterValue& value) {
  if (comparison.op == Operator::exists) return is_there(field, value);
  if (comparison.op == Operator::present) return is_there(field, value) && !is_default(field, value);
  switch (field.type) {
    case FilterType::string:
    case FilterType::enumeration:
      return text_compared(comparison, value);
    case FilterType::integer:
      return compared<std::int64_t>(comparison, value);
    case FilterType::real:
      return compared<double>(comparison, as_real(value));
    case FilterType::boolean:
      return compared<bool>(comparison, value);
    case FilterType::timestamp:
    case FilterType::duration:
      return compared<FilterTime>(comparison, value);
    case FilterType::message:
      return false;
  }
  return false;
}

bool evaluate(const Tree& tree, FilterNode object, const FilterReader& reader) {
  return tree.nodes.empty() || Evaluator(tree, reader).node(0, object);
}

}  // namespace querydata::inline v0::knowledge
