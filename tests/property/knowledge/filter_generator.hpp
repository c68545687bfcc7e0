/// @file
/// Random schemas, objects that have them, and filters that ask for them.
#pragma once

#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/filter.hpp"

namespace querydata::test {

class FilterGenerator {
 public:
  explicit FilterGenerator(std::uint64_t seed) : random_(seed) {}

  FilterSchema schema() {
    FilterOptions options;
    options.max_characters = 1'000'000;
    return FilterSchema::create(fields(2), options).value();
  }

  /// How the columns keep times: objects have no more digits than that, filters may.
  FilterColumn column(const FilterField& field) {
    const bool text = chance(40) && !has_duration(field);
    return {field.name, field.name, "t", text ? FilterTimeForm::text : FilterTimeForm::integer,
            static_cast<int>(below(7))};
  }

  boost::json::object object(const std::vector<FilterField>& fields, const std::vector<FilterColumn>& columns) {
    boost::json::object out;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      digits_ = columns[i].digits;
      if (chance(80)) out[fields[i].name] = value(fields[i]);
    }
    return out;
  }

  std::string filter(const FilterSchema& schema) {
    wild_ = schema.options().profile == FilterProfile::general;
    digits_ = 9;
    return chance(2) ? "" : expression(schema, 3);
  }

 private:
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class Items>
  const auto& any(const Items& items) {
    return items[below(items.size())];
  }
  std::string pick(const std::vector<std::string>& words) { return any(words); }

  // Schemas.

  std::vector<FilterField> fields(int depth) {
    std::vector<FilterField> out;
    const auto count = 2 + below(5);
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(field("f_" + std::string(1, static_cast<char>('a' + i)), depth));
    return out;
  }

  FilterField field(std::string name, int depth) {
    FilterField out;
    out.name = std::move(name);
    out.type = static_cast<FilterType>(below(depth > 0 ? 8 : 7));
    out.shape = chance(60) ? FilterShape::single : chance(50) ? FilterShape::list : FilterShape::map;
    if (out.type == FilterType::enumeration) out.values = {"UNSET", "A", "B b"};
    if (out.type == FilterType::message) out.fields = fields(depth - 1);
    const bool may_default = depth == 2 && out.shape == FilterShape::single && out.type != FilterType::timestamp &&
                             out.type != FilterType::duration && out.type != FilterType::message;
    out.defaulted = may_default && chance(50);
    return out;
  }

  static bool has_duration(const FilterField& field) {
    return field.type == FilterType::duration || std::ranges::any_of(field.fields, has_duration);
  }

  // Objects.

  boost::json::value value(const FilterField& field) {
    if (field.shape == FilterShape::single) return one(field);
    if (field.shape == FilterShape::list) {
      boost::json::array out;
      for (auto count = below(4); count > 0; --count) out.push_back(one(field));
      return out;
    }
    boost::json::object out;
    for (auto count = below(4); count > 0; --count) out[key()] = one(field);
    return out;
  }

  boost::json::value one(const FilterField& field) {
    switch (field.type) {
      case FilterType::string:
        return boost::json::value(word());
      case FilterType::integer:
        return integer();
      case FilterType::real:
        return static_cast<double>(integer()) / 4;
      case FilterType::boolean:
        return chance(50);
      case FilterType::timestamp:
        return boost::json::value(timestamp());
      case FilterType::duration:
        return boost::json::value(duration());
      case FilterType::enumeration:
        return boost::json::value(any(field.values));
      case FilterType::message: {
        boost::json::object out;
        for (const auto& part : field.fields) {
          if (chance(75)) out[part.name] = value(part);
        }
        return out;
      }
    }
    return nullptr;
  }

  std::string word() {
    return pick({"", "a", "b", "ab", "aba", "abab", "A", "a*b", "*", "[a]", "a?b", "ä", "日本", "a b"});
  }
  std::string key() { return pick({"k", "a.b", "K", "ö", "AND", "", "\"", "*"}); }
  std::int64_t integer() { return static_cast<std::int64_t>(below(7)) - 3; }

  /// At most `digits_` digits of a fraction, few of them not zero.
  std::string fraction() {
    if (digits_ == 0 || chance(40)) return "";
    std::string out = ".";
    for (auto count = 1 + below(static_cast<std::size_t>(digits_)); count > 0; --count) out += pick({"0", "0", "5"});
    return out;
  }
  std::string timestamp() {
    return pick({"2025-01-01T00:00:0", "1969-12-31T23:59:5", "2024-02-29T12:00:0"}) + pick({"0", "1", "9"}) +
           fraction() + pick({"Z", "z", "+01:00", "-00:30"});
  }
  std::string duration() { return pick({"", "", "-"}) + pick({"0", "1", "2"}) + fraction() + "s"; }

  // Filters.

  std::string expression(const FilterSchema& schema, int depth) {
    std::string out = term(schema, depth);
    while (depth > 0 && chance(45)) out += pick({" AND ", " OR ", " ", " OR "}) + term(schema, depth - 1);
    return out;
  }

  std::string term(const FilterSchema& schema, int depth) {
    const auto sign = chance(80) ? "" : pick({"NOT ", "-"});
    if (depth > 0 && chance(20)) return sign + "(" + expression(schema, depth - 1) + ")";
    return sign + restriction(schema.fields());
  }

  std::string restriction(const std::vector<FilterField>& fields) {
    std::string path;
    bool through_list = false;
    const std::vector<FilterField>* level = &fields;
    while (true) {
      const FilterField& field = any(*level);
      path += path.empty() ? spelling(field.name) : "." + spelling(field.name);
      bool keyed = false;
      if (field.shape == FilterShape::map && chance(60)) {
        path += "." + literal_text(key());
        keyed = true;
      }
      const bool map = field.shape == FilterShape::map && !keyed;
      through_list = through_list || field.shape == FilterShape::list;
      if (field.type == FilterType::message && !map && (through_list || chance(80)) && chance(90)) {
        level = &field.fields;
        continue;
      }
      return path + condition(field, through_list, map);
    }
  }

  std::string spelling(const std::string& name) {
    return chance(50) ? name : "f" + std::string(1, static_cast<char>(name.back() - 'a' + 'A'));
  }

  std::string condition(const FilterField& field, bool through_list, bool map) {
    if (map) return ":" + (chance(25) ? "*" : group([&] { return literal_text(key()); }));
    if (field.type == FilterType::message) {
      if (field.shape == FilterShape::list || chance(40)) return ":*";
      return ":" + any(field.fields).name;
    }
    if (chance(15)) return ":*";
    const bool order = field.type != FilterType::boolean && field.type != FilterType::enumeration;
    const auto sign = through_list ? ":"
                      : order      ? pick({"=", "!=", "<", "<=", ">", ">=", ":"})
                                   : pick({"=", "!=", ":"});
    const bool star = wild_ && field.type == FilterType::string && (sign == "=" || sign == "!=" || sign == ":");
    return pick({"", " "}) + sign + pick({"", " "}) + group([&] { return literal(field, star); });
  }

  template <class Make>
  std::string group(Make make) {
    if (chance(80)) return make();
    // After NOT a negative number needs parentheses of its own.
    std::string out = chance(50) ? "(" + make() : "(NOT (" + make() + ")";
    while (chance(50)) out += pick({" OR ", " AND ", " "}) + make();
    return out + ")";
  }

  std::string literal(const FilterField& field, bool star) {
    switch (field.type) {
      case FilterType::string:
        return star && chance(40) ? pick({"\"a*\"", "\"*b\"", "\"*\"", "\"a*b\"", "\"*b*\"", "\"*a*b*a*\"", "a*",
                                          "\"[*]\"", "\"\\**\"", "\"*?*\"", "\"\""})
                                  : literal_text(word());
      case FilterType::timestamp:
        return "\"" + timestamp() + "\"";
      case FilterType::duration:
        return duration();
      case FilterType::enumeration:
        return literal_text(any(field.values));
      case FilterType::real:
        return pick({"-0.75", "0", "0.5", "-1e0", "2.5e-1", "1e300"});
      case FilterType::integer:
        return pick({"-3", "-1", "0", "1", "2", "9223372036854775807", "-9223372036854775808", "\"1\""});
      default:
        return pick({"true", "false"});
    }
  }

  /// In quotation marks, so that it is the text itself.
  static std::string literal_text(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\' || c == '*') out += '\\';
      out += c;
    }
    return out + "\"";
  }

  std::mt19937_64 random_;
  int digits_ = 9;
  bool wild_ = true;
};

}  // namespace querydata::test
