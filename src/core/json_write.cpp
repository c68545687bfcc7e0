#include "core/json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "core/utf8.hpp"

namespace querydata::inline v0::json {
namespace {

void append_character(std::string& out, std::string_view bytes, CodePoint point) {
  static constexpr std::string_view named = "\b\f\n\r\t\"\\";
  static constexpr std::string_view names = "bfnrt\"\\";
  if (!point.valid) {
    append_utf8(out, replacement_character);
  } else if (point.value >= 0x20 && point.value != '"' && point.value != '\\') {
    out += bytes;
  } else if (const auto index = named.find(bytes); index != std::string_view::npos) {
    out += '\\';
    out += names[index];
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(point.value));
  }
}

bool is_plain(char byte) noexcept {
  return static_cast<unsigned char>(byte) >= 0x20 && static_cast<unsigned char>(byte) < 0x80 && byte != '"' &&
         byte != '\\';
}

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

  void write_string(std::string_view text) { append_text(out_, text); }

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

std::string write(const boost::json::value& value) {
  return write_with(Writer(false), value);
}

std::string write_pretty(const boost::json::value& value) {
  return write_with(Writer(true), value);
}

void append_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_plain(text[end])) ++end;
    out += text.substr(at, end - at);
    if (end == text.size()) break;
    const CodePoint point = decode_utf8(text, end);
    append_character(out, text.substr(end, point.size), point);
    at = end + point.size;
  }
  out += '"';
}

}  // namespace querydata::inline v0::json
