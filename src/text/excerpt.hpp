/// @file
/// Text from elsewhere made fit to stand inside a sentence or a prompt.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::text {

/// `text` on one line: control characters and line separators become blanks, bytes that are not UTF-8 U+FFFD, and what
/// is beyond `most_bytes` is cut and an ellipsis put in its place. O(most_bytes).
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most_bytes);

/// A word that none of the texts contains, the same each time: `name`, a hyphen and a number. To stand around text that
/// can't then pretend to end. O(length of the texts), but for texts made to hold it.
[[nodiscard]] std::string absent_mark(std::string_view name, const std::vector<std::string_view>& texts);

}  // namespace querydata::inline v0::text
