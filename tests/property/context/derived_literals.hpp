/// @file
/// The values of what was derived, to be put back.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "querydata/derive.hpp"

namespace querydata::test {

/// The texts of the placeholders of a query: by number, or with bare `?` one for each place.
inline std::vector<std::string> literals_of(const std::vector<DerivedParameter>& parameters, PlaceholderStyle style) {
  std::vector<std::pair<Span, const std::string*>> places;
  std::vector<std::string> literals;
  for (const DerivedParameter& parameter : parameters) {
    literals.push_back(parameter.literal);
    for (const Span span : parameter.in_query) places.emplace_back(span, &parameter.literal);
  }
  if (style != PlaceholderStyle::question) return literals;
  std::sort(places.begin(), places.end());
  literals.clear();
  for (const auto& [span, literal] : places) literals.push_back(*literal);
  return literals;
}

}  // namespace querydata::test
