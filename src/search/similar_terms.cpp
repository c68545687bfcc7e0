#include "search/similar_terms.hpp"

#include <algorithm>
#include <utility>

#include "text/utf8.hpp"

namespace querydata::inline v0::search {
namespace {

constexpr std::size_t shortest_word = 3;
constexpr std::size_t shortest_abbreviated = 4;
constexpr std::size_t longest_word = 64;  // longer ones are no words

/// The different trigrams of a word padded as pg_trgm pads it, three code points of 21 bits each.
std::vector<std::uint64_t> trigrams_of(std::string_view word) {
  const std::u32string points = U"  " + text::to_code_points(word.substr(0, longest_word)) + U" ";
  std::vector<std::uint64_t> trigrams;
  for (std::size_t first = 0; first + 3 <= points.size(); ++first) {
    trigrams.push_back(std::uint64_t{points[first]} << 42 | std::uint64_t{points[first + 1]} << 21 | points[first + 2]);
  }
  std::sort(trigrams.begin(), trigrams.end());
  trigrams.erase(std::unique(trigrams.begin(), trigrams.end()), trigrams.end());
  return trigrams;
}

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool abbreviates(std::string_view term, std::string_view word) {
  return term.size() >= shortest_word && word.size() >= shortest_abbreviated &&
         (word.starts_with(term) || term.starts_with(word));
}

}  // namespace

SimilarTerms::SimilarTerms(const std::vector<std::string>& vocabulary) : vocabulary_(&vocabulary) {
  trigram_counts_.reserve(vocabulary.size());
  for (std::uint32_t term = 0; term < vocabulary.size(); ++term) {
    const std::vector<std::uint64_t> trigrams = trigrams_of(vocabulary[term]);
    trigram_counts_.push_back(static_cast<std::uint32_t>(trigrams.size()));
    for (const std::uint64_t trigram : trigrams) trigrams_.emplace_back(trigram, term);
  }
  std::sort(trigrams_.begin(), trigrams_.end());
}

std::vector<SimilarTerm> SimilarTerms::find(std::string_view word) const {
  if (vocabulary_ == nullptr || word.size() < shortest_word || is_number(word)) return {};
  const std::vector<std::uint64_t> trigrams = trigrams_of(word);
  std::vector<std::uint32_t> sharing;  // a term as often as it shares a trigram
  for (const std::uint64_t trigram : trigrams) {
    auto place = std::lower_bound(trigrams_.begin(), trigrams_.end(), std::pair{trigram, std::uint32_t{0}});
    for (; place != trigrams_.end() && place->first == trigram; ++place) sharing.push_back(place->second);
  }
  std::sort(sharing.begin(), sharing.end());

  std::vector<SimilarTerm> found;
  for (std::size_t first = 0; first < sharing.size();) {
    const std::uint32_t term = sharing[first];
    std::size_t shared = 0;
    for (; first < sharing.size() && sharing[first] == term; ++first) ++shared;
    const std::string& text = (*vocabulary_)[term];
    if (text == word || is_number(text)) continue;
    const double similarity =
        static_cast<double>(shared) / static_cast<double>(trigrams.size() + trigram_counts_[term] - shared);
    const double weight = std::max(similarity >= least_similarity ? similar_weight * similarity : 0.0,
                                   abbreviates(text, word) ? prefix_weight : 0.0);
    if (weight > 0) found.push_back({term, weight});
  }
  return found;
}

}  // namespace querydata::inline v0::search
