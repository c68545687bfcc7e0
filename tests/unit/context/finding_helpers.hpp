/// @file
/// Findings as lines, for tests.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_set.hpp"

namespace doctest {

template <>
struct StringMaker<std::vector<std::string>> {
  static String convert(const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += "\n  " + line;
    return all.c_str();
  }
};

}  // namespace doctest

namespace querydata::test {

inline ContextSet read_set(std::string_view json) {
  return ContextSet::read(json).value();
}

/// "error /templates/0/sql", … in their order, without the messages.
inline std::vector<std::string> places(const std::vector<Finding>& findings) {
  std::vector<std::string> lines;
  for (const Finding& finding : findings) {
    lines.push_back(std::string(to_string(finding.severity)) + " " + finding.json_pointer);
  }
  return lines;
}

/// "unknown_table /templates/0/sql", … of the errors and warnings, in their order.
inline std::vector<std::string> problems(const std::vector<Finding>& findings) {
  std::vector<std::string> lines;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::information) continue;
    lines.push_back(std::string(finding.rule) + " " + finding.json_pointer);
  }
  return lines;
}

/// Findings of sets whose queries with values stand for any: these differ from the parameterised ones.
inline std::vector<Finding> but_for_refill(std::vector<Finding> findings) {
  std::erase_if(findings, [](const Finding& finding) { return finding.rule == "refill_mismatch"; });
  return findings;
}

/// The findings of one severity that speak of `word`.
inline std::ptrdiff_t count(const std::vector<Finding>& findings, Severity severity, std::string_view word) {
  return std::ranges::count_if(findings, [&](const Finding& finding) {
    return finding.severity == severity && finding.message.find(word) != std::string::npos;
  });
}

/// A template that nothing is wrong with but for what the caller puts in.
inline Template good_template() {
  return {"Orders from Oslo",
          "SELECT count(*) FROM orders WHERE city = 'Oslo'",
          "How many orders come from Oslo?",
          "How many orders come from a given city?",
          "How many orders come from $1?",
          "SELECT count(*) FROM orders WHERE city = $1",
          "",
          ""};
}

inline Facet good_facet() {
  return {"orders.total > 50",
          "orders over 50",
          "orders over a given number",
          "orders over $1",
          "orders.total > $1",
          "",
          ""};
}

inline ValueSearch good_search() {
  return {
      "SELECT DISTINCT o.city AS value, 'orders.city' AS columns, 'City' AS concept_type, 0 AS distance, '' AS "
      "context FROM orders o WHERE o.city = $value",
      "City", "exact city", ""};
}

}  // namespace querydata::test
