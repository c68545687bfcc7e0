/// @file
/// Markup inside a line of Markdown.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "querydata/span.hpp"

namespace querydata::inline v0::knowledge {

/// The label of a link definition ("[label]: target"), case folded as far as ASCII goes; empty for other lines.
[[nodiscard]] std::string link_label(std::string_view line);

/// Blanks in the place of marks of emphasis, strikethrough and code, escapes, and of links and images all but their
/// text. What code spans hold stays as it is.
/// @param labels  of the document's link definitions
/// @param text    the document; only bytes of `line` change
/// @par Cost  O(n log n), n bytes of the line
void hide_inline_marks(std::string& text, Span line, const std::set<std::string>& labels);

}  // namespace querydata::inline v0::knowledge
