/// @file
/// Texts compared by their letters alone, apart from how the library does it.
#pragma once

#include <string>
#include <string_view>

/// The words of a text in lower case, without accents, one blank between: "Ta'if (Intl)" is "ta if intl". Letters that
/// Unicode does not take apart stay ("ø").
[[nodiscard]] std::string plain_letters(std::string_view text);

/// The run of words of `text` with the fewest edits to `words` (Levenshtein), of equal ones the first and shortest.
/// @param words  both as `plain_letters` gives them
/// @par Cost  cubic in the words, each step the product of the lengths: for names
[[nodiscard]] std::string nearest_words(std::string_view words, std::string_view text);
