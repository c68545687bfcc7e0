#include <algorithm>
#include <array>
#include <utility>

#include "model/names.hpp"
#include "model/value_types.hpp"
#include "querydata/schema.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

namespace {

using NamedType = std::pair<std::string_view, ValueType>;

constexpr std::array<NamedType, 11> type_names{{{"unknown", ValueType::unknown},
                                                {"boolean", ValueType::boolean},
                                                {"integer", ValueType::integer},
                                                {"real", ValueType::real},
                                                {"decimal", ValueType::decimal},
                                                {"text", ValueType::text},
                                                {"blob", ValueType::blob},
                                                {"date", ValueType::date},
                                                {"time", ValueType::time},
                                                {"timestamp", ValueType::timestamp},
                                                {"json", ValueType::json}}};

/// First words of declared types that SQLite's affinity rules would get wrong, or not know.
constexpr NamedType declared_words[] = {
    // Numbers.
    {"bool", ValueType::boolean},
    {"boolean", ValueType::boolean},
    {"bit", ValueType::boolean},
    {"dec", ValueType::decimal},
    {"decimal", ValueType::decimal},
    {"numeric", ValueType::decimal},
    {"bignumeric", ValueType::decimal},
    {"bigdecimal", ValueType::decimal},
    {"fixed", ValueType::decimal},
    {"number", ValueType::decimal},
    {"money", ValueType::decimal},
    {"smallmoney", ValueType::decimal},
    {"oid", ValueType::integer},
    {"serial", ValueType::integer},
    {"serial2", ValueType::integer},
    {"serial4", ValueType::integer},
    {"serial8", ValueType::integer},
    {"bigserial", ValueType::integer},
    {"smallserial", ValueType::integer},
    {"year", ValueType::integer},
    {"binary_float", ValueType::real},
    {"binary_double", ValueType::real},
    // Texts.
    {"string", ValueType::text},
    {"enum", ValueType::text},
    {"set", ValueType::text},
    {"name", ValueType::text},
    {"uuid", ValueType::text},
    {"guid", ValueType::text},
    {"uniqueidentifier", ValueType::text},
    {"inet", ValueType::text},
    {"cidr", ValueType::text},
    {"macaddr", ValueType::text},
    {"macaddr8", ValueType::text},
    {"xml", ValueType::text},
    // Bytes.
    {"binary", ValueType::blob},
    {"varbinary", ValueType::blob},
    {"bytea", ValueType::blob},
    {"bytes", ValueType::blob},
    {"image", ValueType::blob},
    {"raw", ValueType::blob},
    // Days and times.
    {"date", ValueType::date},
    {"time", ValueType::time},
    {"timetz", ValueType::time},
    {"datetime", ValueType::timestamp},
    {"datetime2", ValueType::timestamp},
    {"smalldatetime", ValueType::timestamp},
    {"datetimeoffset", ValueType::timestamp},
    {"timestamp", ValueType::timestamp},
    {"timestamptz", ValueType::timestamp},
    // Others.
    {"json", ValueType::json},
    {"jsonb", ValueType::json},
    {"array", ValueType::unknown},
    {"struct", ValueType::unknown},
    {"interval", ValueType::unknown},
    {"point", ValueType::unknown},
    {"multipoint", ValueType::unknown},
};

/// "VARCHAR" of "VARCHAR(20) NOT NULL".
std::string_view first_word(std::string_view text) noexcept {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  return text.substr(0, text.find_first_of(" \t\r\n(<["));
}

/// https://www.sqlite.org/datatype3.html, section 3.1. What is left would have the affinity NUMERIC, which tells
/// nothing about the values.
ValueType type_of_affinity(std::string_view declared) noexcept {
  const auto has = [declared](std::string_view word) { return model::contains_ignoring_case(declared, word); };
  if (has("int")) return ValueType::integer;
  if (has("char") || has("clob") || has("text")) return ValueType::text;
  if (has("blob")) return ValueType::blob;
  if (has("real") || has("floa") || has("doub")) return ValueType::real;
  return ValueType::unknown;
}

}  // namespace

std::string_view to_string(ValueType type) noexcept {
  for (const auto& [name, known] : type_names) {
    if (known == type) return name;
  }
  return "unknown";
}

std::optional<ValueType> model::parse_value_type(std::string_view name) noexcept {
  for (const auto& [known, type] : type_names) {
    if (known == name) return type;
  }
  return std::nullopt;
}

ValueType value_type_of(std::string_view declared_type) noexcept {
  if (declared_type.ends_with(']')) return ValueType::unknown;  // an array of PostgreSQL: "integer[]"
  const auto word = first_word(declared_type);
  const auto* found =
      std::find_if(std::begin(declared_words), std::end(declared_words),
                   [word](const NamedType& known) { return model::equal_ignoring_case(known.first, word); });
  return found != std::end(declared_words) ? found->second : type_of_affinity(declared_type);
}

}  // namespace querydata::inline v0
