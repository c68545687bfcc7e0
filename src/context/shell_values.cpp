#include "context/shell_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "context/shell_call.hpp"
#include "context/spoken_values.hpp"
#include "sql/characters.hpp"
#include "sql/errors.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::error_at;
using sql::Failure;

/// A bracket that is open, and what was read in it last.
struct Level {
  char bracket = '(';
  std::string call;     ///< of parentheses: the function's name
  std::string key;      ///< of braces: the present member's
  bool filter = false;  ///< its values choose documents
};

constexpr std::array<std::string_view, 5> filtering_calls = {"find", "findOne", "countDocuments", "count", "distinct"};
constexpr std::array<std::string_view, 4> plain_operators = {"$eq", "$ne", "$in", "$nin"};

/// What a regular expression looks for, if it is a plain text.
std::string pattern_core(std::string_view pattern) {
  for (const std::string_view edge : {"^", ".*"}) {
    if (pattern.starts_with(edge)) pattern.remove_prefix(edge.size());
  }
  for (const std::string_view edge : {"$", ".*"}) {
    if (pattern.ends_with(edge)) pattern.remove_suffix(edge.size());
  }
  return pattern.find_first_of(".*+?^$|()[]{}\\") == std::string_view::npos ? std::string(pattern) : std::string();
}

class ShellReader {
 public:
  ShellReader(std::string_view text, QueryForm form) : text_(text) {
    // A member stands as it would between the braces of a filter.
    if (form == QueryForm::condition) levels_.push_back({'{', {}, {}, true});
  }

  std::vector<QueryValue> read() {
    const std::size_t outermost = levels_.size();
    while (at_ < text_.size()) step();
    if (levels_.size() != outermost) fail(text_.size(), "ends before its brackets are closed; close them");
    return std::move(values_);
  }

 private:
  [[noreturn]] static void fail(std::size_t at, std::string_view what) {
    throw Failure{error_at(ErrorCode::invalid_argument, at, fmt::format("The shell call {} (byte {}).", what, at))};
  }

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    const char c = peek();
    if (sql::contains("\"'", c)) {
      read_text();
    } else if (sql::is_digit(c) || (c == '-' && sql::is_digit(peek(1)))) {
      read_number();
    } else if (sql::is_word_start(c) || c == '$') {
      read_word();
    } else {
      read_mark(c);
      ++at_;
    }
  }

  void read_mark(char c) {
    if (sql::contains("([{", c)) {
      open(c);
    } else if (sql::contains(")]}", c)) {
      close(c);
    } else if (c == ',' && !levels_.empty()) {
      if (levels_.back().bracket == '{') levels_.back().key.clear();
      // Only the first argument of find is a filter, only the second of distinct.
      if (levels_.back().bracket == '(') levels_.back().filter = levels_.back().call == "distinct";
    }
    if (!sql::is_blank_or_control(c) && c != '(') word_.clear();
  }

  void open(char bracket) {
    Level level{bracket, bracket == '(' ? word_ : std::string(), {}, false};
    if (bracket == '(') {
      const bool inside = !levels_.empty() && levels_.back().filter;  // ISODate("…")
      level.filter = inside || (level.call != "distinct" && text::is_one_of(level.call, filtering_calls));
    } else if (!levels_.empty()) {
      level.filter = levels_.back().filter || levels_.back().key == "$match";
    }
    levels_.push_back(std::move(level));
    word_.clear();
  }

  void close(char bracket) {
    const char opening = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
    if (levels_.empty() || levels_.back().bracket != opening) fail(at_, "closes a bracket that is not open");
    levels_.pop_back();
  }

  void read_text() {
    const std::size_t begin = at_;
    const char quote = peek();
    std::string value;
    for (++at_; at_ < text_.size() && peek() != quote; ++at_) {
      if (peek() == '\\' && at_ + 1 < text_.size()) ++at_;
      value += peek();
    }
    if (at_ == text_.size()) fail(begin, "has a text that is not closed; close it");
    ++at_;
    if (!take_key(value)) add({begin, at_}, std::move(value));
  }

  void read_number() {
    const std::size_t begin = at_;
    ++at_;
    while (sql::is_digit(peek()) || (peek() == '.' && sql::is_digit(peek(1)))) ++at_;
    double number = 0;
    std::from_chars(text_.data() + begin, text_.data() + at_, number);
    if (!sql::is_word_part(peek())) add({begin, at_}, number);
  }

  void read_word() {
    const std::size_t begin = at_;
    while (sql::is_word_part(peek())) ++at_;
    word_ = text_.substr(begin, at_ - begin);
    if (word_.size() > 1 && word_[0] == '$' && sql::is_digit(word_[1])) {
      fail(begin, "already has a placeholder; give it with its values");
    }
    if (levels_.empty() && !word_.empty() && collection_.empty() && word_ != "db") collection_ = word_;
    if (take_key(word_)) word_.clear();
  }

  /// Whether what was read is the key of a member.
  bool take_key(const std::string& key) {
    std::size_t next = at_;
    while (next < text_.size() && sql::is_blank_or_control(text_[next])) ++next;
    if (next == text_.size() || text_[next] != ':' || levels_.empty() || levels_.back().bracket != '{') return false;
    levels_.back().key = key;
    at_ = next + 1;
    return true;
  }

  /// The innermost key that is a field's, and the operator inside of it.
  [[nodiscard]] std::pair<std::string, std::string> field_and_operator() const {
    std::string op;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      if (level->key.empty()) continue;
      if (level->key[0] != '$') return {level->key, op};
      if (op.empty()) op = level->key;
    }
    return {{}, op};
  }

  void add(Span span, Value read) {
    if (levels_.empty()) return;
    QueryValue value;
    value.span = span;
    value.text = span.of(text_);
    value.value = std::move(read);
    const auto* text = std::get_if<std::string>(&value.value);
    const auto [field, op] = field_and_operator();
    if (levels_.back().key == "$limit" || (levels_.back().call == "limit" && levels_.back().bracket == '(')) {
      value.role = ValueRole::limit;
    } else if (levels_.back().filter && !field.empty() && compare(value, op)) {
      value.role = ValueRole::compared;
      value.subject = {collection_, field.substr(field.rfind('.') + 1), field};
    }
    if (value.core.empty()) value.core = text != nullptr ? *text : value.text;
    if (op == "$regex" && text != nullptr) value.core = pattern_core(*text);
    value.decimal = decimal_of(value.core);
    values_.push_back(std::move(value));
  }

  /// Whether the operator compares a field with a value, and how.
  static bool compare(QueryValue& value, std::string_view op) {
    value.low = op == "$gt" || op == "$gte";
    value.high = op == "$lt" || op == "$lte";
    value.inclusive = op.ends_with("te");
    value.op = op.empty() ? "$eq" : op;
    return op.empty() || value.low || value.high || op == "$regex" || text::is_one_of(op, plain_operators);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Level> levels_;
  std::string word_;  ///< that was read last: a call's name, if a parenthesis follows
  std::string collection_;
  std::vector<QueryValue> values_;
};

}  // namespace

Result<std::vector<QueryValue>> shell_values(std::string_view text, QueryForm form) {
  if (form == QueryForm::query && !is_shell_call(text)) {
    return error_at(ErrorCode::invalid_argument, 0,
                    "The query is no call of the MongoDB shell; begin with db. (byte 0)");
  }
  if (const auto write = shell_write(text); form == QueryForm::query && !write.empty()) {
    return error_at(ErrorCode::permission_denied, 0,
                    fmt::format("`{}` may change data or run code; only queries are templates.", write));
  }
  try {
    return ShellReader(text, form).read();
  } catch (const Failure& failure) {
    return failure.error;
  }
}

}  // namespace querydata::inline v0::context
