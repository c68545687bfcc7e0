/// @file
/// Singular and plural of English nouns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// The key with its last word in the other number: plurals where it may be a singular ("city" → "cities"), singulars
/// where it may be a plural ("boxes" → "box", "boxe"). By the regular endings; short words and those in "ss", "us" and
/// "is" have no singular.
[[nodiscard]] std::vector<std::string> other_numbers(std::string_view key);

}  // namespace querydata::inline v0::values
