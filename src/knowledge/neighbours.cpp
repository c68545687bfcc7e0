#include "knowledge/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "knowledge/passage_index_format.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t nearest = 5;
constexpr double neighbour_weight = 2;
constexpr std::size_t best = 5;
constexpr double feedback_weight = .4;

/// The places of the `count` largest numbers, of equal ones the first.
std::vector<std::size_t> largest(std::span<const double> numbers, std::size_t count) {
  std::vector<std::size_t> places(numbers.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto kept = static_cast<std::ptrdiff_t>(std::min(count, places.size()));
  std::partial_sort(places.begin(), places.begin() + kept, places.end(), [&](std::size_t left, std::size_t right) {
    return numbers[left] != numbers[right] ? numbers[left] > numbers[right] : left < right;
  });
  places.resize(static_cast<std::size_t>(kept));
  return places;
}

}  // namespace

void Neighbours::add(const std::vector<Term>& terms, std::uint32_t chunk) {
  const double length = collection_.relative_length(chunk);
  std::unordered_map<std::uint32_t, std::uint32_t> frequencies;
  std::vector<std::uint32_t> order;
  for (const Term& term : terms) {
    if (term.stop) continue;
    const auto [place, added] = numbers_.try_emplace(term.stem, static_cast<std::uint32_t>(stems_.size()));
    if (added) stems_.push_back({collection_.idf(term.stem), {}});
    if (++frequencies[place->second] == 1) order.push_back(place->second);
  }
  double square = 0;
  for (const std::uint32_t stem : order) {
    const double weight = stems_[stem].idf * saturated(frequencies[stem], length);
    square += weight * weight;
    stems_[stem].holders.push_back({chunks_, weight});
  }
  const double norm = std::sqrt(square);
  for (const std::uint32_t stem : order) stems_[stem].holders.back().weight /= norm > 0 ? norm : 1;
  ++chunks_;
}

/// Of each pair, row-major; 0 of a chunk with itself.
std::vector<double> Neighbours::cosines() const {
  std::vector<double> cosines(std::size_t{chunks_} * chunks_);
  for (const Stem& stem : stems_) {
    for (const Holder& left : stem.holders) {
      for (const Holder& right : stem.holders)
        cosines[std::size_t{left.chunk} * chunks_ + right.chunk] += left.weight * right.weight;
    }
  }
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) cosines[chunk * chunks_ + chunk] = 0;
  return cosines;
}

std::vector<double> Neighbours::smooth(const std::vector<double>& scores, const std::vector<double>& cosines) const {
  std::vector<double> smoothed;
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    const std::span<const double> row = std::span(cosines).subspan(chunk * chunks_, chunks_);
    double sum = scores[chunk];
    double weights = 1;
    for (const std::size_t other : largest(row, nearest)) {
      sum += neighbour_weight * row[other] * scores[other];
      weights += neighbour_weight * row[other];
    }
    smoothed.push_back(sum / weights);
  }
  return smoothed;
}

std::vector<double> Neighbours::together(const std::vector<double>& scores) const {
  const std::vector<double> alike = cosines();
  std::vector<double> result = smooth(scores, alike);
  const std::vector<std::size_t> leaders = largest(result, best);
  double whole = 0;
  for (const std::size_t leader : leaders) whole += scores[leader];
  if (whole <= 0) return result;
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    double likeness = 0;
    for (const std::size_t leader : leaders)
      likeness += scores[leader] / whole * (leader == chunk ? 1 : alike[chunk * chunks_ + leader]);
    result[chunk] = (result[chunk] + feedback_weight * likeness) / (1 + feedback_weight);
  }
  return result;
}

}  // namespace querydata::inline v0::knowledge
