/// @file
/// Forms of a text under which different spellings compare equal.
#pragma once

#include <string>
#include <string_view>

namespace querydata::inline v0::text {

/// Unicode case folding in normal form C (utf8proc). The length in bytes may change. Invalid bytes become U+FFFD, one
/// each, so that the result is always valid. Idempotent. O(n), fast for ASCII. Any thread.
[[nodiscard]] std::string fold(std::string_view text);

/// The key under which names and values are the same to people: compatibility forms resolved, case folded, accents of
/// letters stripped ("Łódź" is "lodz"; vowel signs of other scripts stay), apostrophes and the periods of initials
/// dropped ("O'Hara" is "ohara", "U.S.A." is "usa"), other punctuation and blanks one blank, none at the ends. Kept,
/// since they tell values apart: symbols, the characters # & % @ ("C#", "AT&T") and . or , between digits ("3.5").
/// Idempotent; empty for a text of separators only.
[[nodiscard]] std::string normalise(std::string_view text);

}  // namespace querydata::inline v0::text
