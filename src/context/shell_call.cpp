#include "context/shell_call.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "sql/characters.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::array<std::string_view, 8> reading_methods = {
    "find", "findOne", "aggregate", "countDocuments", "count", "distinct", "estimatedDocumentCount", "getCollection"};

/// Of cursors, and those that make values.
constexpr std::array<std::string_view, 38> harmless = {
    "sort",       "limit",   "skip",      "toArray",   "project",   "projection",    "hint",       "collation",
    "pretty",     "size",    "batchSize", "maxTimeMS", "explain",   "itcount",       "next",       "hasNext",
    "readPref",   "comment", "min",       "max",       "returnKey", "showRecordId",  "now",        "readConcern",
    "ObjectId",   "ISODate", "Date",      "NumberInt", "Int32",     "NumberDecimal", "NumberLong", "Long",
    "Decimal128", "Double",  "UUID",      "BinData",   "Timestamp", "RegExp"};

constexpr std::array<std::string_view, 5> forbidden_operators = {"$out", "$merge", "$where", "$function",
                                                                 "$accumulator"};

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) {
  return std::ranges::find(words, word) != words.end();
}

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

class CallReader {
 public:
  explicit CallReader(std::string_view text) : text_(text) {}

  std::string_view find_write() {
    while (at_ < text_.size() && found_.empty()) step();
    return found_;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    const char c = peek();
    if (sql::is_blank_or_control(c)) {
      ++at_;
    } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      skip_comment();
    } else if (ended_) {
      found_ = ";";  // a second statement
    } else if (c == '/' && (before_ == '\0' || sql::contains("(:,[", before_))) {
      skip_regex();
    } else if (sql::contains("\"'", c)) {
      read_text();
    } else if (sql::is_word_part(c) || c == '$') {
      read_word();
    } else {
      read_mark(c);
    }
  }

  void skip_comment() {
    const bool line = peek(1) == '/';
    const std::size_t end = text_.find(line ? "\n" : "*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + (line ? 1 : 2);
  }

  void skip_regex() {
    bool in_class = false;
    for (++at_; at_ < text_.size() && (in_class || peek() != '/'); ++at_) {
      if (peek() == '\\') ++at_;
      in_class = peek() == '[' || (in_class && peek() != ']');
    }
    ++at_;
    before_ = '/';
    word_ = {};
  }

  /// One character of a text, escapes undone as far as they can spell an operator.
  void read_character(std::string& out) {
    if (peek() != '\\') {
      out += text_[at_++];
      return;
    }
    const char kind = peek(1);
    const std::size_t digits = kind == 'u' ? 4 : kind == 'x' ? 2 : 0;
    at_ += 2;
    unsigned code = 0;
    const bool hex =
        digits > 0 && at_ + digits <= text_.size() &&
        std::from_chars(text_.data() + at_, text_.data() + at_ + digits, code, 16).ptr == text_.data() + at_ + digits;
    if (hex) at_ += digits;
    out += hex && code < 0x80 ? static_cast<char>(code) : hex || kind == '\0' ? '\x7f' : kind;
  }

  void read_text() {
    const char quote = text_[at_++];
    std::string value;
    while (at_ < text_.size() && peek() != quote) read_character(value);
    ++at_;
    before_ = quote;
    word_ = {};
    check_key(value);
  }

  void read_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (sql::is_word_part(peek()) || peek() == '$')) ++at_;
    word_ = text_.substr(begin, at_ - begin);
    before_ = 'w';
    if (word_ == "function") found_ = word_;
    check_key(word_);
  }

  void check_key(std::string_view key) {
    const std::string_view rest = after_blanks(text_.substr(std::min(at_, text_.size())));
    if (!rest.starts_with(':') && !rest.starts_with('/')) return;
    const auto operation = std::ranges::find(forbidden_operators, key);
    if (operation != forbidden_operators.end()) found_ = *operation;
  }

  void read_mark(char c) {
    const std::string_view mark = text_.substr(at_, 1);
    if (c == '(') {
      open_call(mark);
    } else if (sql::contains("[{", c)) {
      ++depth_;
    } else if (sql::contains(")]}", c)) {
      depth_ -= depth_ > 0 ? 1 : 0;
      // A name that is computed may be any.
      if (c == ']' && after_blanks(text_.substr(at_ + 1)).starts_with(':')) found_ = "[…]:";
    } else if (c == ';' && depth_ == 0) {
      ended_ = true;
    } else if (sql::contains("`\\=;", c)) {
      found_ = mark;
    }
    before_ = c;
    word_ = {};
    ++at_;
  }

  void open_call(std::string_view mark) {
    ++depth_;
    if (word_.empty()) {
      if (before_ == ']' || before_ == ')') found_ = mark;  // a["drop"](…)
    } else if (!is_one_of(word_, reading_methods) && !is_one_of(word_, harmless)) {
      found_ = word_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::string_view word_;  ///< that was read last, if only blanks follow
  char before_ = '\0';     ///< the mark that was read last, 'w' for a word
  bool ended_ = false;
  std::string_view found_;
};

}  // namespace

bool is_shell_call(std::string_view text) {
  text = after_blanks(text);
  if (!text.starts_with("db.")) return false;
  const std::size_t parenthesis = text.find('(');
  return parenthesis != std::string_view::npos &&
         text.substr(0, parenthesis).find_first_of(" \t\r\n'\";") == std::string_view::npos;
}

std::string_view shell_write(std::string_view text) {
  text = after_blanks(text);
  const std::string_view path = text.substr(0, text.find('('));
  const std::string_view method = path.substr(path.rfind('.') + 1);
  if (!is_one_of(method, reading_methods)) return method;
  return CallReader(text).find_write();
}

}  // namespace querydata::inline v0::context
