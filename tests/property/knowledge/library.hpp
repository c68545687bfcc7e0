/// @file
/// A library's books: a schema with every type and shape, and a few objects.
#pragma once

#include <string_view>
#include <vector>

#include "querydata/filter.hpp"

namespace querydata::test {

inline constexpr std::string_view library_json = R"({
  "profile": "general", "max_characters": 1000000, "max_depth": 200,
  "fields": [
    {"name": "title"},
    {"name": "pages", "type": "integer", "defaulted": true},
    {"name": "price", "type": "double"},
    {"name": "in_print", "type": "bool"},
    {"name": "published", "type": "timestamp"},
    {"name": "loan", "type": "duration"},
    {"name": "state", "type": "enum", "values": ["UNKNOWN", "ACTIVE", "RETIRED"]},
    {"name": "tags", "shape": "list"},
    {"name": "sizes", "type": "integer", "shape": "list"},
    {"name": "labels", "shape": "map"},
    {"name": "author", "type": "message", "fields": [
      {"name": "name"}, {"name": "born", "type": "integer"}, {"name": "aliases", "shape": "list"}]},
    {"name": "reviews", "type": "message", "shape": "list", "fields": [
      {"name": "stars", "type": "integer"}, {"name": "written", "type": "timestamp"},
      {"name": "marks", "type": "integer", "shape": "map"}]},
    {"name": "editions", "type": "message", "shape": "map", "fields": [
      {"name": "year", "type": "integer"}, {"name": "publisher"}]}
  ]})";

inline const FilterSchema& library_schema() {
  static const FilterSchema schema = FilterSchema::from_json(library_json).value();
  return schema;
}

/// Full, sparse, empty, and one of default values.
inline const std::vector<std::string_view>& library_books() {
  static const std::vector<std::string_view> books{
      R"({"title": "The Sea, the Sea", "pages": 502, "price": 12.5, "in_print": true,
          "published": "1978-08-25T10:00:00+01:00", "loan": "1209600s", "state": "ACTIVE",
          "tags": ["sea", "theatre", "booker*"], "sizes": [20, 13], "labels": {"shelf": "M 4", "de.title": "Das Meer"},
          "author": {"name": "Iris Murdoch", "born": 1919, "aliases": ["I.M."]},
          "reviews": [{"stars": 5, "written": "2001-01-01T00:00:00Z", "marks": {"plot": 4, "style": 5}}, {"stars": 3}],
          "editions": {"first": {"year": 1978, "publisher": "Chatto"}, "us": {"year": 1979}}})",
      R"({"title": "Größe", "price": -1e6, "state": "RETIRED", "tags": [], "author": {"name": ""}, "reviews": [{}],
          "labels": {"shelf": ""}})",
      R"({})",
      R"({"title": "", "pages": 0, "price": 0, "in_print": false, "published": "1970-01-01T00:00:00Z", "loan": "0s",
          "state": "UNKNOWN", "tags": [""], "sizes": [0], "labels": {}, "author": {}, "reviews": [], "editions": {}})",
  };
  return books;
}

}  // namespace querydata::test
