/// @file
/// Several passage indexes that are searched as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "knowledge/passage_index.hpp"

namespace querydata::inline v0::knowledge {

/// The indexes' chunks are numbered one index after the other. Words weigh by how many chunks of all of them hold them,
/// and lengths are compared with the mean of all, so that what is found does not depend on how documents are spread.
/// Borrows the indexes. Immutable: safe for concurrent reading.
class PassageCollection {
 public:
  PassageCollection() = default;
  explicit PassageCollection(std::vector<const PassageIndex*> indexes);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Language language(std::uint32_t chunk) const;
  /// The language of most chunks of the largest index.
  [[nodiscard]] Language main_language() const;
  /// Terms of a chunk, divided by the mean of all.
  [[nodiscard]] double relative_length(std::uint32_t chunk) const;
  /// ln(1 + (N − n + ½) / (n + ½)) of a stem that n of N chunks hold.
  [[nodiscard]] double idf(std::string_view stem) const;
  /// The same of a character n-gram, by its hash.
  [[nodiscard]] double gram_idf(std::uint32_t gram) const;
  /// Stems that look like `stem`, each once. The nearest first; weights below 1.
  [[nodiscard]] std::vector<WantedTerm> similar(std::string_view stem, std::size_t count) const;
  /// The best `count` chunks among those that `accept` lets pass, by score, then number. The weights of `terms` are 1
  /// for a question's own stems and less for similar ones; rare stems count more.
  /// @return  the chunks, or `cancelled` or `deadline_exceeded`
  /// @par Cost  that of `PassageIndex::search` on each
  [[nodiscard]] Result<std::vector<ScoredChunk>> search(const std::vector<WantedTerm>& terms, std::size_t count,
                                                        const AcceptChunk& accept, const CallControl& control) const;

 private:
  struct Part {
    const PassageIndex* index = nullptr;
    std::uint32_t first = 0;  ///< number of its first chunk
  };
  [[nodiscard]] const Part& part_of(std::uint32_t chunk) const;

  std::vector<Part> parts_;
  std::size_t size_ = 0;
  double mean_length_ = 1;
};

}  // namespace querydata::inline v0::knowledge
