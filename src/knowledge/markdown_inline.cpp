#include "knowledge/markdown_inline.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace querydata::inline v0::knowledge {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_mark(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::string folded(std::string_view label) {
  std::string out;
  for (const char c : label) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return out;
}

/// A line with its marks, hidden in one pass. Looks at `line_`, which stays, and writes to `text_`.
class InlineReader {
 public:
  InlineReader(std::string& text, Span span, const std::set<std::string>& labels)
      : text_(text), begin_(span.begin), line_(span.of(text)), labels_(labels) {}

  void read() {
    for (at_ = 0; at_ < line_.size();) step();
  }

 private:
  void hide(std::size_t begin, std::size_t end) {
    std::fill_n(text_.begin() + static_cast<std::ptrdiff_t>(begin_ + begin), end - begin, ' ');
  }

  [[nodiscard]] std::size_t run_end(std::size_t at) const {
    return std::min(line_.find_first_not_of(line_[at], at), line_.size());
  }

  void step() {
    const char c = line_[at_];
    if (c == '\\' && at_ + 1 < line_.size() && is_mark(line_[at_ + 1])) {
      hide(at_, at_ + 1);
      at_ += 2;
    } else if (c == '`') {
      code();
    } else if (c == '*' || c == '_' || c == '~') {
      emphasis(c);
    } else if (c == '[') {
      open_.push_back(at_++);
    } else if (c == ']' && !open_.empty()) {
      close();
    } else {
      ++at_;
    }
  }

  /// Up to a run of as many marks.
  void code() {
    const std::size_t end = run_end(at_);
    hide(at_, end);
    const std::size_t length = end - at_;
    at_ = end;
    if (length <= no_code_end_.size() && length > 0 && no_code_end_[length - 1]) return;
    for (std::size_t next = line_.find('`', end); next != std::string_view::npos; next = line_.find('`', next)) {
      const std::size_t closed = run_end(next);
      if (closed - next == length) {
        hide(next, closed);
        at_ = closed;
        return;
      }
      next = closed;
    }
    if (no_code_end_.size() < length) no_code_end_.resize(length);
    no_code_end_[length - 1] = true;
  }

  /// Marks between blanks are none, nor is "_" inside a word, nor a single "~".
  void emphasis(char mark) {
    const std::size_t end = run_end(at_);
    const bool after_blank = at_ == 0 || is_blank(line_[at_ - 1]);
    const bool before_blank = end == line_.size() || is_blank(line_[end]);
    const bool in_word = !after_blank && !before_blank && !is_mark(line_[at_ - 1]) && !is_mark(line_[end]);
    bool hidden = !(after_blank && before_blank);
    if (mark == '_') hidden = hidden && !in_word;
    if (mark == '~') hidden = hidden && end - at_ == 2;
    if (hidden) hide(at_, end);
    at_ = end;
  }

  /// "](target)", "][label]", "][]", or "]" behind the label of a definition.
  void close() {
    const std::size_t open = open_.back();
    open_.pop_back();
    const std::size_t after = at_ + 1;
    const std::size_t end = target_end(open, after);
    if (end == 0) {
      at_ = after;
      return;
    }
    hide(open > 0 && line_[open - 1] == '!' ? open - 1 : open, open + 1);
    hide(at_, end);
    at_ = end;
  }

  /// @return  behind what belongs to the link; 0 where there is none
  [[nodiscard]] std::size_t target_end(std::size_t open, std::size_t after) {
    const char next = after < line_.size() ? line_[after] : ' ';
    if (next == '(') return parenthesis_end(after);
    const auto defined = [&](std::size_t begin, std::size_t end) {
      return labels_.contains(folded(line_.substr(begin, end - begin)));
    };
    if (next == '[') {
      const std::size_t end = line_.find_first_of("[]", after + 1);
      const bool closed = end != std::string_view::npos && line_[end] == ']';
      if (closed && (end == after + 1 || defined(after + 1, end))) return end + 1;
    }
    return !labels_.empty() && defined(open + 1, at_) ? after : 0;
  }

  [[nodiscard]] std::size_t parenthesis_end(std::size_t at) {
    if (no_parenthesis_) return 0;
    std::size_t depth = 0;
    for (; at < line_.size(); ++at) {
      if (line_[at] == '(') ++depth;
      if (line_[at] == ')' && --depth == 0) return at + 1;
    }
    no_parenthesis_ = true;
    return 0;
  }

  std::string& text_;
  std::size_t begin_;
  std::string line_;
  const std::set<std::string>& labels_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;  ///< brackets
  std::vector<bool> no_code_end_;  ///< by length
  bool no_parenthesis_ = false;
};

}  // namespace

std::string link_label(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && at < 3 && line[at] == ' ') ++at;
  if (at >= line.size() || line[at] != '[') return {};
  const std::size_t end = line.find_first_of("[]", at + 1);
  if (end == std::string_view::npos || line[end] != ']' || end == at + 1 || !line.substr(end + 1).starts_with(':'))
    return {};
  // A target without blanks, and a title in quotes at most.
  std::string_view target = line.substr(end + 2);
  target.remove_prefix(std::min(target.find_first_not_of(" \t\r"), target.size()));
  if (target.empty()) return {};
  target.remove_prefix(std::min(target.find_first_of(" \t\r"), target.size()));
  target.remove_prefix(std::min(target.find_first_not_of(" \t\r"), target.size()));
  if (!target.empty() && target[0] != '"' && target[0] != '\'' && target[0] != '(') return {};
  return folded(line.substr(at + 1, end - at - 1));
}

void hide_inline_marks(std::string& text, Span line, const std::set<std::string>& labels) {
  InlineReader(text, line, labels).read();
}

}  // namespace querydata::inline v0::knowledge
