#include "knowledge/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "knowledge/passage_index_format.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t nearest = 5;
constexpr double neighbour_weight = 2;

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

std::vector<double> Neighbours::smooth(const std::vector<double>& scores) const {
  const std::vector<double> all = cosines();
  std::vector<double> smoothed;
  std::vector<std::pair<double, std::size_t>> row(chunks_);
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    for (std::size_t other = 0; other < chunks_; ++other) row[other] = {-all[chunk * chunks_ + other], other};
    const std::size_t count = std::min<std::size_t>(nearest, chunks_);
    std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count), row.end());
    double sum = scores[chunk];
    double weights = 1;
    for (std::size_t place = 0; place < count; ++place) {
      const double weight = neighbour_weight * -row[place].first;
      sum += weight * scores[row[place].second];
      weights += weight;
    }
    smoothed.push_back(sum / weights);
  }
  return smoothed;
}

}  // namespace querydata::inline v0::knowledge
