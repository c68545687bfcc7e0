#include "core/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <type_traits>
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

/// Receives the parser's events and refuses what Boost.JSON would lose or round.
class Checker {
 public:
  static constexpr std::size_t max_object_size = boost::json::object::max_size();
  static constexpr std::size_t max_array_size = boost::json::array::max_size();
  static constexpr std::size_t max_key_size = boost::json::string::max_size();
  static constexpr std::size_t max_string_size = boost::json::string::max_size();

  using Text = boost::json::string_view;
  using Code = boost::json::error_code;

  explicit Checker(std::string_view text) : text_(text) {}

  [[nodiscard]] const std::optional<Refusal>& refusal() const { return refusal_; }

  bool on_document_begin(Code&) { return true; }
  bool on_document_end(Code&) { return true; }
  bool on_object_begin(Code&) { return begin(true); }
  bool on_object_end(std::size_t, Code& code) { return names_differ(code) && end(); }
  bool on_array_begin(Code&) { return begin(false); }
  bool on_array_end(std::size_t, Code&) { return end(); }
  bool on_key_part(Text part, std::size_t, Code&) {
    part_ += part;
    return true;
  }
  bool on_key(Text part, std::size_t, Code&) {
    const auto offset = offset_of(part);
    if (part_.empty() && offset) {
      members_.push_back({text_.substr(*offset, part.size()), offset});
    } else {
      part_ += part;
      members_.push_back({owned_.emplace_back(std::exchange(part_, {})), offset});
    }
    return true;
  }
  bool on_string_part(Text, std::size_t, Code&) { return true; }
  bool on_string(Text, std::size_t, Code&) { return done(); }
  bool on_number_part(Text part, Code&) {
    part_ += part;
    return true;
  }
  bool on_int64(std::int64_t, Text, Code&) { return number(); }
  bool on_uint64(std::uint64_t, Text, Code&) { return number(); }
  bool on_double(double, Text, Code&) { return number(); }
  bool on_bool(bool, Code&) { return done(); }
  bool on_null(Code&) { return done(); }
  bool on_comment_part(Text, Code&) { return true; }
  bool on_comment(Text, Code&) { return true; }

 protected:
  /// Boost's own conversion may be off in the last bit, so the digits are read again.
  std::optional<double> exact_double(double near, Text part, Code& code) {
    part_ += part;
    const std::string digits = std::exchange(part_, {});
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc::result_out_of_range) return number;
    if (std::abs(near) <= 1) return std::copysign(0.0, near);
    fail(code, {"a number beyond the range of a double", pointer(), offset_of(part)});
    return std::nullopt;
  }
  bool done() {
    if (!levels_.empty()) ++levels_.back().elements;
    return true;
  }

 private:
  struct Member {
    std::string_view name;
    std::optional<std::size_t> offset;
  };
  struct Level {
    bool is_object = false;
    std::size_t elements = 0;
    std::size_t first_member = 0;  ///< its members and those of the levels inside it
  };

  bool begin(bool is_object) {
    levels_.push_back({is_object, 0, members_.size()});
    return true;
  }
  bool end() {
    members_.resize(levels_.back().first_member);
    levels_.pop_back();
    return done();
  }
  bool number() {
    part_.clear();
    return done();
  }

  bool fail(Code& code, Refusal refusal) {
    refusal_ = std::move(refusal);
    code = boost::json::error::syntax;
    return false;
  }

  bool names_differ(Code& code) {
    const Member* again = second_of_a_name(std::span(members_).subspan(levels_.back().first_member));
    if (again == nullptr) return true;
    const Member second = *again;
    members_.resize(levels_.back().first_member);
    levels_.pop_back();
    return fail(code, {fmt::format("a second member \"{}\" of one object (remove one)", second.name),
                       pointer() + "/" + pointer_escape(second.name), second.offset});
  }

  /// Each with each for the usual few members, sorted for many.
  static const Member* second_of_a_name(std::span<const Member> members) {
    constexpr std::size_t few = 16;
    std::set<std::string_view> known;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const bool is_known = members.size() > few
                                ? !known.insert(members[i].name).second
                                : std::any_of(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(i),
                                              [&](const Member& member) { return member.name == members[i].name; });
      if (is_known) return &members[i];
    }
    return nullptr;
  }

  /// Where the value that is being read belongs.
  [[nodiscard]] std::string pointer() const {
    std::string path;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const std::size_t end = i + 1 < levels_.size() ? levels_[i + 1].first_member : members_.size();
      path += '/';
      path += levels_[i].is_object ? pointer_escape(members_[end - 1].name) : std::to_string(levels_[i].elements);
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
  std::vector<Level> levels_;
  std::vector<Member> members_;    ///< of the open objects
  std::deque<std::string> owned_;  ///< names that the text holds only with escapes
  std::string part_;
  std::optional<Refusal> refusal_;
};

/// Builds the value too.
class Builder : public Checker {
 public:
  using Checker::Checker;

  [[nodiscard]] boost::json::value release() { return stack_.release(); }

  bool on_document_begin(Code&) {
    stack_.reset();
    return true;
  }
  bool on_object_end(std::size_t count, Code& code) {
    if (!Checker::on_object_end(count, code)) return false;
    stack_.push_object(count);
    return true;
  }
  bool on_array_end(std::size_t count, Code& code) {
    stack_.push_array(count);
    return Checker::on_array_end(count, code);
  }
  bool on_key_part(Text part, std::size_t size, Code& code) {
    stack_.push_chars(part);
    return Checker::on_key_part(part, size, code);
  }
  bool on_key(Text part, std::size_t size, Code& code) {
    stack_.push_key(part);
    return Checker::on_key(part, size, code);
  }
  bool on_string_part(Text part, std::size_t, Code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(Text part, std::size_t, Code&) {
    stack_.push_string(part);
    return done();
  }
  bool on_int64(std::int64_t number, Text part, Code& code) {
    stack_.push_int64(number);
    return Checker::on_int64(number, part, code);
  }
  bool on_uint64(std::uint64_t number, Text part, Code& code) {
    stack_.push_uint64(number);
    return Checker::on_uint64(number, part, code);
  }
  bool on_double(double near, Text part, Code& code) {
    const auto number = exact_double(near, part, code);
    if (!number) return false;
    stack_.push_double(*number);
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

 private:
  boost::json::value_stack stack_;
};

/// `finish(handler)` once the whole text was read.
template <class Handler, class Finish>
auto parse_with(std::string_view text, std::size_t max_depth, Finish finish)
    -> Result<std::invoke_result_t<Finish, Handler&>> {
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
  if constexpr (std::is_void_v<std::invoke_result_t<Finish, Handler&>>) {
    return {};
  } else {
    return finish(parser.handler());
  }
}

}  // namespace

Result<boost::json::value> parse(std::string_view text, std::size_t max_depth) {
  return parse_with<Builder>(text, max_depth, [](Builder& builder) { return builder.release(); });
}

Result<void> check(std::string_view text, std::size_t max_depth) {
  return parse_with<Checker>(text, max_depth, [](Checker&) {});
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
