/// @file
/// Other ways in which people write a name: initials and abbreviations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// The initials of a key of two to six words, in each way that people take them: of all words ("usoa"), and of those
/// that do not join names ("usa"). Legal forms at the end have none ("IBM" is a corporation), "&" stands for itself or
/// for nothing. Empty for other keys and for those whose words do not all begin with a letter.
[[nodiscard]] std::vector<std::string> acronyms_of(std::string_view key);

/// The other forms of a word: what it abbreviates, and its abbreviations. They live as long as the program. O(log
/// words).
[[nodiscard]] std::vector<std::string_view> abbreviations_of_word(std::string_view word);

/// The key with abbreviations written out ("intl airport" → "international airport", "st helens" → "saint helens",
/// "street helens") and with words abbreviated ("saint helens" → "st helens"); at most 16 keys, none of them the key
/// itself. English abbreviations of names, and points of the compass.
[[nodiscard]] std::vector<std::string> abbreviations_of(std::string_view key);

}  // namespace querydata::inline v0::values
