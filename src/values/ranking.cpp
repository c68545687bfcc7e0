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

bool is_approximate(MatchKind kind) noexcept {
  return kind == MatchKind::trigram || kind == MatchKind::word_similarity || kind == MatchKind::edit_distance;
}

void Ranking::add(ValueMatch match, Standing standing) {
  const auto rank = [](const Ranked& ranked) {
    return std::tuple(ranked.match.distance, ranked.match.kind, ranked.standing.nearness);
  };
  Ranked fresh{std::move(match), standing};
  const ValueMatch& key = fresh.match;
  auto& links = spans_[key.span][key.value];
  const Link link{key.table, key.column, key.concept_type};
  const auto known = links.find(link);
  if (known == links.end()) {
    links.emplace(link, std::move(fresh));
    return;
  }
  Ranked& kept = known->second;
  if (rank(fresh) < rank(kept)) std::swap(fresh, kept);
  if (kept.match.context.empty()) kept.match.context = std::move(fresh.match.context);
  kept.standing.count = std::max(kept.standing.count, fresh.standing.count);
}

bool Ranking::has_within(Span span, double distance) const {
  const auto found = spans_.find(span);
  if (found == spans_.end()) return false;
  for (const auto& [value, links] : found->second)
    for (const auto& [link, ranked] : links)
      if (ranked.match.distance <= distance) return true;
  return false;
}

std::map<Span, double> Ranking::nearest() const {
  std::map<Span, double> distances;
  for (const auto& [span, values] : spans_) {
    for (const auto& [value, links] : values) {
      for (const auto& [link, ranked] : links) {
        const auto known = distances.emplace(span, ranked.match.distance).first;
        known->second = std::min(known->second, ranked.match.distance);
      }
    }
  }
  return distances;
}

void Ranking::drop_distant(double max_distance, double margin) {
  const auto nearest_of = nearest();
  for (auto& [span, values] : spans_) {
    const double limit = nearest_of.at(span) + margin;
    for (auto& [value, links] : values) {
      std::erase_if(links, [&](const auto& link) {
        const ValueMatch& match = link.second.match;
        return match.distance > max_distance || (is_approximate(match.kind) && match.distance > limit);
      });
    }
    std::erase_if(values, [](const auto& value) { return value.second.empty(); });
  }
  std::erase_if(spans_, [](const auto& span) { return span.second.empty(); });
}

void Ranking::keep(const std::vector<Span>& spans) {
  std::erase_if(spans_, [&](const auto& span) { return !std::binary_search(spans.begin(), spans.end(), span.first); });
}

void Ranking::for_each(const std::function<void(ValueMatch&)>& call) {
  for (auto& [span, values] : spans_)
    for (auto& [value, links] : values)
      for (auto& [link, ranked] : links) call(ranked.match);
}

std::vector<ValueMatch> Ranking::take(double max_distance, std::size_t max_matches) && {
  std::vector<Ranked> ranked;
  for (auto& [span, values] : spans_)
    for (auto& [value, links] : values)
      for (auto& [link, candidate] : links)
        if (candidate.match.distance <= max_distance) ranked.push_back(std::move(candidate));
  // Stable: what is equal stays in the order of place, value and column.
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    const double a_distance = a.match.distance - relevance_worth * a.match.relevance;
    const double b_distance = b.match.distance - relevance_worth * b.match.relevance;
    if (a_distance != b_distance) return a_distance < b_distance;
    if (a.match.span.size() != b.match.span.size()) return a.match.span.size() > b.match.span.size();
    if (a.match.kind != b.match.kind) return a.match.kind < b.match.kind;
    if (a.standing.nearness != b.standing.nearness) return a.standing.nearness < b.standing.nearness;
    if (a.standing.count != b.standing.count) return a.standing.count > b.standing.count;
    if (comes_before(a.match.value, b.match.value) || comes_before(b.match.value, a.match.value))
      return comes_before(a.match.value, b.match.value);
    if (a.standing.column != b.standing.column) return a.standing.column < b.standing.column;
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
