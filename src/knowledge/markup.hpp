/// @file
/// The text that people read in a document, and what its markup says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/knowledge_base.hpp"
#include "querydata/span.hpp"

namespace querydata::inline v0::knowledge {

struct Heading {
  Span span;      ///< its text, bytes of the document
  int level = 1;  ///< 1 is the highest, 6 the lowest
};

/// A document as it is read. Offsets are those of the document itself.
struct ReadableText {
  std::string text;                 ///< as long as the document; blanks in the place of markup
  std::vector<Heading> headings;    ///< in order
  std::vector<std::size_t> breaks;  ///< where a paragraph, a list item or the like begins, ascending, each once
};

/// Reads headings (# and underlined), fences, emphasis and links of Markdown; tags, comments, scripts, styles, headings
/// and blocks of HTML; empty lines of plain text. What is no well-formed markup (a fence or a tag that does not end) is
/// text.
/// @par Cost  O(n) time, n bytes and 8 a block of memory, any bytes
[[nodiscard]] ReadableText read_markup(std::string_view document, DocumentFormat format);

}  // namespace querydata::inline v0::knowledge
