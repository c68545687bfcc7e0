#include "context/json_text.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/json.hpp"
#include "core/utf8.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char byte) noexcept {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

bool ends_word(char byte) noexcept {
  return is_blank(byte) || byte == ',' || byte == ':' || byte == ']' || byte == '}';
}

char32_t hexadecimal(std::string_view digits) noexcept {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

bool is_high_surrogate(char32_t value) noexcept {
  return value >= 0xD800 && value < 0xDC00;
}

/// Whether one of eight bytes is `byte`: Mycroft's test for a zero byte, on the difference.
bool has_byte(std::uint64_t bytes, char byte) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  const std::uint64_t difference = bytes ^ (ones * static_cast<unsigned char>(byte));
  return ((difference - ones) & ~difference & (ones << 7U)) != 0;
}

char unescaped(char letter) noexcept {
  constexpr std::string_view letters = "bfnrt";
  constexpr std::string_view meanings = "\b\f\n\r\t";
  const auto index = letters.find(letter);
  return index == std::string_view::npos ? letter : meanings[index];
}

}  // namespace

JsonCursor::JsonCursor(std::string_view text) noexcept : text_(text) {
  if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
}

std::size_t JsonCursor::offset() noexcept {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  return at_;
}

char JsonCursor::take() noexcept {
  const char byte = next();
  ++at_;
  return byte;
}

bool JsonCursor::open(char end) noexcept {
  take();
  if (next() != end) return true;
  take();
  return false;
}

std::string_view JsonCursor::kind() noexcept {
  switch (next()) {
    case '{':
      return "an object";
    case '[':
      return "a list";
    case '"':
      return "text";
    case 't':
    case 'f':
      return "true or false";
    case 'n':
      return "null";
    default:
      return "a number";
  }
}

std::string_view JsonCursor::text(std::string& buffer) {
  take();  // the opening quote
  const std::size_t first = at_;
  skip_plain_text();
  if (text_[at_] == '"') return text_.substr(first, at_++ - first);
  buffer.assign(text_.substr(first, at_ - first));
  while (text_[at_++] != '"') {
    const char letter = text_[at_++];
    if (letter == 'u') {
      append_utf8(buffer, code_point());
    } else {
      buffer += unescaped(letter);
    }
    const std::size_t begin = at_;
    skip_plain_text();
    buffer += text_.substr(begin, at_ - begin);
  }
  return buffer;
}

char32_t JsonCursor::code_point() noexcept {
  const char32_t first = hexadecimal(text_.substr(at_, 4));
  at_ += 4;
  if (!is_high_surrogate(first)) return first;
  const char32_t second = hexadecimal(text_.substr(at_ + 2, 4));
  at_ += 6;  // backslash, u and four digits
  return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

void JsonCursor::skip_plain_text() noexcept {
  std::uint64_t bytes = 0;
  for (; text_.size() - at_ >= sizeof bytes; at_ += sizeof bytes) {
    std::memcpy(&bytes, text_.data() + at_, sizeof bytes);
    if (has_byte(bytes, '"') || has_byte(bytes, '\\')) break;
  }
  while (text_[at_] != '"' && text_[at_] != '\\') ++at_;
}

void JsonCursor::skip_text() noexcept {
  take();
  for (;;) {
    skip_plain_text();
    if (text_[at_++] == '"') return;
    ++at_;
  }
}

std::string_view JsonCursor::raw() {
  const std::size_t begin = offset();
  std::size_t depth = 0;
  do {
    const char byte = next();
    if (byte == '"') {
      skip_text();
    } else if (byte == '{' || byte == '[') {
      ++depth;
      ++at_;
    } else if (byte == '}' || byte == ']') {
      --depth;
      ++at_;
    } else if (byte == ',' || byte == ':') {
      ++at_;
    } else {
      while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    }
  } while (depth > 0);
  return text_.substr(begin, at_ - begin);
}

void JsonWriter::begin(char bracket) {
  out_ += bracket;
  ++level_;
  empty_ = true;
}

void JsonWriter::end(char bracket) {
  --level_;
  if (!std::exchange(empty_, false)) new_line();
  out_ += bracket;
}

void JsonWriter::element() {
  if (!std::exchange(empty_, false)) out_ += ',';
  new_line();
}

void JsonWriter::name(std::string_view name) {
  element();
  text(name);
  out_ += pretty_ ? ": " : ":";
}

void JsonWriter::text(std::string_view text) {
  json::append_text(out_, text);
}

void JsonWriter::new_line() {
  if (!pretty_) return;
  out_ += '\n';
  out_.append(2 * level_, ' ');
}

// The visits of the cursor can't fail here, so their results need no look.
void JsonWriter::value(JsonCursor& cursor) {
  if (cursor.at_object()) {
    begin('{');
    (void)cursor.each_member([&](std::string_view member, std::size_t) -> Result<void> {
      name(member);
      value(cursor);
      return {};
    });
    end('}');
  } else if (cursor.at_list()) {
    begin('[');
    (void)cursor.each_element([&]() -> Result<void> {
      element();
      value(cursor);
      return {};
    });
    end(']');
  } else if (cursor.at_text()) {
    std::string buffer;
    text(cursor.text(buffer));
  } else {
    out_ += cursor.raw();
  }
}

void JsonWriter::value(std::string_view json) {
  JsonCursor cursor(json);
  value(cursor);
}

}  // namespace querydata::inline v0::context
