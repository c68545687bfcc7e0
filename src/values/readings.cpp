#include "values/readings.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace querydata::inline v0::values {
namespace {

constexpr double about_as_near = 0.1;
constexpr double part_distance = 0.05;  // of a match that may be a part of a name

using Places = std::vector<std::size_t>;

std::map<Span, Places> places_by_span(const std::vector<ValueMatch>& matches) {
  std::map<Span, Places> places;
  for (std::size_t i = 0; i < matches.size(); ++i) places[matches[i].span].push_back(i);
  return places;
}

/// The same with spans that overlap taken together.
std::vector<std::pair<Span, Places>> places_by_overlap(const std::vector<ValueMatch>& matches) {
  std::vector<std::pair<Span, Places>> together;
  for (const auto& [span, places] : places_by_span(matches)) {
    if (together.empty() || !together.back().first.overlaps(span)) together.emplace_back(span, Places());
    auto& [whole, all] = together.back();
    whole.end = std::max(whole.end, span.end);
    all.insert(all.end(), places.begin(), places.end());
  }
  for (auto& [whole, all] : together) std::sort(all.begin(), all.end());
  return together;
}

bool is_same_reading(const ValueMatch& a, const ValueMatch& b, const ColumnWords& names) {
  if (a.value != b.value) return false;
  return (a.table == b.table && a.column == b.column) || names.are_joined(a.table, a.column, b.table, b.column);
}

}  // namespace

std::vector<ValueAmbiguity> find_ambiguities(const std::vector<ValueMatch>& matches, const ColumnWords& names) {
  std::vector<ValueAmbiguity> ambiguities;
  for (const auto& [span, places] : places_by_overlap(matches)) {
    double nearest = 1;
    for (const std::size_t place : places) nearest = std::min(nearest, matches[place].distance);
    ValueAmbiguity ambiguity{span, {}};
    for (const std::size_t place : places) {
      const auto known = [&](std::size_t other) { return is_same_reading(matches[other], matches[place], names); };
      auto& readings = ambiguity.readings;
      if (matches[place].distance <= nearest + about_as_near && std::none_of(readings.begin(), readings.end(), known))
        readings.push_back(place);
    }
    if (ambiguity.readings.size() > 1) ambiguities.push_back(std::move(ambiguity));
  }
  return ambiguities;
}

std::vector<CompoundName> find_compounds(const std::vector<ValueMatch>& matches,
                                         const std::function<bool(Span, Span)>& are_neighbours) {
  std::vector<CompoundName> compounds;
  const auto spans = places_by_span(matches);
  for (const auto& [left, left_places] : spans) {
    for (const auto& [right, right_places] : spans) {
      if (!are_neighbours(left, right)) continue;
      std::set<std::string> tables;
      for (const std::size_t first : left_places) {
        for (const std::size_t second : right_places) {
          const ValueMatch& a = matches[first];
          const ValueMatch& b = matches[second];
          if (std::max(a.distance, b.distance) > part_distance || a.table != b.table || a.column == b.column) continue;
          if (tables.insert(a.table).second) compounds.push_back({{left.begin, right.end}, {first, second}});
        }
      }
    }
  }
  return compounds;
}

}  // namespace querydata::inline v0::values
