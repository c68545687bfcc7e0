/// @file
/// Letters that people also write as two: "Muenchen" for "München".
#pragma once

#include <string>
#include <string_view>

namespace querydata::inline v0::values {

/// `text::normalise` of the text with ä, ö, ü, å, ø written ae, oe, ue, aa, oe ("ß" and "æ" are "ss" and "ae" in every
/// key): "muenchen" for "München", where the plain key is "munchen". O(n).
[[nodiscard]] std::string key_with_digraphs(std::string_view text);

/// The key with ae, oe, ue, aa written a, o, u, a: the plain key of "München" for "muenchen", and a false one for words
/// that have these letters anyway ("blue"). Empty if it holds none of them. O(n).
[[nodiscard]] std::string key_without_digraphs(std::string_view key);

}  // namespace querydata::inline v0::values
