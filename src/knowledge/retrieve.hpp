/// @file
/// The passages of a collection that fit a question best.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "knowledge/answer_tokens.hpp"
#include "knowledge/passage_collection.hpp"
#include "knowledge/passage_measures.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0::knowledge {

/// Where a chunk stands.
struct ChunkPlace {
  std::string_view document_text;
  std::size_t document = 0;
  Span span;  ///< bytes of the document
};

/// The chunk of a number in the collection; must stay valid as long as the passages.
using PlaceOfChunk = std::function<ChunkPlace(std::uint32_t chunk)>;

struct RetrieveOptions {
  std::size_t count = 5;          ///< passages at most
  std::size_t candidates = 50;    ///< chunks looked at closely
  std::size_t join_bytes = 3000;  ///< neighbouring chunks become one passage up to this size
  /// Below the first, chunks rise with those that are like them (`Neighbours`): for lists, where one chunk alone is not
  /// what is looked for.
  bool by_neighbours = false;
  CallControl control = {};
};

/// The best passages, best first; of equal ones that of the lower chunk. Chunks with the same text are one passage, the
/// first; chunks of one document that follow each other are joined where both are among the best.
/// @param accept  strict: what it refuses is neither found nor counted; empty: everything
/// @return  the passages, or `cancelled` or `deadline_exceeded`: looked at before each candidate
/// @par Cost  that of `PassageCollection::search`, and O(candidates · bytes of a chunk)
[[nodiscard]] Result<std::vector<Passage>> retrieve(const PassageComparison& question,
                                                    const PassageCollection& collection, const PlaceOfChunk& place_of,
                                                    const AcceptChunk& accept, const RetrieveOptions& options);

}  // namespace querydata::inline v0::knowledge
