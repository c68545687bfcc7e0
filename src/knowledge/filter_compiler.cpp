#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/utf8.hpp"
#include "knowledge/filter_literal.hpp"
#include "knowledge/filter_names.hpp"
#include "knowledge/filter_syntax.hpp"
#include "knowledge/filter_tree.hpp"
#include "model/names.hpp"
#include "sql/errors.hpp"
#include "sql/nearest.hpp"

namespace querydata::inline v0::knowledge {

namespace {

[[noreturn]] void fail(std::size_t offset, const std::string& message) {
  throw sql::Failure{sql::error_at(ErrorCode::invalid_argument, offset, "filter: " + message)};
}

bool has_order(FilterType type) noexcept {
  return type != FilterType::boolean && type != FilterType::enumeration && type != FilterType::message;
}

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<FilterField>& fields) {
  constexpr std::size_t most = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(fields.size(), most); ++i) {
    if (i > 0) out += i + 1 == fields.size() ? " and " : ", ";
    out += fields[i].name;
  }
  if (fields.size() > most) out += fmt::format(" and {} more", fields.size() - most);
  return out;
}

Operator to_operator(Comparator comparator) noexcept {
  switch (comparator) {
    case Comparator::unequal:
      return Operator::unequal;
    case Comparator::less:
      return Operator::less;
    case Comparator::less_equal:
      return Operator::less_equal;
    case Comparator::greater:
      return Operator::greater;
    case Comparator::greater_equal:
      return Operator::greater_equal;
    default:
      return Operator::equal;
  }
}

/// Text and syntax to the checked tree. What is wrong is thrown as sql::Failure.
class Compiler {
 public:
  Compiler(std::string_view text, const SyntaxTree& syntax, const std::vector<FilterField>& fields,
           const FilterOptions& options)
      : text_(text), syntax_(syntax), fields_(fields), options_(options) {}

  Tree compile() {
    if (syntax_.root != no_node) condition(syntax_.root, NodeKind::comparison);
    return std::move(tree_);
  }

 private:
  [[nodiscard]] bool general() const { return options_.profile == FilterProfile::general; }

  // Conditions.

  std::uint32_t open(NodeKind kind) {
    tree_.nodes.push_back({kind, 0, 0});
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }
  void close(std::uint32_t node) { tree_.nodes[node].end = static_cast<std::uint32_t>(tree_.nodes.size()); }

  /// Calls `use` for each child, inside a node of that kind. What is joined alike is one node.
  template <class Use>
  void joined(std::uint32_t parent_syntax, NodeKind kind, NodeKind parent, Use use) {
    const bool same = kind == parent;
    const std::uint32_t node = same ? 0 : open(kind);
    for (auto child = syntax_.nodes[parent_syntax].first_child; child != no_node; child = syntax_.nodes[child].next) {
      use(child, kind);
    }
    if (!same) close(node);
  }

  void condition(std::uint32_t number, NodeKind parent) {
    const SyntaxNode& node = syntax_.nodes[number];
    const auto below = [this](std::uint32_t child, NodeKind kind) { condition(child, kind); };
    switch (node.kind) {
      case SyntaxKind::conjunction:
      case SyntaxKind::sequence:
        return joined(number, NodeKind::all, parent, below);
      case SyntaxKind::disjunction:
        return joined(number, NodeKind::any, parent, below);
      case SyntaxKind::negation:
        return joined(number, NodeKind::negation, NodeKind::comparison, below);
      case SyntaxKind::restriction:
        return restriction(node, parent);
      case SyntaxKind::member:
        fail_bare(node);
      case SyntaxKind::call:
        fail_call(node);
    }
  }

  void restriction(const SyntaxNode& node, NodeKind parent) {
    const SyntaxNode& left = syntax_.nodes[node.first_child];
    if (left.kind == SyntaxKind::call) fail_call(left);
    const Path path = resolve(left, node.comparator);
    value(left.next, path, node.comparator, parent);
  }

  // The left side.

  struct Path {
    std::uint32_t first_step = 0;
    std::uint32_t last_step = 0;
    Span span;
  };

  [[nodiscard]] const PathStep& target(const Path& path) const { return tree_.steps[path.last_step - 1]; }
  [[nodiscard]] std::string name(const Path& path) const { return std::string(path.span.of(text_)); }

  const FilterField& find(const std::vector<FilterField>& fields, std::string_view name, std::size_t offset) const {
    const auto found =
        std::ranges::find_if(fields, [name](const FilterField& field) { return same_field(field.name, name); });
    if (found != fields.end()) return *found;
    sql::Nearest nearest(name);
    for (const auto& field : fields) nearest.offer(field.name);
    const auto hint = nearest.best().empty() ? "the" : fmt::format("did you mean `{}`? The", nearest.best());
    fail(offset, fmt::format("there is no field {}; {} fields are {}", shown_name(name), hint, listed(fields)));
  }

  static std::string shown_name(std::string_view name) { return fmt::format("`{}`", utf8_prefix(name, 60)); }

  Path resolve(const SyntaxNode& member, Comparator comparator) {
    Path path{static_cast<std::uint32_t>(tree_.steps.size()), 0, member.span};
    const SyntaxPart& first = syntax_.parts[member.first_part];
    if (first.quoted) {
      fail(first.span.begin, "the left side is a text; write the field first, and without quotation marks");
    }
    tree_.steps.push_back({&find(fields_, first.span.of(text_), first.span.begin), {}});
    for (auto i = member.first_part + 1; i < member.last_part; ++i) descend(syntax_.parts[i], comparator);
    path.last_step = static_cast<std::uint32_t>(tree_.steps.size());
    return path;
  }

  /// From the last step into its part: the key of a map, or a field of a message.
  void descend(const SyntaxPart& part, Comparator comparator) {
    PathStep& last = tree_.steps.back();
    const FilterField& field = *last.field;
    if (field.shape == FilterShape::map && !last.key) {
      last.key = decode(text_, part).text;
      return;
    }
    if (field.type != FilterType::message) {
      fail(part.span.begin, fmt::format("{} is of type {} and has no fields of its own; compare it directly",
                                        field.name, v0::to_string(field.type)));
    }
    if (field.shape == FilterShape::list && comparator != Comparator::has) {
      fail(part.span.begin,
           fmt::format("{} is a list; write `:` instead of `{}` to ask whether one of its elements fits", field.name,
                       to_string(comparator)));
    }
    if (part.quoted) fail(part.span.begin, fmt::format("a field of {} is written without quotation marks", field.name));
    tree_.steps.push_back({&find(field.fields, part.span.of(text_), part.span.begin), {}});
  }

  // The right side.

  void value(std::uint32_t number, const Path& path, Comparator comparator, NodeKind parent) {
    const SyntaxNode& node = syntax_.nodes[number];
    const bool swapped = comparator == Comparator::unequal;
    switch (node.kind) {
      case SyntaxKind::conjunction:
      case SyntaxKind::sequence:
        return group(number, path, comparator, swapped ? NodeKind::any : NodeKind::all, parent);
      case SyntaxKind::disjunction:
        return group(number, path, comparator, swapped ? NodeKind::all : NodeKind::any, parent);
      case SyntaxKind::negation:
        // `!=` is true unless `=` would be, and so is NOT: they cancel out.
        if (swapped) return value(node.first_child, path, Comparator::equal, parent);
        return group(number, path, comparator, NodeKind::negation, NodeKind::comparison);
      case SyntaxKind::member:
        return comparison(node, path, comparator);
      case SyntaxKind::restriction:
        fail(node.span.begin,
             fmt::format("a value is expected in the parentheses, not a comparison; write `{} {} (a OR b)`", name(path),
                         to_string(comparator)));
      case SyntaxKind::call:
        fail_call(node);
    }
  }

  void group(std::uint32_t number, const Path& path, Comparator comparator, NodeKind kind, NodeKind parent) {
    joined(number, kind, parent, [&](std::uint32_t child, NodeKind inside) { value(child, path, comparator, inside); });
  }

  void comparison(const SyntaxNode& node, const Path& path, Comparator comparator) {
    Comparison out{path.first_step, path.last_step, to_operator(comparator), {}};
    const bool star = is_star(node);
    if (comparator == Comparator::has && !general()) {
      fail(path.span.end, fmt::format("`:` is no operator here; write `{} = …`", name(path)));
    }
    if (comparator == Comparator::has && star) {
      out.op = tree_.steps[path.last_step - 1].key ? Operator::exists : Operator::present;
    } else if (!is_single(target(path)) || target(path).field->type == FilterType::message) {
      contained(node, path, comparator, out);
    } else {
      check_operator(path, comparator);
      const bool wildcards = general() && (out.op == Operator::equal || out.op == Operator::unequal);
      out.operand = to_operand(literal(node), *target(path).field, wildcards);
    }
    tree_.comparisons.push_back(std::move(out));
    const std::uint32_t leaf = open(NodeKind::comparison);
    tree_.nodes[leaf].comparison = static_cast<std::uint32_t>(tree_.comparisons.size() - 1);
    close(leaf);
  }

  /// What a list, a map or a message has.
  void contained(const SyntaxNode& node, const Path& path, Comparator comparator, Comparison& out) {
    const FilterField& field = *target(path).field;
    if (comparator != Comparator::has) {
      fail(path.span.end, fmt::format("{} is a {}; write `:` to ask what it has", name(path),
                                      is_single(target(path))            ? "message"
                                      : field.shape == FilterShape::list ? "list"
                                                                         : "map"));
    }
    if (field.shape == FilterShape::list) {
      if (field.type == FilterType::message) {
        fail(node.span.begin, fmt::format("the elements of {} are messages; ask for one of their fields, `{}.{}:…`",
                                          field.name, name(path), field.fields.front().name));
      }
      out.operand = to_operand(literal(node), field, true);
      return;
    }
    Literal wanted = literal(node);
    out.first_step = static_cast<std::uint32_t>(tree_.steps.size());
    for (auto i = path.first_step; i < path.last_step; ++i) tree_.steps.push_back(PathStep(tree_.steps[i]));
    if (!is_single(target(path))) {
      tree_.steps.back().key = std::move(wanted.text);
      out.op = Operator::exists;
    } else {
      tree_.steps.push_back({&find(field.fields, wanted.text, wanted.span.begin), {}});
      out.op = Operator::present;
    }
    out.last_step = static_cast<std::uint32_t>(tree_.steps.size());
  }

  void check_operator(const Path& path, Comparator comparator) const {
    const FilterField& field = *target(path).field;
    const auto type = v0::to_string(field.type);
    const auto sign = to_string(comparator);
    const bool ordering =
        comparator != Comparator::equal && comparator != Comparator::unequal && comparator != Comparator::has;
    const bool exact = !has_order(field.type) || (!general() && field.type == FilterType::string);
    if (ordering && exact) {
      fail(path.span.end,
           fmt::format("`{}` is no operator for {}, which is of type {}; write `=` or `!=`", sign, name(path), type));
    }
    if (comparator == Comparator::unequal && !exact && !general()) {
      fail(path.span.end, fmt::format("`!=` is no operator for {}, which is of type {}; write `NOT {} = …`", name(path),
                                      type, name(path)));
    }
  }

  [[nodiscard]] bool is_star(const SyntaxNode& node) const { return node.span.of(text_) == "*"; }

  [[nodiscard]] Literal literal(const SyntaxNode& node) const {
    if (node.last_part - node.first_part == 1) return decode(text_, syntax_.parts[node.first_part]);
    for (auto i = node.first_part; i < node.last_part; ++i) {
      if (syntax_.parts[i].quoted) {
        fail(node.span.begin, "a value is one text; put all of it in one pair of quotation marks");
      }
    }
    return decode(text_, {node.span, false, false});
  }

  // What the grammar knows and typed filters do not have.

  [[noreturn]] void fail_bare(const SyntaxNode& node) const {
    const auto word = node.span.of(text_);
    const auto name = shown_name(word);
    for (const std::string_view keyword : {"AND", "OR", "NOT"}) {
      if (model::equal_ignoring_case(word, keyword)) {
        fail(node.span.begin, fmt::format("{} is an ordinary word; write {} in capitals", name, keyword));
      }
    }
    const auto field = std::ranges::find_if(fields_, [word](const FilterField& f) { return same_field(f.name, word); });
    if (field != fields_.end()) {
      const bool truth = field->type == FilterType::boolean && field->shape == FilterShape::single;
      fail(node.span.begin,
           fmt::format("{} stands alone; compare it with a value, `{} = {}`", name, field->name, truth ? "true" : "…"));
    }
    fail(node.span.begin, fmt::format("{} stands alone; a condition is `field operator value`, and a value of several "
                                      "words is in double quotes",
                                      name));
  }

  [[noreturn]] void fail_call(const SyntaxNode& node) const {
    const Span name{syntax_.parts[node.first_part].span.begin, syntax_.parts[node.last_part - 1].span.end};
    const auto word = name.of(text_);
    if (is_keyword(word)) fail(name.end, fmt::format("a blank is missing after {}", word));
    fail(name.begin, fmt::format("{} is called like a function, and there are none; compare a field with a value",
                                 shown_name(word)));
  }

  std::string_view text_;
  const SyntaxTree& syntax_;
  const std::vector<FilterField>& fields_;
  const FilterOptions& options_;
  Tree tree_;
};

/// The byte at which the text has more than `most` characters.
std::optional<std::size_t> too_long_at(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::nullopt;
  std::size_t offset = 0;
  for (std::size_t count = 0; offset < text.size(); ++count) {
    if (count == most) return offset;
    offset += decode_utf8(text, offset).size;
  }
  return std::nullopt;
}

}  // namespace

Result<Tree> compile_filter(std::string_view text, const std::vector<FilterField>& fields,
                            const FilterOptions& options) {
  const auto error = [](std::size_t offset, std::string message) {
    return sql::error_at(ErrorCode::invalid_argument, offset, std::move(message));
  };
  if (const auto offset = too_long_at(text, options.max_characters)) {
    return error(*offset, fmt::format("filter: longer than the {} characters that are allowed; shorten it",
                                      options.max_characters));
  }
  if (const auto offset = find_invalid_utf8(text)) {
    return error(*offset, "filter: not valid UTF-8; send the text in that encoding");
  }
  const auto syntax = parse_filter(text, options.max_depth);
  if (!syntax) return syntax.error();
  try {
    return Compiler(text, *syntax, fields, options).compile();
  } catch (sql::Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace querydata::inline v0::knowledge
