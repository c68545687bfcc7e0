/// @file
/// Which reading is the best, and how likely it is right.
#pragma once

#include <array>
#include <cstddef>

#include "plan/features.hpp"

namespace querydata::inline v0::plan {

/// What one reading says of itself beside the others.
struct Standing {
  double score = 0;    ///< the ranker's
  double margin = 0;   ///< to the best other reading that asks something else; negative for those behind
  double runners = 0;  ///< other readings within one point of this one
};

/// Linear score of a reading; only differences between readings of one question mean something.
[[nodiscard]] double rank_score(const Features& features) noexcept;

/// Estimated probability that a reading is right: a logistic function of its features and its standing.
[[nodiscard]] double confidence(const Features& features, const Standing& standing) noexcept;

inline constexpr std::size_t standing_count = 4;

/// Fitted constants; see src/plan/training/README.md.
struct Weights {
  std::array<double, feature_count> rank;
  std::array<double, feature_count> accept;
  std::array<double, standing_count> standing;  ///< score, margin, runners, margin of at most one
  double accept_bias;
};
extern const Weights fitted_weights;

/// The standing as the acceptor weighs it.
[[nodiscard]] std::array<double, standing_count> standing_terms(const Standing& standing) noexcept;

}  // namespace querydata::inline v0::plan
