#include "core/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/utf8.hpp"

namespace querydata::inline v0::json {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The text around `offset`, fit for a message: valid UTF-8 without control characters.
std::string surroundings(std::string_view text, std::size_t offset) {
  constexpr std::size_t reach = 15;
  std::size_t begin = offset > reach ? offset - reach : 0;
  for (int back = 0; back < 3 && begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80; ++back)
    --begin;
  const std::size_t end = std::min(text.size(), offset + reach);
  std::string out = begin > 0 ? "…" : "";
  std::size_t at = begin;
  while (at < end) {
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid || point.value < 0x20 || point.value == 0x7F) {
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[at]));
    } else {
      out += text.substr(at, point.size);
    }
    at += point.size;
  }
  if (at < text.size()) out += "…";
  return out;
}

Error error_at(std::string_view text, std::size_t offset, std::string_view problem, std::string pointer = {}) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::string near = offset < text.size() ? fmt::format("near `{}`", surroundings(text, offset)) : "at its end";
  return {ErrorCode::invalid_argument,
          fmt::format("can't read the JSON: {} in line {}, {}", problem, line, near),
          {.file = {}, .json_pointer = std::move(pointer), .byte_offset = offset, .sqlstate = {}}};
}

/// What the handler found wrong.
struct Refusal {
  std::string problem;
  std::string pointer;
  std::optional<std::size_t> offset;  // unknown for a name with escapes
};

/// Receives the parser's events: builds the value, and refuses what Boost.JSON would lose or round.
class Handler {
 public:
  static constexpr std::size_t max_object_size = boost::json::object::max_size();
  static constexpr std::size_t max_array_size = boost::json::array::max_size();
  static constexpr std::size_t max_key_size = boost::json::string::max_size();
  static constexpr std::size_t max_string_size = boost::json::string::max_size();

  using Text = boost::json::string_view;
  using Code = boost::json::error_code;

  explicit Handler(std::string_view text) : text_(text) {}

  [[nodiscard]] const std::optional<Refusal>& refusal() const { return refusal_; }
  [[nodiscard]] boost::json::value release() { return stack_.release(); }

  bool on_document_begin(Code&) {
    stack_.reset();
    return true;
  }
  bool on_document_end(Code&) { return true; }
  bool on_object_begin(Code&) { return begin(true); }
  bool on_object_end(std::size_t count, Code& code) {
    if (!names_differ(code)) return false;
    stack_.push_object(count);
    return end();
  }
  bool on_array_begin(Code&) { return begin(false); }
  bool on_array_end(std::size_t count, Code&) {
    stack_.push_array(count);
    return end();
  }
  bool on_key_part(Text part, std::size_t, Code&) {
    stack_.push_chars(part);
    part_ += part;
    return true;
  }
  bool on_key(Text part, std::size_t, Code&) {
    stack_.push_key(part);
    part_ += part;
    levels_.back().members.push_back({std::exchange(part_, {}), offset_of(part)});
    return true;
  }
  bool on_string_part(Text part, std::size_t, Code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(Text part, std::size_t, Code&) {
    stack_.push_string(part);
    return done();
  }
  bool on_number_part(Text part, Code&) {
    part_ += part;
    return true;
  }
  bool on_int64(std::int64_t number, Text, Code&) {
    part_.clear();
    stack_.push_int64(number);
    return done();
  }
  bool on_uint64(std::uint64_t number, Text, Code&) {
    part_.clear();
    stack_.push_uint64(number);
    return done();
  }
  /// Boost's own conversion may be off in the last bit, so the digits are read again.
  bool on_double(double near, Text part, Code& code) {
    part_ += part;
    const std::string digits = std::exchange(part_, {});
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec == std::errc::result_out_of_range) {
      if (std::abs(near) > 1) return fail(code, {"a number beyond the range of a double", pointer(), offset_of(part)});
      number = std::copysign(0.0, near);
    }
    stack_.push_double(number);
    return done();
  }
  bool on_bool(bool truth, Code&) {
    stack_.push_bool(truth);
    return done();
  }
  bool on_null(Code&) {
    stack_.push_null();
    return done();
  }
  bool on_comment_part(Text, Code&) { return true; }
  bool on_comment(Text, Code&) { return true; }

 private:
  struct Member {
    std::string name;
    std::optional<std::size_t> offset;
  };
  struct Level {
    bool is_object = false;
    std::size_t elements = 0;
    std::vector<Member> members;
  };

  bool begin(bool is_object) {
    levels_.push_back({is_object, 0, {}});
    return true;
  }
  bool end() {
    levels_.pop_back();
    return done();
  }
  bool done() {
    if (!levels_.empty()) ++levels_.back().elements;
    return true;
  }

  bool fail(Code& code, Refusal refusal) {
    refusal_ = std::move(refusal);
    code = boost::json::error::syntax;
    return false;
  }

  /// Sorted at the end of an object: one pass for the usual few members, no quadratic blow-up for many.
  bool names_differ(Code& code) {
    std::vector<Member>& members = levels_.back().members;
    const auto by_name = [](const Member& a, const Member& b) { return a.name < b.name; };
    std::stable_sort(members.begin(), members.end(), by_name);
    const auto twice = std::adjacent_find(members.begin(), members.end(),
                                          [](const Member& a, const Member& b) { return a.name == b.name; });
    if (twice == members.end()) return true;
    const Member again = *(twice + 1);
    levels_.pop_back();
    return fail(code, {fmt::format("a second member \"{}\" of one object (remove one)", again.name),
                       pointer() + "/" + pointer_escape(again.name), again.offset});
  }

  /// Where the value that is being read belongs.
  [[nodiscard]] std::string pointer() const {
    std::string path;
    for (const Level& level : levels_) {
      path += '/';
      path += level.is_object ? pointer_escape(level.members.back().name) : std::to_string(level.elements);
    }
    return path;
  }

  /// The parser hands out views of its input where it can; of a buffer of its own where there were escapes.
  [[nodiscard]] std::optional<std::size_t> offset_of(Text part) const {
    const std::less<> before;
    if (before(part.data(), text_.data()) || before(text_.data() + text_.size(), part.data())) return std::nullopt;
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  std::string_view text_;
  boost::json::value_stack stack_;
  std::vector<Level> levels_;
  std::string part_;
  std::optional<Refusal> refusal_;
};

class Writer {
 public:
  explicit Writer(bool pretty) : pretty_(pretty) {}

  std::string take() && { return std::move(out_); }

  void write(const boost::json::value& value) {
    switch (value.kind()) {
      case boost::json::kind::null:
        out_ += "null";
        break;
      case boost::json::kind::bool_:
        out_ += value.get_bool() ? "true" : "false";
        break;
      case boost::json::kind::int64:
        fmt::format_to(std::back_inserter(out_), "{}", value.get_int64());
        break;
      case boost::json::kind::uint64:
        fmt::format_to(std::back_inserter(out_), "{}", value.get_uint64());
        break;
      case boost::json::kind::double_:
        write_double(value.get_double());
        break;
      case boost::json::kind::string:
        write_string(value.get_string());
        break;
      case boost::json::kind::array:
        write_list(value.get_array(), '[', ']', [this](const boost::json::value& element) { write(element); });
        break;
      case boost::json::kind::object:
        write_list(value.get_object(), '{', '}', [this](const boost::json::key_value_pair& member) {
          write_string(member.key());
          out_ += pretty_ ? ": " : ":";
          write(member.value());
        });
        break;
    }
  }

 private:
  void write_double(double number) {
    if (!std::isfinite(number)) {
      out_ += "null";
      return;
    }
    std::array<char, 32> digits;  // the longest shortest form has 24 characters
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    const std::string_view written(digits.data(), static_cast<std::size_t>(end - digits.data()));
    out_ += written;
    if (written.find_first_of(".e") == std::string_view::npos) out_ += ".0";
  }

  void write_string(std::string_view text) {
    out_ += '"';
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint point = decode_utf8(text, at);
      write_character(text.substr(at, point.size), point);
      at += point.size;
    }
    out_ += '"';
  }

  void write_character(std::string_view bytes, CodePoint point) {
    static constexpr std::string_view named = "\b\f\n\r\t\"\\";
    static constexpr std::string_view names = "bfnrt\"\\";
    if (!point.valid) {
      append_utf8(out_, replacement_character);
    } else if (point.value >= 0x20 && point.value != '"' && point.value != '\\') {
      out_ += bytes;
    } else if (const auto index = named.find(bytes); index != std::string_view::npos) {
      out_ += '\\';
      out_ += names[index];
    } else {
      fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned>(point.value));
    }
  }

  template <class List, class WriteItem>
  void write_list(const List& list, char open, char close, const WriteItem& write_item) {
    out_ += open;
    ++level_;
    bool first = true;
    for (const auto& item : list) {
      if (!std::exchange(first, false)) out_ += ',';
      new_line();
      write_item(item);
    }
    --level_;
    if (!first) new_line();
    out_ += close;
  }

  void new_line() {
    if (!pretty_) return;
    out_ += '\n';
    out_.append(2 * level_, ' ');
  }

  std::string out_;
  std::size_t level_ = 0;
  bool pretty_;
};

std::string write_with(Writer writer, const boost::json::value& value) {
  writer.write(value);
  return std::move(writer).take();
}

}  // namespace

Result<boost::json::value> parse(std::string_view text, std::size_t max_depth) {
  if (const auto invalid = find_invalid_utf8(text)) return error_at(text, *invalid, "a byte that is not UTF-8");
  const std::size_t begin = text.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
  boost::json::parse_options options;
  options.max_depth = max_depth;
  boost::json::basic_parser<Handler> parser(options, text);
  boost::json::error_code failed;
  const std::size_t used = parser.write_some(false, text.data() + begin, text.size() - begin, failed);
  const std::size_t stopped = begin + used;
  if (const auto& refusal = parser.handler().refusal())
    return error_at(text, refusal->offset.value_or(stopped), refusal->problem, refusal->pointer);
  if (failed == boost::json::error::too_deep)
    return error_at(text, stopped, fmt::format("nesting deeper than {} levels", max_depth));
  if (failed) return error_at(text, stopped, failed.message());
  if (stopped < text.size()) return error_at(text, stopped, "more text after the value");
  return parser.handler().release();
}

std::string write(const boost::json::value& value) {
  return write_with(Writer(false), value);
}

std::string write_pretty(const boost::json::value& value) {
  return write_with(Writer(true), value);
}

std::string pointer_escape(std::string_view token) {
  std::string escaped;
  escaped.reserve(token.size());
  for (const char byte : token) {
    if (byte == '~') {
      escaped += "~0";
    } else if (byte == '/') {
      escaped += "~1";
    } else {
      escaped += byte;
    }
  }
  return escaped;
}

}  // namespace querydata::inline v0::json
