/// @file
/// When and how the parts of a knowledge base become fewer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "knowledge/knowledge_base_impl.hpp"

namespace querydata::inline v0::knowledge {

/// Bytes of documents that are indexed at a time and lie in one segment; a larger document has one to itself. The
/// memory of a build or an update is a few times as much, however many documents there are.
inline constexpr std::size_t most_segment_bytes = std::size_t{128} << 20U;

/// Segments of numbers [first, end).
struct SegmentRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// What should be merged next; none if all is well. Segments of half of `most_bytes` or more stay as they are until
/// most of what they hold is overruled. The others have four times the bytes of all newer ones together, so that there
/// are few, and a byte is indexed again a few times for each time that the whole grows fivefold (the logarithmic
/// method: Bentley and Saxe 1980; O'Neil et al. 1996).
[[nodiscard]] std::optional<SegmentRange> range_to_merge(const KnowledgeBase::Impl& base, std::size_t most_bytes);

/// What segments say together: their documents by name, and the names that are no more. Borrows the segments.
struct SegmentUnion {
  std::vector<DocumentSource> documents;
  std::vector<std::string> gone;
};
[[nodiscard]] SegmentUnion union_of(const KnowledgeBase::Impl& base, SegmentRange range);

/// Cuts documents into runs for one segment each; one empty run of none.
[[nodiscard]] std::vector<std::span<const DocumentSource>> segment_runs(std::span<const DocumentSource> documents,
                                                                        std::size_t most_bytes);

}  // namespace querydata::inline v0::knowledge
