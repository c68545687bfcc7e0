/// @file
/// Singular, plural and other forms of English words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// The key with its last word in the other number: plurals where it may be a singular ("city" → "cities"), singulars
/// where it may be a plural ("boxes" → "box", "boxe"). By the regular endings; short words and those in "ss", "us" and
/// "is" have no singular.
[[nodiscard]] std::vector<std::string> other_numbers(std::string_view key);

/// The other numbers, and the key with its last word in "ing" or "ed" reduced to its stem ("parking" → "park").
[[nodiscard]] std::vector<std::string> other_forms(std::string_view key);

}  // namespace querydata::inline v0::values
