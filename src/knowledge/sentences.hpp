/// @file
/// A text cut into sentences.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "knowledge/language.hpp"
#include "querydata/span.hpp"

namespace querydata::inline v0::knowledge {

/// Bytes of what begins an item of a list in a line ("- ", "12. ", "3) "), blanks before it included; 0 for other
/// lines.
[[nodiscard]] std::size_t list_mark(std::string_view line);

/// The sentences of `text` in order, without the blanks around them. They end after the marks of any script (. ! ? … 。
/// ！ ？ । ؟ ۔ ։ ።) and closing quotes, at empty lines, before lines that begin an item of a list ("- ", "2. "), and in
/// Thai and its like at blanks, which is where phrases end there. No end: abbreviations, initials, "3.5", and where the
/// language writes ordinals so, "3. Oktober". What has no mark for 1,000 bytes is cut at a blank, or where there is
/// none at a character.
/// @par Cost  O(n), any bytes
[[nodiscard]] std::vector<Span> split_sentences(std::string_view text, Language language);

}  // namespace querydata::inline v0::knowledge
