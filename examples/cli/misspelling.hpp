/// @file
/// Typing errors made on purpose.
#pragma once

#include <string>
#include <string_view>

#include "random_numbers.hpp"

/// Whether a text is one that people misspell and still mean: four ASCII letters or more in a row, and no digit. Codes,
/// numbers and dates with another sign are other ones.
[[nodiscard]] bool can_be_misspelt(std::string_view text);

/// The text with one letter left out, doubled, replaced by another one or exchanged with the next. The letter is in a
/// run of four ASCII letters or more, of which `can_be_misspelt` says that there is one. Never the text itself.
[[nodiscard]] std::string misspelt(std::string_view text, RandomNumbers& random);
