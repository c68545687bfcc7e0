#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "knowledge/filter_names.hpp"
#include "knowledge/filter_time.hpp"
#include "knowledge/filter_tree.hpp"

namespace querydata::inline v0::knowledge {

namespace {

/// In double quotes. A star that is none of a pattern is escaped, so that no profile takes it for one.
void append_quoted(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '*') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  append_quoted(out, text);
  return out += '"';
}

std::string plain_or_quoted(std::string_view text) {
  return is_field_name(text) && !is_keyword(text) ? std::string(text) : quoted(text);
}

std::string number_text(double number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

struct OperandText {
  const FilterField& field;

  std::string operator()(std::monostate) const { return "*"; }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const { return number_text(number); }
  std::string operator()(const std::string& text) const {
    return field.type == FilterType::enumeration ? plain_or_quoted(text) : quoted(text);
  }
  std::string operator()(FilterTime time) const {
    return field.type == FilterType::duration ? duration_text(time) : '"' + timestamp_text(time) + '"';
  }
  std::string operator()(const Pattern& pattern) const {
    std::string out = "\"";
    for (std::size_t i = 0; i < pattern.pieces.size(); ++i) {
      if (i > 0) out += '*';
      append_quoted(out, pattern.pieces[i]);
    }
    return out += '"';
  }
};

class Writer {
 public:
  explicit Writer(const Tree& tree) : tree_(tree) {}

  std::string write() {
    if (!tree_.nodes.empty()) node(0, NodeKind::all);
    return std::move(out_);
  }

 private:
  /// AND inside anything else, and all that is negated, needs parentheses.
  void node(std::uint32_t number, NodeKind parent) {
    const Node& node = tree_.nodes[number];
    if (node.kind == NodeKind::comparison) return comparison(tree_.comparisons[node.comparison]);
    const bool parentheses = parent == NodeKind::negation || (parent == NodeKind::any && node.kind == NodeKind::all);
    if (parentheses) out_ += '(';
    if (node.kind == NodeKind::negation) out_ += "NOT ";
    for (std::uint32_t child = number + 1; child < node.end; child = tree_.nodes[child].end) {
      if (child > number + 1) out_ += node.kind == NodeKind::all ? " AND " : " OR ";
      this->node(child, node.kind);
    }
    if (parentheses) out_ += ')';
  }

  void comparison(const Comparison& comparison) {
    bool has = comparison.op == Operator::present || comparison.op == Operator::exists;
    for (auto step = comparison.first_step; step < comparison.last_step; ++step) {
      if (step > comparison.first_step) out_ += '.';
      out_ += tree_.steps[step].field->name;
      if (const auto& key = tree_.steps[step].key) out_ += '.' + plain_or_quoted(*key);
      has = has || tree_.steps[step].field->shape == FilterShape::list;
    }
    constexpr std::array<std::string_view, 6> signs{" = ", " != ", " < ", " <= ", " > ", " >= "};
    out_ += has ? ":" : signs[static_cast<std::size_t>(comparison.op)];
    out_ += std::visit(OperandText{tree_.target(comparison)}, comparison.operand);
  }

  const Tree& tree_;
  std::string out_;
};

}  // namespace

std::string write_text(const Tree& tree) {
  return Writer(tree).write();
}

}  // namespace querydata::inline v0::knowledge
