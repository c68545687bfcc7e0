#include "knowledge/word_matches.hpp"

#include <algorithm>

#include "knowledge/similar_words.hpp"
#include "search/dot.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {
namespace {

/// Numbers of the stretches of code points without which words are not alike; of a shorter word its own. Equal
/// stretches have equal numbers.
std::vector<std::uint64_t> parts_of(std::string_view word) {
  const std::u32string points = text::to_code_points(word);
  std::vector<std::uint64_t> parts;
  const std::size_t length = std::min(shortest_common_part, points.size());
  for (std::size_t end = length; end <= points.size(); ++end) {
    std::uint64_t part = 0;
    for (std::size_t at = end - length; at < end; ++at) part = part * 0x1FFFF3U + points[at];
    parts.push_back(part);
  }
  return parts;
}

}  // namespace

WordMatches::WordMatches(std::vector<QuestionWord> words, const Embedder* embedder)
    : words_(std::move(words)), embedder_(embedder) {
  for (std::uint32_t word = 0; word < words_.size(); ++word) {
    stems_.try_emplace(words_[word].stem, word);
    if (words_[word].part) continue;
    for (const std::uint64_t part : parts_of(words_[word].folded)) parts_.emplace_back(part, word);
  }
  std::ranges::sort(parts_);
  if (embedder_ == nullptr) return;
  for (const QuestionWord& word : words_) {
    std::vector<float>& vector = vectors_.emplace_back(embedder_->dimension());
    if (!embedder_->embed({&word.folded, 1}, vector)) std::ranges::fill(vector, 0.0F);
  }
}

const WordMatch& WordMatches::of(const Term& term) {
  std::string key = term.stem;
  key += '\n';
  key += term.folded;
  const auto [place, added] = known_.try_emplace(std::move(key));
  if (added) place->second = compare(term);
  return place->second;
}

WordMatch WordMatches::compare(const Term& term) const {
  WordMatch match;
  match.alike.resize(words_.size());
  if (const auto same = stems_.find(term.stem); same != stems_.end()) {
    match.same = same->second;
    match.alike[same->second] = 1;
  }
  if (!term.part) {
    for (const std::uint64_t part : parts_of(term.folded)) {
      const auto known = std::ranges::equal_range(parts_, part, {}, &decltype(parts_)::value_type::first);
      for (const auto& [unused, word] : known) {
        if (match.alike[word] == 0) match.alike[word] = word_similarity(words_[word].folded, term.folded);
      }
    }
  }
  relate(term, match);
  return match;
}

void WordMatches::relate(const Term& term, WordMatch& match) const {
  match.related = match.alike;
  if (embedder_ == nullptr || term.part) return;
  std::vector<float> vector(embedder_->dimension());
  if (!embedder_->embed({&term.folded, 1}, vector)) return;
  for (std::size_t word = 0; word < words_.size(); ++word) {
    const float cosine = search::dot(std::span<const float>(vectors_[word]), vector.data());
    match.related[word] = std::max(match.related[word], static_cast<double>(cosine));
  }
}

}  // namespace querydata::inline v0::knowledge
