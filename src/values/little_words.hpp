/// @file
/// Words that hold sentences together or ask, and so name no stored value by themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// Languages whose little words are known.
enum class Language { english, arabic, german, greek, hindi, romanian, russian, spanish, turkish, vietnamese };

/// The language that has the most of the folded words as little words, English among equals.
[[nodiscard]] Language guess_language(const std::vector<std::string>& folded_words);

/// Whether a folded word is an article, preposition, pronoun, conjunction, auxiliary, question word or verb of asking
/// ("the", "in", "me", "is", "which", "show"), in English also a number in words. O(log words).
[[nodiscard]] bool is_little_word(std::string_view folded, Language language = Language::english);

/// Whether a folded word may stand in lower case inside a name: "Bank of America", "Rio de Janeiro".
[[nodiscard]] bool joins_names(std::string_view folded) noexcept;

/// Whether a folded word is a month or a day of the week.
[[nodiscard]] bool is_calendar_word(std::string_view folded) noexcept;

}  // namespace querydata::inline v0::values
