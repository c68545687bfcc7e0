/// @file
/// Chunks that say much the same as each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "knowledge/passage_collection.hpp"
#include "knowledge/terms.hpp"

namespace querydata::inline v0::knowledge {

/// Collects chunks and scores each of them together with those that are like it: what is like chunks that fit fits
/// better than its own words say. Vectors are of saturated frequencies by rarity. Borrows the collection.
class Neighbours {
 public:
  explicit Neighbours(const PassageCollection& collection) : collection_(collection) {}

  /// @param chunk  its number in the collection
  void add(const std::vector<Term>& terms, std::uint32_t chunk);

  /// Of each chunk the mean of its score, which counts 1, and those of its five nearest neighbours, which count twice
  /// their cosine (Diaz, "Regularizing ad hoc retrieval scores", CIKM 2005); then of that, which counts 1, and the mean
  /// cosine with the five best chunks by their scores, which counts 0.4 (pseudo-relevance feedback, Rocchio 1971).
  /// @param scores  0..1, of the chunks in the order in which they were added
  /// @par Cost  O(sum over stems of the square of the chunks that hold them), and memory for a number a pair of chunks
  [[nodiscard]] std::vector<double> together(const std::vector<double>& scores) const;

 private:
  struct Holder {
    std::uint32_t chunk = 0;  ///< place of adding
    double weight = 0;
  };
  struct Stem {
    double idf = 0;
    std::vector<Holder> holders;
  };
  [[nodiscard]] std::vector<double> cosines() const;
  [[nodiscard]] std::vector<double> smooth(const std::vector<double>& scores, const std::vector<double>& cosines) const;

  const PassageCollection& collection_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<Stem> stems_;  ///< in the order of adding, so that sums are the same each time
  std::uint32_t chunks_ = 0;
};

}  // namespace querydata::inline v0::knowledge
