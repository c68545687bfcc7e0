/// @file
/// Words to documents: BM25 with weighted fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/rank_fusion.hpp"

namespace querydata::inline v0::search {

/// A field of the documents (title, body, …).
struct Bm25Field {
  double weight = 1;         ///< how much a word counts here
  double length_norm = .75;  ///< BM25's b: 0 ignores the length of the field, 1 divides by it
};

/// A word of a query; `weight` below 1 for a guess (a similar spelling, a synonym).
struct WeightedTerm {
  std::string text;
  double weight = 1;
};

/// An inverted index of documents made of weighted fields. Terms are bytes: folding and stemming are the caller's.
/// Method: BM25F, Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", §3.6: the fields' term
/// frequencies are length-normalised and summed before they saturate.
/// Immutable: safe for concurrent reading.
class Bm25Index {
 public:
  /// A document that holds a term.
  struct Posting {
    std::uint32_t document = 0;
    float frequency = 0;  ///< weighted, length-normalised frequency over all fields
  };

  /// Collects documents. Exclusive.
  class Builder {
   public:
    explicit Builder(std::vector<Bm25Field> fields, double k1 = 1.2);
    /// Adds a document, its fields in the order of the constructor's; missing ones at the end are empty.
    /// @return  its number, counting from 0
    std::uint32_t add(std::span<const std::vector<std::string>> field_terms);
    [[nodiscard]] Bm25Index build() &&;

   private:
    struct Occurrence {
      std::uint32_t document;
      std::uint32_t field;
      std::uint32_t count;
    };
    std::vector<Bm25Field> fields_;
    double k1_;
    std::vector<std::vector<std::uint32_t>> lengths_;  ///< [field][document] in terms
    std::map<std::string, std::vector<Occurrence>, std::less<>> terms_;
    std::uint32_t documents_ = 0;
  };

  /// An index without documents.
  Bm25Index() = default;

  [[nodiscard]] std::size_t size() const noexcept { return documents_; }
  /// All terms in byte order; a term's number is its place here.
  [[nodiscard]] const std::vector<std::string>& vocabulary() const noexcept { return vocabulary_; }
  /// The number of a term, or nothing. O(log terms).
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view term) const;
  /// The documents that hold a term, by number. Precondition: `term` < vocabulary().size().
  [[nodiscard]] std::span<const Posting> postings(std::uint32_t term) const noexcept;
  /// ln(1 + (N − n + ½) / (n + ½)) of a term in n of N documents: never negative.
  [[nodiscard]] double idf(std::uint32_t term) const noexcept { return idf_[term]; }
  /// What one posting adds to the score of its document, without idf: frequency / (k1 + frequency), below 1.
  [[nodiscard]] double saturate(const Posting& posting) const noexcept {
    return static_cast<double>(posting.frequency) / (k1_ + static_cast<double>(posting.frequency));
  }

  /// The best `count` documents that hold any of the terms.
  /// @par Cost  O(postings of the terms), and one zeroed array of size() scores
  [[nodiscard]] std::vector<ScoredItem> search(std::span<const WeightedTerm> terms, std::size_t count) const;

 private:
  std::vector<std::string> vocabulary_;
  std::vector<std::size_t> offsets_;  ///< of a term in postings_, one more at the end
  std::vector<Posting> postings_;
  std::vector<double> idf_;
  double k1_ = 1.2;
  std::uint32_t documents_ = 0;
};

}  // namespace querydata::inline v0::search
