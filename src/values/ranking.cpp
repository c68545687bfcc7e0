#include "values/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace querydata::inline v0::values {
namespace {

/// Numbers in order, not-a-number after all others.
bool less(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
  return a < b;
}

template <class T>
bool less(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Null>) {
    return false;
  } else if constexpr (std::is_same_v<T, Blob>) {
    return a.bytes < b.bytes;
  } else {
    return a < b;
  }
}

}  // namespace

bool comes_before(const Value& a, const Value& b) {
  if (a.index() != b.index()) return a.index() < b.index();
  return std::visit(
      [&](const auto& left) {
        using T = std::decay_t<decltype(left)>;
        return less(left, *std::get_if<T>(&b));
      },
      a);
}

void Ranking::add(ValueMatch match, double nearness) {
  const auto standing = [](const Ranked& ranked) {
    return std::tuple(ranked.match.distance, ranked.match.kind, ranked.nearness);
  };
  Ranked fresh{std::move(match), nearness};
  const ValueMatch& key = fresh.match;
  auto& links = spans_[key.span][key.value];
  const Link link{key.table, key.column, key.concept_type};
  const auto known = links.find(link);
  if (known == links.end()) {
    links.emplace(link, std::move(fresh));
    return;
  }
  Ranked& kept = known->second;
  if (standing(fresh) < standing(kept)) std::swap(fresh, kept);
  if (kept.match.context.empty()) kept.match.context = std::move(fresh.match.context);
}

bool Ranking::has_within(Span span, double distance) const {
  const auto found = spans_.find(span);
  if (found == spans_.end()) return false;
  for (const auto& [value, links] : found->second)
    for (const auto& [link, ranked] : links)
      if (ranked.match.distance <= distance) return true;
  return false;
}

std::vector<ValueMatch> Ranking::take(double max_distance, std::size_t max_matches) && {
  std::vector<Ranked> ranked;
  for (auto& [span, values] : spans_)
    for (auto& [value, links] : values)
      for (auto& [link, candidate] : links)
        if (candidate.match.distance <= max_distance) ranked.push_back(std::move(candidate));
  // Stable: what is equal stays in the order of place, value and column.
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    if (a.match.distance != b.match.distance) return a.match.distance < b.match.distance;
    if (a.match.span.size() != b.match.span.size()) return a.match.span.size() > b.match.span.size();
    if (a.match.kind != b.match.kind) return a.match.kind < b.match.kind;
    if (a.nearness != b.nearness) return a.nearness < b.nearness;
    if (comes_before(a.match.value, b.match.value) || comes_before(b.match.value, a.match.value))
      return comes_before(a.match.value, b.match.value);
    return std::tie(a.match.table, a.match.column, a.match.concept_type) <
           std::tie(b.match.table, b.match.column, b.match.concept_type);
  });
  std::map<Span, std::size_t> taken;
  std::vector<ValueMatch> matches;
  for (Ranked& candidate : ranked)
    if (taken[candidate.match.span]++ < max_matches) matches.push_back(std::move(candidate.match));
  return matches;
}

}  // namespace querydata::inline v0::values
