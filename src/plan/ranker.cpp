#include "plan/ranker.hpp"

#include <algorithm>
#include <cmath>

namespace querydata::inline v0::plan {
namespace {

template <std::size_t size>
double dot(const std::array<double, size>& weights, const std::array<double, size>& values) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += weights[i] * values[i];
  return sum;
}

}  // namespace

double rank_score(const Features& features) noexcept {
  return dot(fitted_weights.rank, features);
}

std::array<double, standing_count> standing_terms(const Standing& standing) noexcept {
  return {standing.score, std::clamp(standing.margin, -5.0, 5.0), std::min(standing.runners, 5.0),
          std::clamp(standing.margin, -1.0, 1.0)};
}

double confidence(const Features& features, const Standing& standing) noexcept {
  const double logit = fitted_weights.accept_bias + dot(fitted_weights.accept, features) +
                       dot(fitted_weights.standing, standing_terms(standing));
  return 1 / (1 + std::exp(-logit));
}

}  // namespace querydata::inline v0::plan
