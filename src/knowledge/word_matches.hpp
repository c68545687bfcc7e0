/// @file
/// Words of texts compared with the words of a question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "knowledge/terms.hpp"
#include "querydata/embedder.hpp"

namespace querydata::inline v0::knowledge {

/// A word of a question that is no little word.
struct QuestionWord {
  std::string folded;
  std::string stem;
  double idf = 0;
  bool part = false;  ///< characters of a script without blanks
};

/// How well a word of a text stands for each word of a question, 0..1.
struct WordMatch {
  std::optional<std::size_t> same;  ///< the word of the question with this stem
  std::vector<double> alike;        ///< 1 for the same stem, else by spelling
  std::vector<double> related;      ///< the larger one of that and the cosine of the vectors
};

/// Looks at each word of the texts once. Borrows the embedder. One thread.
class WordMatches {
 public:
  WordMatches() = default;
  /// @param embedder  null: only spelling relates words
  WordMatches(std::vector<QuestionWord> words, const Embedder* embedder);

  [[nodiscard]] const std::vector<QuestionWord>& words() const noexcept { return words_; }
  /// Stays valid as long as this.
  [[nodiscard]] const WordMatch& of(const Term& term);

 private:
  [[nodiscard]] WordMatch compare(const Term& term) const;
  void relate(const Term& term, WordMatch& match) const;

  std::vector<QuestionWord> words_;
  const Embedder* embedder_ = nullptr;
  std::unordered_map<std::string, std::size_t> stems_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> parts_;  ///< stretches of four code points, with their words
  std::vector<std::vector<float>> vectors_;
  std::unordered_map<std::string, WordMatch> known_;
};

}  // namespace querydata::inline v0::knowledge
