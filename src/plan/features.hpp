/// @file
/// A reading in numbers: what the ranker weighs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "plan/reading.hpp"

namespace querydata::inline v0::plan {

/// Every feature is about 0 … 4, most are 0 … 1. "Lost" is what the template says and the question does not;
/// "foreign" what the question says and the template does not.
enum class Feature : std::uint8_t {
  question_coverage,  ///< weight of the question's words that meet the wording
  pattern_coverage,   ///< the same of the wording's words
  balanced_coverage,  ///< their harmonic mean
  question_content,   ///< of content words only
  pattern_content,
  question_unexplained,  ///< weight that neither wording nor query accounts for
  pattern_lost,          ///< weight of the wording that the question leaves out
  question_worst,        ///< the heaviest such word
  pattern_worst,
  added_worst,         ///< question_worst where the question leaves no word out that it could stand for
  modifier_worst,      ///< the heaviest unexplained word right before one that is explained: "purple" of "purple books"
  pattern_lost_names,  ///< lost words that speak of names in the query
  question_only_by_name,  ///< words that only a name in the query accounts for
  foreign_names,          ///< unexplained words that name other tables or columns
  bigrams,                ///< neighbours that stay neighbours
  order,                  ///< longest run of partners in order
  exact,                  ///< word for word the wording
  exact_content,          ///< the same of content words
  target_found,           ///< what the wording asks for is what the question asks for
  target_known,           ///< and the other way round
  target_owner,           ///< "of the students"
  target_selected,        ///< what is asked for is a selected column's or table's name
  target_elsewhere,       ///< it is the name of some other column
  selected_explained,     ///< selected columns that the question speaks of
  selected_lost,
  literals_lost,         ///< fixed conditions that the question does not speak of
  literals_unexplained,  ///< fixed conditions that neither speaks of
  tables_lost,
  aggregates_foreign,
  aggregates_lost,
  count_foreign,
  count_lost,
  superlative_foreign,
  superlative_lost,
  superlative_reversed,
  superlative_measure,  ///< how alike the superlatives are
  negation_foreign,
  negation_lost,
  grouping_differs,
  ordering_differs,
  distinct_differs,
  asked_same,  ///< who, where, when, how many …
  asked_differs,
  comparison_mismatch,
  comparison_foreign,  ///< comparisons beside no bound value
  links_foreign,       ///< stored values that are named and not bound
  numbers_foreign,
  dates_foreign,
  link_distance,
  link_distance_worst,
  slots,
  context,  ///< words beside values are those beside placeholders
  binding_margin,
  top_differs,
  length_differs,
  word_cosine,
  spelling_cosine,  ///< of character trigrams of the masked texts
  prepositions,
  facets,
  slots_unplaced,
  rivals,  ///< values that could as well be others
  count_   ///< number of features
};

inline constexpr std::size_t feature_count = static_cast<std::size_t>(Feature::count_);
using Features = std::array<double, feature_count>;

/// The feature's name as in the enumeration. Static text.
[[nodiscard]] std::string_view to_string(Feature feature) noexcept;

[[nodiscard]] Features measure(const Reading& reading, const AlignedReading& laid, const BindingTask& task);

}  // namespace querydata::inline v0::plan
