/// @file
/// The numbers in a text, which are the same or others, and never like each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// The runs of digits of a text, in order: "A320-200" has 320 and 200. What makes two runs one number, or one number
/// another, comes along: a single `.`, `,` or `/` between two runs that no third one follows ("1.5", "3/4"), and a
/// minus that no letter or digit precedes ("-5").
/// @par Cost  linear in the text
[[nodiscard]] std::vector<std::string> digit_groups(std::string_view text);

/// Whether a phrase with these groups may stand for a value: it has them all, in order; without groups it always may.
[[nodiscard]] bool has_digit_groups(std::string_view value, const std::vector<std::string>& groups);

}  // namespace querydata::inline v0::values
