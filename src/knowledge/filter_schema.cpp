#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/utf8.hpp"
#include "knowledge/filter_names.hpp"
#include "knowledge/filter_tree.hpp"

namespace querydata::inline v0 {

namespace {

constexpr std::size_t most_messages = 16;  ///< inside each other
constexpr std::size_t most_parentheses = 200;

Error wrong(const std::string& message) {
  return {ErrorCode::invalid_argument, "filter schema: " + message, {}};
}

bool has_default(FilterType type) noexcept {
  return type != FilterType::timestamp && type != FilterType::duration && type != FilterType::message;
}

/// What is wrong with a field by itself; empty if nothing is.
std::string fault_of(const FilterField& field, std::size_t depth, FilterProfile profile) {
  if (!knowledge::is_field_name(field.name)) return "a name is a letter or _, then letters, digits and _";
  if (knowledge::is_keyword(field.name)) return "AND, OR and NOT can't be names";
  if ((field.type == FilterType::enumeration) != !field.values.empty()) {
    return "names (`values`) are what an enumeration has, and nothing else has";
  }
  for (const auto& value : field.values) {
    if (find_invalid_utf8(value)) return "a name of an enumeration is not valid UTF-8";
  }
  if ((field.type == FilterType::message) != !field.fields.empty()) {
    return "fields of its own are what a message has, and nothing else has";
  }
  if (field.defaulted && (depth > 0 || field.shape != FilterShape::single || !has_default(field.type))) {
    return "only single strings, numbers, booleans and enumerations at the top can be `defaulted`";
  }
  if (profile == FilterProfile::service && field.shape != FilterShape::single) {
    return "the service profile has no `:` to ask lists and maps with; choose the general one";
  }
  return {};
}

std::optional<Error> check(const std::vector<FilterField>& fields, std::size_t depth, FilterProfile profile) {
  if (depth > most_messages) return wrong(fmt::format("more than {} messages inside each other", most_messages));
  std::vector<std::string> names;
  for (const auto& field : fields) {
    if (const auto fault = fault_of(field, depth, profile); !fault.empty()) {
      return wrong(fmt::format("field `{}`: {}", field.name, fault));
    }
    names.push_back(knowledge::camel_case(field.name));
    if (auto error = check(field.fields, depth + 1, profile)) return error;
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return std::nullopt;
  return wrong(fmt::format("two fields are called `{}`, in one spelling or the other; rename one", *twice));
}

FilterSchema make_documents() {
  const FilterField length{.name = "content_length_bytes", .type = FilterType::integer, .defaulted = true, .number = 0};
  const FilterField source{.name = "data_source", .defaulted = true, .number = 1};
  const FilterField time{.name = "update_time", .type = FilterType::timestamp, .number = 2};
  const FilterField uri{.name = "uri", .defaulted = true, .number = 3};
  FilterOptions options;
  options.profile = FilterProfile::service;
  return FilterSchema::create({length, source, time, uri}, options).value();
}

}  // namespace

std::string_view to_string(FilterType type) noexcept {
  constexpr std::array<std::string_view, 8> names{"string",    "integer",  "double", "bool",
                                                  "timestamp", "duration", "enum",   "message"};
  return names[static_cast<std::size_t>(type)];
}

FilterSchema::FilterSchema(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

Result<FilterSchema> FilterSchema::create(std::vector<FilterField> fields, FilterOptions options) {
  if (options.max_depth > most_parentheses) {
    return wrong(fmt::format("max_depth is {}, and {} the most", options.max_depth, most_parentheses));
  }
  if (auto error = check(fields, 0, options.profile)) return *std::move(error);
  return FilterSchema(std::make_shared<const Impl>(Impl{std::move(fields), options}));
}

const FilterSchema& FilterSchema::documents() {
  static const FilterSchema schema = make_documents();
  return schema;
}

const std::vector<FilterField>& FilterSchema::fields() const noexcept {
  return impl_->fields;
}

const FilterOptions& FilterSchema::options() const noexcept {
  return impl_->options;
}

}  // namespace querydata::inline v0
