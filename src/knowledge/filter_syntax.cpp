#include "knowledge/filter_syntax.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "knowledge/filter_cursor.hpp"
#include "knowledge/filter_names.hpp"
#include "sql/characters.hpp"
#include "sql/errors.hpp"

namespace querydata::inline v0::knowledge {

namespace {

/// Children of a node that is about to be made.
struct Children {
  std::uint32_t first = no_node;
  std::uint32_t last = no_node;
};

/// What comes after a term.
enum class Link : std::uint8_t { end, conjunction, juxtaposition, disjunction };

class Parser : private FilterCursor {
 public:
  Parser(std::string_view text, std::size_t max_depth) : FilterCursor(text), max_depth_(max_depth) {
    tree_.nodes.reserve(16);
    tree_.parts.reserve(16);
  }

  SyntaxTree parse() {
    skip_blanks();
    if (at_end()) return std::move(tree_);
    tree_.root = expression();
    if (!at_end()) fail(position_, unexpected());
    return std::move(tree_);
  }

 private:
  [[noreturn]] static void fail(std::size_t offset, std::string message) {
    throw sql::Failure{sql::error_at(ErrorCode::invalid_argument, offset, "filter: " + std::move(message))};
  }

  // Nodes.

  std::uint32_t add(SyntaxNode node) {
    tree_.nodes.push_back(node);
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }

  void append(Children& children, std::uint32_t node) {
    (children.last == no_node ? children.first : tree_.nodes[children.last].next) = node;
    children.last = node;
  }

  /// The only child itself, or a new node with the children. Leaves none behind.
  std::uint32_t close(Children& children, SyntaxKind kind) {
    const Children closed = std::exchange(children, {});
    if (closed.first == closed.last) return closed.first;
    SyntaxNode node;
    node.kind = kind;
    node.first_child = closed.first;
    node.span = {tree_.nodes[closed.first].span.begin, tree_.nodes[closed.last].span.end};
    return add(node);
  }

  // Grammar.

  /// OR binds tightest, then what stands side by side, then AND.
  std::uint32_t expression() {
    Children conjunction;
    Children sequence;
    Children disjunction;
    while (true) {
      append(disjunction, term());
      const Link next = link();
      if (next == Link::disjunction) continue;
      append(sequence, close(disjunction, SyntaxKind::disjunction));
      if (next == Link::juxtaposition) continue;
      append(conjunction, close(sequence, SyntaxKind::sequence));
      if (next == Link::end) return close(conjunction, SyntaxKind::conjunction);
    }
  }

  Link link() {
    const bool blanks = skip_blanks();
    if (at_end() || next_is(')') || next_is(',')) return Link::end;
    if (!blanks) fail(position_, unexpected());
    const auto next = word();
    if (next.empty() && !next_is('"') && !next_is('\'') && !next_is('(')) fail(position_, unexpected());
    const bool conjunction = next == "AND";
    if (!conjunction && next != "OR") return Link::juxtaposition;
    const std::size_t after = position_ + next.size();
    // "AND(a)" and "AND.x(a)" are calls.
    if (after < text_.size() && (text_[after] == '(' || text_[after] == '.')) return Link::juxtaposition;
    position_ = after;
    skip_blanks();
    if (at_end() || next_is(')')) {
      fail(position_, fmt::format("after {} a condition is missing; add one or remove {}", next, next));
    }
    if (position_ == after) fail(after, fmt::format("{} must have a blank on both sides", next));
    return conjunction ? Link::conjunction : Link::disjunction;
  }

  /// Whether NOT stands here as a word that negates. "NOT(" is read as a negation, not as the call of a function.
  [[nodiscard]] bool at_not() const {
    if (word() != "NOT") return false;
    const std::size_t after = position_ + 3;
    return blank_at(after) > 0 || (after < text_.size() && text_[after] == '(');
  }

  std::uint32_t term() {
    const std::size_t begin = position_;
    const bool minus = next_is('-');
    if (!minus && !at_not()) return simple();
    position_ += minus ? 1 : 3;
    if (minus && blank_at(position_) > 0) fail(begin, "`-` must touch the condition that it negates");
    skip_blanks();
    if (at_end() || next_is(')')) fail(position_, "after a negation a condition is missing");
    if (next_is('-') || at_not()) {
      fail(position_, "only one negation may stand before a condition; write NOT (NOT …) or remove both");
    }
    const std::uint32_t child = simple();
    if (minus && is_bare_number(child)) {
      tree_.parts[tree_.nodes[child].first_part].span.begin = begin;
      tree_.nodes[child].span.begin = begin;
      return child;
    }
    SyntaxNode node;
    node.kind = SyntaxKind::negation;
    node.first_child = child;
    node.span = {begin, position_};
    return add(node);
  }

  /// "-30" alone is a number.
  [[nodiscard]] bool is_bare_number(std::uint32_t number) const {
    const SyntaxNode& node = tree_.nodes[number];
    if (node.kind != SyntaxKind::member) return false;
    const SyntaxPart& part = tree_.parts[node.first_part];
    return !part.quoted && sql::is_digit(text_[part.span.begin]);
  }

  std::uint32_t simple() { return next_is('(') ? composite() : restriction(); }

  void enter(std::size_t offset) {
    if (++depth_ > max_depth_) {
      fail(offset, fmt::format("more than {} parentheses inside each other; write it flatter", max_depth_));
    }
  }

  std::uint32_t composite() {
    const std::size_t begin = position_;
    enter(begin);
    ++position_;
    skip_blanks();
    if (next_is(')')) fail(begin, "the parentheses are empty; write a condition inside or remove them");
    if (at_end()) fail(begin, "this parenthesis is never closed");
    const std::uint32_t inside = expression();
    if (at_end()) fail(begin, "this parenthesis is never closed");
    if (!next_is(')')) fail(position_, unexpected());
    ++position_;
    --depth_;
    return inside;
  }

  std::uint32_t restriction() {
    const std::uint32_t left = comparable(false);
    const std::size_t after_left = position_;
    skip_blanks();
    const Comparator comparator = take_comparator();
    if (comparator == Comparator::none) {
      position_ = after_left;
      return left;
    }
    skip_blanks();
    SyntaxNode node;
    node.kind = SyntaxKind::restriction;
    node.comparator = comparator;
    node.first_child = left;
    const std::uint32_t right = argument();
    tree_.nodes[left].next = right;
    node.span = {tree_.nodes[left].span.begin, position_};
    return add(node);
  }

  Comparator take_comparator() {
    if (at_end()) return Comparator::none;
    const char first = text_[position_];
    const bool or_equal = position_ + 1 < text_.size() && text_[position_ + 1] == '=';
    const auto take = [&](Comparator comparator, std::size_t size) {
      position_ += size;
      return comparator;
    };
    switch (first) {
      case '=':
        if (or_equal) fail(position_, "`==` is no operator; write `=`");
        return take(Comparator::equal, 1);
      case ':':
        return take(Comparator::has, 1);
      case '<':
        return or_equal ? take(Comparator::less_equal, 2) : take(Comparator::less, 1);
      case '>':
        return or_equal ? take(Comparator::greater_equal, 2) : take(Comparator::greater, 1);
      case '!':
        if (!or_equal) fail(position_, "`!` is no operator; write NOT before the condition, or `!=`");
        return take(Comparator::unequal, 2);
      default:
        return Comparator::none;
    }
  }

  std::uint32_t argument() {
    if (next_is('(')) return composite();
    const std::uint32_t node = comparable(true);
    last_argument_ = tree_.nodes[node].span;
    return node;
  }

  /// A member or a call. On the right side "-2.4" is one literal.
  std::uint32_t comparable(bool right) {
    SyntaxNode node;
    node.span.begin = position_;
    node.first_part = static_cast<std::uint32_t>(tree_.parts.size());
    const bool minus = right && next_is('-') && text_end(position_) > position_ + 1;
    bool quoted = take_part(right ? "a value" : "a condition", minus || !next_is('-'));
    const bool keyword = !quoted && is_keyword(tree_.parts.back().span.of(text_));
    while (next_is('.')) {
      ++position_;
      quoted = take_part("a name after the point", true) || quoted;
    }
    node.last_part = static_cast<std::uint32_t>(tree_.parts.size());
    if (next_is('(') && !quoted && !minus) return call(node);
    if (keyword) {
      const auto name = tree_.parts[node.first_part].span.of(text_);
      fail(node.span.begin,
           fmt::format("{} joins conditions and needs one on each side; as a text write \"{}\"", name, name));
    }
    node.span.end = position_;
    return add(node);
  }

  std::uint32_t call(SyntaxNode node) {
    const std::size_t begin = position_;
    enter(begin);
    ++position_;
    skip_blanks();
    Children arguments;
    while (!next_is(')')) {
      append(arguments, argument());
      skip_blanks();
      if (next_is(')')) break;
      if (at_end()) fail(begin, "this parenthesis is never closed");
      if (!next_is(',')) fail_argument(node, begin);
      ++position_;
      skip_blanks();
      if (next_is(')')) fail(position_, "after a comma an argument is missing");
    }
    ++position_;
    --depth_;
    node.kind = SyntaxKind::call;
    node.first_child = arguments.first;
    node.span.end = position_;
    return add(node);
  }

  [[noreturn]] void fail_argument(const SyntaxNode& call, std::size_t parenthesis) const {
    const auto name = tree_.parts[call.last_part - 1].span.of(text_);
    if (is_keyword(name)) fail(parenthesis, fmt::format("a blank is missing after {}", name));
    fail(position_, unexpected());
  }

  /// Takes text or quoted text; says which it was.
  bool take_part(std::string_view expected, bool allowed) {
    SyntaxPart part;
    part.span.begin = position_;
    part.quoted = next_is('"') || next_is('\'');
    if (part.quoted) {
      take_quoted(part);
    } else {
      part.span.end = allowed ? text_end(position_) : position_;
      if (part.span.empty()) fail(position_, missing(expected));
      position_ = part.span.end;
    }
    tree_.parts.push_back(part);
    return part.quoted;
  }

  void take_quoted(SyntaxPart& part) {
    const char quote = text_[position_];
    std::size_t at = position_ + 1;
    while (at < text_.size() && text_[at] != quote) {
      if (text_[at] == '\\') {
        part.escaped = true;
        ++at;
      }
      ++at;
    }
    if (at >= text_.size()) {
      fail(position_, fmt::format("this quotation mark is never closed; add {} at the end of the text", quote));
    }
    position_ = part.span.end = at + 1;
  }

  // Messages.

  [[nodiscard]] std::string missing(std::string_view expected) const {
    if (at_end()) return fmt::format("{} is missing at the end", expected);
    return fmt::format("{} is missing before {}", expected, shown(text_, position_));
  }

  /// The run up to the next blank, of which `offset` is a part and which begins at `begin`.
  [[nodiscard]] std::string_view run(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && blank_at(end) == 0 && text_[end] != ')' && text_[end] != '"') ++end;
    return text_.substr(begin, end - begin);
  }

  /// Why what stands here can't follow what was read.
  [[nodiscard]] std::string unexpected() const {
    if (next_is(')')) return "this parenthesis was never opened";
    if (last_argument_.end == position_ && text_[last_argument_.begin] != '"' && text_[last_argument_.begin] != '\'') {
      return fmt::format("a text that holds {} must be in double quotes: \"{}\"", shown(text_, position_),
                         run(last_argument_.begin));
    }
    const auto next = word();
    if (next == "AND" || next == "OR") return fmt::format("{} must have a blank on both sides", next);
    if (!next.empty() || next_is('"') || next_is('\'') || next_is('(')) {
      return fmt::format("a blank is missing before {}", shown(text_, position_));
    }
    return fmt::format("{} can't stand here; a comparison is `field operator value`", shown(text_, position_));
  }

  std::size_t max_depth_;
  std::size_t depth_ = 0;
  Span last_argument_{std::string_view::npos, std::string_view::npos};  ///< the last right side that was no group
  SyntaxTree tree_;
};

}  // namespace

std::string_view to_string(Comparator comparator) noexcept {
  constexpr std::array<std::string_view, 8> names{"", "=", "!=", "<", "<=", ">", ">=", ":"};
  return names[static_cast<std::size_t>(comparator)];
}

Result<SyntaxTree> parse_filter(std::string_view text, std::size_t max_depth) {
  try {
    return Parser(text, max_depth).parse();
  } catch (sql::Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace querydata::inline v0::knowledge
