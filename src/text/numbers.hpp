/// @file
/// Numbers that a text mentions, in digits and in English words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/span.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::text {

/// One number. "about", "at least" and units stay outside of the span; a sign, a percent sign and scale words are
/// inside.
struct NumberMention {
  Span span;                    ///< bytes of the original text
  std::size_t first_token = 0;  ///< tokens [first_token, last_token)
  std::size_t last_token = 0;
  double value = 0;                     ///< nearest double; infinite where the decimal is beyond its range
  std::optional<std::int64_t> integer;  ///< exact, when the number is whole and fits
  std::string decimal;                  ///< exact: optional "-", digits, optional "." and digits ("2500000", "-0.5")
  bool ordinal = false;                 ///< "third", "3rd", "twenty-first"
  bool percent = false;                 ///< "5%", "5 percent": the value is 5, not 0.05
  bool in_words = false;                ///< no digits were written: "one" may be a pronoun, "second" a unit of time
};

/// The numbers of `text` in order, not overlapping. `tokens` are those of `tokenize(text)`.
///
/// Digits with thousands separators (comma, apostrophe, no-break blank; a plain blank when the groups leave no doubt,
/// as in "1 234 567" or "10 000"), decimals, signs ("-5", "minus five", but not the hyphen of "3-5"), k, m, mn, bn, tn
/// after digits, hundred … trillion and dozen after either ("2.5 million", "half a million", "two and a half thousand",
/// "three dozen"), cardinals and ordinals in words below 10^15.
/// Parts of dates are reported too: whoever also looks for dates prefers those.
/// @par Cost  O(n), any input
[[nodiscard]] std::vector<NumberMention> find_numbers(std::string_view text, const std::vector<Token>& tokens);

}  // namespace querydata::inline v0::text
