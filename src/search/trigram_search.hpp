/// @file
/// One search in a trigram index: which chunks are visited in which order, and what is kept of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "search/best_texts.hpp"
#include "search/trigram_counter.hpp"
#include "search/trigram_index.hpp"
#include "search/trigram_layout.hpp"
#include "text/pg_trgm.hpp"

namespace querydata::inline v0::search {

/// What the searches by similarity and by word similarity share. One call of `run` an object.
class ChunkSearch {
 public:
  ChunkSearch(const TrigramLayout& layout, const TextOf& text_of, std::span<const text::pg_trgm::Trigram> phrase,
              const TrigramSearch& search, const CallControl& control);
  virtual ~ChunkSearch() = default;
  ChunkSearch(const ChunkSearch&) = delete;
  ChunkSearch& operator=(const ChunkSearch&) = delete;

  [[nodiscard]] Result<std::vector<TextMatch>> run();

 protected:
  using Candidate = TrigramCounter::Candidate;

  /// The most that a text of so many trigrams can have.
  [[nodiscard]] virtual float bound(std::uint32_t low_size, std::uint32_t high_size) const = 0;
  /// Trigrams that a text of this size or a larger one must have in common to be kept; at least 1.
  [[nodiscard]] virtual std::uint32_t needed(std::uint32_t size) const = 0;
  /// Offers what may be kept of the texts of a chunk that have as many trigrams in common as is needed.
  [[nodiscard]] virtual Result<void> consider(std::span<Candidate> found) = 0;
  /// Called behind the last chunk.
  [[nodiscard]] virtual Result<void> finish() { return {}; }

  [[nodiscard]] std::uint32_t phrase_size() const noexcept { return phrase_size_; }
  [[nodiscard]] std::uint32_t known() const noexcept { return counter_.known(); }
  [[nodiscard]] const TrigramLayout& layout() const noexcept { return layout_; }
  [[nodiscard]] std::string_view text(std::uint32_t id) const { return text_of_(id); }
  [[nodiscard]] bool accepts(std::uint32_t id) const { return !search_.accept || search_.accept(id); }
  [[nodiscard]] Result<void> check() const { return control_.check("searching for similar texts"); }

  BestTexts best_;

 private:
  struct Visit {
    float bound;
    std::uint32_t chunk;
  };

  [[nodiscard]] std::vector<Visit> plan() const;
  [[nodiscard]] Result<void> visit_chunks();
  [[nodiscard]] Result<void> add_unlike_texts();

  const TrigramLayout& layout_;
  const TextOf& text_of_;
  const TrigramSearch& search_;
  const CallControl& control_;
  std::uint32_t phrase_size_;
  TrigramCounter counter_;
};

class SimilaritySearch final : public ChunkSearch {
 public:
  using ChunkSearch::ChunkSearch;

 private:
  [[nodiscard]] float bound(std::uint32_t low_size, std::uint32_t high_size) const override;
  [[nodiscard]] std::uint32_t needed(std::uint32_t size) const override;
  [[nodiscard]] Result<void> consider(std::span<Candidate> found) override;
};

/// What a text has in common with the phrase bounds its word similarity; how much it is, the text itself must tell.
/// Few candidates of a chunk are compared at once, so that the bound grows; the others wait for the end.
class WordSimilaritySearch final : public ChunkSearch {
 public:
  WordSimilaritySearch(const TrigramLayout& layout, const TextOf& text_of, text::pg_trgm::WordSimilarity& comparison,
                       const TrigramSearch& search, const CallControl& control);

 private:
  [[nodiscard]] float bound(std::uint32_t low_size, std::uint32_t high_size) const override;
  [[nodiscard]] std::uint32_t needed(std::uint32_t size) const override;
  [[nodiscard]] Result<void> consider(std::span<Candidate> found) override;
  [[nodiscard]] Result<void> finish() override;

  [[nodiscard]] float bound_of(std::uint32_t common) const;
  [[nodiscard]] Result<void> compare_best_first(std::span<const Candidate> candidates, std::size_t at_once);
  [[nodiscard]] Result<void> compare_level(std::span<const Candidate> candidates, std::uint32_t common,
                                           std::size_t& left);
  [[nodiscard]] Result<float> compare(std::uint32_t id);

  text::pg_trgm::WordSimilarity& comparison_;
  std::size_t at_once_;
  std::vector<Candidate> waiting_;
  std::size_t compared_ = 0;
};

}  // namespace querydata::inline v0::search
