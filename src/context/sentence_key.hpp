/// @file
/// A sentence as the words that matter, so that sentences of one meaning meet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "context/placeholder_pairing.hpp"
namespace querydata::inline v0::context {

/// A word of a sentence, or a placeholder.
struct SentenceWord {
  std::string text;  ///< its stem; "$1", "$2", … for placeholders, numbered by their first places
  bool is_placeholder = false;
  bool is_value = false;   ///< looks like a value: capitalised inside the sentence, or with digits
  std::size_t number = 0;  ///< of a placeholder: of "$n" n, of "?" its place among them
};

/// The words of a sentence without articles, politeness, "show me", "is", "come" and their like; "how many" and "count
/// of" are "number of".
/// @param placeholders  of the sentence, ascending
/// @par Cost  linear
[[nodiscard]] std::vector<SentenceWord> sentence_words(std::string_view sentence,
                                                       const std::vector<Placeholder>& placeholders);

}  // namespace querydata::inline v0::context
