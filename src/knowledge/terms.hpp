/// @file
/// What a text is found by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/language.hpp"
#include "querydata/span.hpp"

namespace querydata::inline v0::knowledge {

/// A word, or in scripts without blanks two or three neighbouring characters.
struct Term {
  Span span;           ///< bytes of the text
  std::string folded;  ///< case folded, without accents
  std::string stem;    ///< what is compared
  bool stop = false;   ///< a word of grammar
  bool part = false;   ///< not a word but characters of a script without blanks
};

/// The terms of a text in order. Thai and its like give trigrams, Chinese and Japanese characters and bigrams: the
/// lengths that words have there.
/// @par Cost  O(n), any input; memory about 100 bytes a term
[[nodiscard]] std::vector<Term> terms_of(std::string_view text, Language language);

/// Hashes of the character n-grams (3, 4 and 5 code points, `_` before and after) of a folded word, appended.
void append_grams(std::string_view folded, std::size_t length, std::vector<std::uint32_t>& grams);

}  // namespace querydata::inline v0::knowledge
