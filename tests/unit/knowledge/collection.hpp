/// @file
/// A few documents in memory, indexed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "knowledge/chunks.hpp"
#include "knowledge/retrieve.hpp"

namespace querydata::inline v0::knowledge {

/// Owns documents, their chunks and the index.
class TestCollection {
 public:
  explicit TestCollection(std::vector<std::string> documents, const ChunkOptions& options = {})
      : documents_(std::move(documents)) {
    PassageIndex::Builder builder;
    for (std::size_t number = 0; number < documents_.size(); ++number) {
      for (const Chunk& chunk : cut_chunks(read_markup(documents_[number], DocumentFormat::plain_text), options)) {
        chunks_.push_back({documents_[number], number, chunk.span});
        builder.add(chunk.span.of(documents_[number]), guess_language(documents_[number]));
      }
    }
    bytes_ = builder.bytes();
    index = PassageIndex::open(bytes_).value();
  }

  [[nodiscard]] PassageComparison compare(std::string_view question) const {
    return {question, PassageCollection({&index}), nullptr};
  }
  [[nodiscard]] std::vector<Passage> passages(const PassageComparison& question, const AcceptChunk& accept = {},
                                              const RetrieveOptions& options = {}) const {
    const auto place_of = [this](std::uint32_t chunk) { return chunks_[chunk]; };
    return retrieve(question, PassageCollection({&index}), place_of, accept, options).value();
  }
  [[nodiscard]] const std::string& document(std::size_t number) const { return documents_[number]; }

  PassageIndex index;

 private:
  std::vector<std::string> documents_;
  std::vector<ChunkPlace> chunks_;
  std::string bytes_;
};

inline TestCollection vineyards() {
  return TestCollection({
      "The vineyard of Aurelia was planted in 1887 by Marta Jensen. It covers 42 hectares on the north bank of the "
      "river. "
      "Its cellar was dug in 1903, because the old barn had burned down.",
      "The lighthouse of Port Calder stands 61 metres high. Tomas Reed kept its lamp for thirty years. Ships from "
      "Ostend "
      "still greet it.",
      "Beekeepers of the valley sell honey on the market of Lindau. The honey is dark and tastes of chestnut.",
      "The railway to Lindau was opened by the duke. A tunnel of three kilometres leads through the hill.",
  });
}

}  // namespace querydata::inline v0::knowledge
