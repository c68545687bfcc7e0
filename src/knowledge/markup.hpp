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
  std::string title;                ///< of front matter or <title>, or the first heading
  std::string description;          ///< of front matter
};

/// Reads headings (# and underlined), fences, emphasis, escapes, links with their definitions, items, tables, comments
/// and front matter of Markdown; tags, comments, scripts, styles, navigation, headings and blocks of HTML; entities of
/// both; empty lines of plain text. What is no well-formed markup (a fence or a tag that does not end) is text. A line
/// feed may stand in the place of markup that sets what follows apart. A byte order mark and carriage returns are
/// blanks.
/// @par Cost  O(n) time, n bytes and 8 a block of memory, any bytes
[[nodiscard]] ReadableText read_markup(std::string_view document, DocumentFormat format);

}  // namespace querydata::inline v0::knowledge
