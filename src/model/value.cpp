#include "querydata/value.hpp"

#include <array>
#include <boost/json.hpp>
#include <charconv>

#include "core/json.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0 {

namespace {

/// Beyond this, a reader that holds numbers as doubles would round.
constexpr std::int64_t largest_json_integer = std::int64_t{1} << 53;

template <class Number>
std::string number_text(Number number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

std::string hexadecimal(const Blob& blob) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = "X'";
  out.reserve(blob.bytes.size() * 2 + 3);
  for (const auto byte : blob.bytes) {
    out += digits[std::to_integer<std::size_t>(byte) >> 4U];
    out += digits[std::to_integer<std::size_t>(byte) & 15U];
  }
  return out += '\'';
}

/// RFC 4648, section 4.
std::string base64(const Blob& blob) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto& bytes = blob.bytes;
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) { return k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[k]) : 0U; };
    const std::uint32_t group = at(i) << 16U | at(i + 1) << 8U | at(i + 2);
    out += digits[group >> 18U];
    out += digits[group >> 12U & 63U];
    out += i + 1 < bytes.size() ? digits[group >> 6U & 63U] : '=';
    out += i + 2 < bytes.size() ? digits[group & 63U] : '=';
  }
  return out;
}

/// One U+FFFD for each byte that is part of no character.
std::string with_replacements(std::string_view text) {
  std::string out;
  while (const auto invalid = text::find_invalid_utf8(text)) {
    out.append(text.substr(0, *invalid)).append("\uFFFD");
    text.remove_prefix(*invalid + 1);
  }
  return out.append(text);
}

std::string json_string(std::string_view text) {
  return json::write(boost::json::value(text));
}

struct Display {
  std::string operator()(Null) const { return "NULL"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return number_text(value); }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Blob& value) const { return hexadecimal(value); }
};

struct Json {
  std::string operator()(Null) const { return "null"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const {
    const bool exact = value >= -largest_json_integer && value <= largest_json_integer;
    return exact ? number_text(value) : '"' + number_text(value) + '"';
  }
  std::string operator()(double value) const { return json::write(value); }
  std::string operator()(const std::string& value) const { return json_string(with_replacements(value)); }
  std::string operator()(const Blob& value) const { return '"' + base64(value) + '"'; }
};

}  // namespace

std::string to_display(const Value& value) {
  return std::visit(Display{}, value);
}

std::string to_json(const Value& value) {
  return std::visit(Json{}, value);
}

}  // namespace querydata::inline v0
