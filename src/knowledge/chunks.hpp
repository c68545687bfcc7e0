/// @file
/// Documents cut into the pieces that are found.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "knowledge/markup.hpp"

namespace querydata::inline v0::knowledge {

struct Chunk {
  Span span;  ///< bytes of the document, on UTF-8 boundaries, no blanks at the ends
  std::vector<Span>
      headings;  ///< of the document, highest level first, under which it stands; its own is inside of `span`
};

struct ChunkOptions {
  std::size_t good_size = 1200;  ///< code points up to which paragraphs under one heading go together
  std::size_t max_size = 4000;   ///< code points; a longer paragraph is cut between sentences
};

/// The chunks of a document in order; they do not overlap, and all words lie in one. A chunk begins at a heading or a
/// paragraph.
/// @par Cost  O(n) time; memory 24 bytes a sentence of the longest paragraph, and the chunks
[[nodiscard]] std::vector<Chunk> cut_chunks(const ReadableText& document, const ChunkOptions& options = {});

}  // namespace querydata::inline v0::knowledge
