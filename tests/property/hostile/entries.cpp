#include "property/hostile/entries.hpp"

#include <boost/json.hpp>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace querydata::test {

namespace json = boost::json;

namespace {

std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

}  // namespace

std::string test_data(std::string_view name) {
  const std::string path = std::string(QUERYDATA_TEST_DATA) + "/" + std::string(name);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

json::array entries(std::string_view name) {
  return json::parse(test_data(name)).as_array();
}

json::array statements(std::string_view kind, Dialect dialect) {
  return entries(std::string(kind) + "_statements." + std::string(to_string(dialect)) + ".json");
}

std::string member(const json::object& entry, std::string_view name) {
  const json::value* value = entry.if_contains(name);
  return value == nullptr ? std::string() : std::string(value->as_string());
}

std::string text_of(const json::object& entry) {
  if (entry.contains("sql")) return member(entry, "sql");
  if (entry.contains("text")) return member(entry, "text");
  if (entry.contains("bytes_hex")) return from_hex(member(entry, "bytes_hex"));
  const auto count = entry.at("count").to_number<std::size_t>();
  const std::string repeat = member(entry, "repeat");
  const std::string close = member(entry, "close");
  std::string text = member(entry, "before");
  text.reserve(text.size() + count * (repeat.size() + close.size()) + 1000);
  for (std::size_t i = 0; i < count; ++i) text += repeat;
  text += member(entry, "after");
  for (std::size_t i = 0; i < count; ++i) text += close;
  return text + member(entry, "end");
}

std::string excerpt(const std::string& text) {
  constexpr std::size_t most = 300;
  return json::serialize(json::value(text.substr(0, most))) + (text.size() > most ? " …" : "");
}

}  // namespace querydata::test
