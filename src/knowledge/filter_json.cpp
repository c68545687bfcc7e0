#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <initializer_list>
#include <utility>

#include "core/json.hpp"
#include "knowledge/filter_names.hpp"
#include "knowledge/filter_tree.hpp"

namespace querydata::inline v0 {

namespace {

namespace bj = boost::json;

/// Carries an error out of a recursion.
struct Failure {
  Error error;
};

[[noreturn]] void fail(std::string_view what, const std::string& pointer, std::string_view problem) {
  Error error{ErrorCode::invalid_argument,
              fmt::format("{}: {} {}", what, pointer.empty() ? "the document" : pointer, problem),
              {}};
  error.where.json_pointer = pointer;
  throw Failure{std::move(error)};
}

/// Reads a value, with what the document is and where in it the value stands.
struct Place {
  std::string_view what;
  const bj::value& value;
  std::string pointer;

  [[noreturn]] void wrong(std::string_view problem) const { fail(what, pointer, problem); }

  [[nodiscard]] const bj::object& object() const {
    if (!value.is_object()) wrong("must be an object");
    return value.get_object();
  }
  [[nodiscard]] Place member(const bj::key_value_pair& pair) const {
    return {what, pair.value(), pointer + '/' + json::pointer_escape(pair.key())};
  }
  [[nodiscard]] std::string text() const {
    if (!value.is_string()) wrong("must be a string");
    return std::string(value.get_string());
  }
  [[nodiscard]] bool truth() const {
    if (!value.is_bool()) wrong("must be true or false");
    return value.get_bool();
  }
  [[nodiscard]] std::size_t count(std::int64_t most) const {
    if (!value.is_int64() || value.get_int64() < 0 || value.get_int64() > most) {
      wrong(fmt::format("must be a whole number from 0 to {}", most));
    }
    return static_cast<std::size_t>(value.get_int64());
  }
  /// One of some names.
  template <class Choice>
  [[nodiscard]] Choice choice(std::initializer_list<std::pair<std::string_view, Choice>> choices) const {
    std::string names;
    for (const auto& [name, result] : choices) {
      if (value.is_string() && value.get_string() == name) return result;
      names += names.empty() ? "" : ", ";
      names += name;
    }
    wrong("must be one of " + names);
  }
  template <class Read>
  auto list(Read read) const {
    if (!value.is_array()) wrong("must be an array");
    std::vector<decltype(read(*this))> out;
    for (const auto& item : value.get_array()) {
      out.push_back(read(Place{what, item, fmt::format("{}/{}", pointer, out.size())}));
    }
    return out;
  }
};

/// Runs `read` on a JSON document.
template <class Read>
auto from_json(std::string_view what, std::string_view text, Read read)
    -> Result<decltype(read(std::declval<Place>()))> {
  const auto document = json::parse(text);
  if (!document) return document.error();
  try {
    return read(Place{what, *document, ""});
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

FilterField read_field(const Place& place) {
  FilterField field;
  for (const auto& pair : place.object()) {
    const auto member = place.member(pair);
    const std::string_view name = pair.key();
    if (name == "name") {
      field.name = member.text();
    } else if (name == "type") {
      using enum FilterType;
      field.type = member.choice<FilterType>({{"string", string},
                                              {"integer", integer},
                                              {"double", real},
                                              {"bool", boolean},
                                              {"timestamp", timestamp},
                                              {"duration", duration},
                                              {"enum", enumeration},
                                              {"message", message}});
    } else if (name == "shape") {
      using enum FilterShape;
      field.shape = member.choice<FilterShape>({{"single", single}, {"list", list}, {"map", map}});
    } else if (name == "values") {
      field.values = member.list([](const Place& value) { return value.text(); });
    } else if (name == "fields") {
      field.fields = member.list(read_field);
    } else if (name == "defaulted") {
      field.defaulted = member.truth();
    } else {
      member.wrong("is no member of a field; they are name, type, shape, values, fields and defaulted");
    }
  }
  if (field.name.empty()) place.wrong("lacks the member \"name\"");
  return field;
}

struct SchemaParts {
  std::vector<FilterField> fields;
  FilterOptions options;
};

SchemaParts read_schema(const Place& place) {
  SchemaParts parts;
  for (const auto& pair : place.object()) {
    const auto member = place.member(pair);
    const std::string_view name = pair.key();
    if (name == "profile") {
      parts.options.profile =
          member.choice<FilterProfile>({{"service", FilterProfile::service}, {"general", FilterProfile::general}});
    } else if (name == "max_characters") {
      parts.options.max_characters = member.count(std::int64_t{1} << 30);
    } else if (name == "max_depth") {
      parts.options.max_depth = member.count(200);
    } else if (name == "fields") {
      parts.fields = member.list(read_field);
    } else {
      member.wrong("is no member of a filter schema; they are profile, max_characters, max_depth and fields");
    }
  }
  return parts;
}

FilterColumn read_column(const Place& place, std::string_view field) {
  FilterColumn column;
  column.field = field;
  if (place.value.is_string()) {
    column.column = place.text();
    return column;
  }
  for (const auto& pair : place.object()) {
    const auto member = place.member(pair);
    const std::string_view name = pair.key();
    if (name == "column") {
      column.column = member.text();
    } else if (name == "table") {
      column.table = member.text();
    } else if (name == "time_form") {
      column.time_form =
          member.choice<FilterTimeForm>({{"integer", FilterTimeForm::integer}, {"text", FilterTimeForm::text}});
    } else if (name == "digits") {
      column.digits = static_cast<int>(member.count(9));
    } else {
      member.wrong("is no member of a column; they are column, table, time_form and digits");
    }
  }
  if (column.column.empty()) place.wrong("lacks the member \"column\"");
  return column;
}

/// Looks into JSON. A node is a boost::json::value. A value of another type than its field's is thrown.
class JsonReader final : public FilterReader {
 public:
  [[nodiscard]] FilterValue field(FilterNode message, const FilterField& field) const override {
    const bj::object& object = value_of(message).get_object();
    const auto* value = object.if_contains(field.name);
    if (value == nullptr) value = object.if_contains(knowledge::camel_case(field.name));
    if (value == nullptr || value->is_null()) return {};
    if (field.shape == FilterShape::single) return scalar(*value, field);
    if (field.shape == FilterShape::list ? !value->is_array() : !value->is_object()) {
      wrong(field, field.shape == FilterShape::list ? "an array" : "an object");
    }
    return FilterNode{value};
  }

  [[nodiscard]] std::size_t size(FilterNode container, const FilterField& field) const override {
    const bj::value& value = value_of(container);
    return field.shape == FilterShape::list ? value.get_array().size() : value.get_object().size();
  }

  [[nodiscard]] FilterValue element(FilterNode list, const FilterField& field, std::size_t index) const override {
    return scalar(value_of(list).get_array()[index], field);
  }

  [[nodiscard]] FilterValue entry(FilterNode map, const FilterField& field, std::string_view key) const override {
    const auto* value = value_of(map).get_object().if_contains(key);
    return value == nullptr ? FilterValue() : scalar(*value, field);
  }

 private:
  static const bj::value& value_of(FilterNode node) { return *static_cast<const bj::value*>(node.address); }

  [[noreturn]] static void wrong(const FilterField& field, std::string_view expected) {
    fail("filter: an object", '/' + json::pointer_escape(field.name), fmt::format("must be {}", expected));
  }

  static FilterValue scalar(const bj::value& value, const FilterField& field) {
    if (value.is_null()) return {};
    switch (field.type) {
      case FilterType::string:
      case FilterType::enumeration:
        if (!value.is_string()) wrong(field, "a string");
        return std::string_view(value.get_string());
      case FilterType::integer:
        return integer(value, field);
      case FilterType::real:
        if (!value.is_number()) wrong(field, "a number");
        return value.to_number<double>();
      case FilterType::boolean:
        if (!value.is_bool()) wrong(field, "true or false");
        return value.get_bool();
      case FilterType::timestamp:
        return time(value, field, FilterTime::from_timestamp, "a timestamp of RFC 3339 with a zone");
      case FilterType::duration:
        return time(value, field, FilterTime::from_duration, "a duration, as \"1.5s\"");
      case FilterType::message:
        if (!value.is_object()) wrong(field, "an object");
        return FilterNode{&value};
    }
    return {};
  }

  static FilterValue integer(const bj::value& value, const FilterField& field) {
    if (value.is_int64()) return value.get_int64();
    std::int64_t number = 0;
    if (value.is_string()) {
      const std::string_view text = value.get_string();
      const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (code == std::errc() && end == text.data() + text.size()) return number;
    }
    wrong(field, "a whole number of 64 bits");
  }

  static FilterValue time(const bj::value& value, const FilterField& field,
                          std::optional<FilterTime> (*read)(std::string_view) noexcept, std::string_view expected) {
    const auto time = value.is_string() ? read(value.get_string()) : std::nullopt;
    if (!time) wrong(field, expected);
    return *time;
  }
};

}  // namespace

Result<FilterSchema> FilterSchema::from_json(std::string_view json) {
  auto parts = v0::from_json("filter schema", json, read_schema);
  if (!parts) return std::move(parts).error();
  return create(std::move(parts->fields), parts->options);
}

Result<std::vector<FilterColumn>> filter_columns_from_json(std::string_view json) {
  return from_json("filter columns", json, [](const Place& place) {
    std::vector<FilterColumn> columns;
    for (const auto& pair : place.object()) columns.push_back(read_column(place.member(pair), pair.key()));
    return columns;
  });
}

Result<bool> Filter::matches_json(std::string_view object) const {
  return from_json("filter: an object", object, [this](const Place& place) {
    static_cast<void>(place.object());
    return matches(FilterNode{&place.value}, JsonReader());
  });
}

}  // namespace querydata::inline v0
