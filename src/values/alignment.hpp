/// @file
/// The words of a phrase found again, in order, among the words of a value.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace querydata::inline v0::values {

/// The cheapest way to find a phrase in a value.
struct Alignment {
  std::size_t edits = 0;       ///< letters to change, with those of words that were not found
  std::size_t covered = 0;     ///< letters of the value's words that were met
  std::vector<bool> met;       ///< of the value's words
  double worst = 0;            ///< largest share of wrong letters in one word of the phrase, 1 for a word not found
  bool begins_alike = true;    ///< the first letters met are the same
  bool other_form = false;     ///< a word was met in another form
  bool reordered = false;      ///< the words stand in another order
  bool left_out_word = false;  ///< a word of the phrase that joins names ("the", "of") has no counterpart
};

/// Dynamic programme over words: each word of the phrase meets one word of the value, or two written apart, or two meet
/// one; words of the value may be passed over freely. A word with a digit in it is met only by itself, any other with
/// at most one error (of three letters), two (from four) or three (from nine): swapped neighbours count as one. A
/// phrase of one word is met with one error up to six letters, and with seven unless the words end alike, or begin
/// alike and are as long. Words that are all met without an error may stand in any order.
/// @param other_forms  for each word of the phrase others that stand for it; empty: none
/// @return  nothing if no word was met, or for texts of more than 24 or 64 words, too long to be names
/// @par Cost  O(words of the phrase * words of the value), each a short edit distance
[[nodiscard]] std::optional<Alignment> align(std::span<const std::u32string> phrase,
                                             std::span<const std::u32string> value,
                                             std::span<const std::vector<std::u32string>> other_forms = {});

}  // namespace querydata::inline v0::values
