/// @file
/// Words that hold sentences together or ask, and so name no stored value by themselves.
#pragma once

#include <string_view>

namespace querydata::inline v0::values {

/// Whether a folded word is an article, preposition, pronoun, conjunction, auxiliary, question word, number or
/// verb of asking ("the", "in", "me", "is", "which", "two", "show"). English. O(log words).
[[nodiscard]] bool is_little_word(std::string_view folded) noexcept;

/// Whether a folded word may stand in lower case inside a name: "Bank of America", "Rio de Janeiro".
[[nodiscard]] bool joins_names(std::string_view folded) noexcept;

/// Whether a folded word is a month or a day of the week.
[[nodiscard]] bool is_calendar_word(std::string_view folded) noexcept;

}  // namespace querydata::inline v0::values
