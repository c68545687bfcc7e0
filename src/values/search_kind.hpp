/// @file
/// How a value search compares, told from its query.
#pragma once

#include <string_view>

#include "querydata/dialect.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0::values {

/// The way of comparing that a value search's functions and operators show: vectors (`<=>`, COSINE_DISTANCE) are
/// semantic, `word_similarity`, `<<->` and `<%` are word_similarity, `similarity`, `<->`, `%` before a placeholder's
/// text, SEARCH_NGRAMS and MATCH … AGAINST are trigram, `edit_distance` and `levenshtein` are edit_distance; equality
/// with `$value` alone is exact. Where several appear the first of this list counts; anything else is `other`.
/// @par Cost  linear in the text
[[nodiscard]] MatchKind kind_of_search(std::string_view query, Dialect dialect);

/// By what to multiply the distances of a search so that those of different kinds compare: 1 means nothing in common.
/// Semantic searches that divide a cosine distance (0..2) by 2, as the published recipes do, have 0.5 where two texts
/// have nothing in common, and hardly ever more: 2 for these, else 1.
/// @par Cost  linear in the text
[[nodiscard]] double distance_scale(std::string_view query, Dialect dialect, MatchKind kind);

/// Whether a search of that kind compares spellings, so that comparing phrase and value as text repeats what it did.
[[nodiscard]] bool compares_spellings(MatchKind kind) noexcept;

}  // namespace querydata::inline v0::values
