#include "knowledge/passage_measures.hpp"

#include <algorithm>
#include <utility>

#include "knowledge/passage_index_format.hpp"
#include "knowledge/sentences.hpp"
#include "knowledge/similar_words.hpp"
#include "search/dot.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t similar_stems = 8;  ///< of each word of the question

/// Pairs within so many words are near (the unordered window of Metzler and Croft 2005).
constexpr std::size_t near = 8;

double share(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
}

}  // namespace

double relevance(const PassageMeasures& measures, bool has_meaning) noexcept {
  constexpr double words = .6;
  constexpr double grams = 2;
  constexpr double focus = .7;
  constexpr double pairs = .2;
  constexpr double meaning = .8;
  const double sum = words * measures.words + grams * measures.grams + focus * measures.focus + pairs * measures.pairs;
  constexpr double whole = words + grams + focus + pairs;
  if (!has_meaning) return sum / whole;
  return (sum + meaning * std::max(0.0, measures.meaning)) / (whole + meaning);
}

PassageComparison::PassageComparison(std::string_view question, const PassageCollection& collection,
                                     const Embedder* embedder)
    : embedder_(embedder) {
  language_ = guess_language(question);
  if (language_ == Language::other) language_ = collection.main_language();
  std::vector<std::uint32_t> grams;
  for (Term& term : terms_of(question, language_)) {
    for (std::size_t length = 0; length < gram_totals_.size() && !term.part; ++length) {
      grams.clear();
      append_grams(term.folded, gram_lengths[length], grams);
      for (const std::uint32_t gram : grams) {
        const auto [place, added] = grams_.try_emplace(gram, Gram{length, collection.gram_idf(gram)});
        if (added) gram_totals_[length] += place->second.idf;
      }
    }
    const auto known = [&](const QuestionWord& word) { return word.stem == term.stem; };
    if (term.stop || std::any_of(words_.begin(), words_.end(), known)) continue;
    const double idf = collection.idf(term.stem);
    word_total_ += idf;
    words_.push_back({std::move(term.folded), std::move(term.stem), idf, term.part});
  }
  for (const QuestionWord& word : words_) wanted_.push_back({word.stem, 1});
  for (const QuestionWord& word : words_) {
    if (word.part) continue;
    for (WantedTerm& other : collection.similar(word.stem, similar_stems)) {
      const auto known = [&](const WantedTerm& wanted) { return wanted.stem == other.stem; };
      if (std::none_of(wanted_.begin(), wanted_.end(), known)) wanted_.push_back(std::move(other));
    }
  }
  if (embedder_ == nullptr) return;
  vector_.resize(embedder_->dimension());
  const std::string text(question);
  if (!embedder_->embed({&text, 1}, vector_)) vector_.clear();
}

double PassageComparison::word_share(const std::vector<Term>& terms, double relative_length) const {
  double sum = 0;
  for (const QuestionWord& word : words_) {
    const auto frequency =
        std::count_if(terms.begin(), terms.end(), [&](const Term& term) { return term.stem == word.stem; });
    if (frequency > 0) sum += word.idf * saturated(static_cast<double>(frequency), relative_length);
  }
  return share(sum, word_total_);
}

double PassageComparison::gram_share(const std::vector<Term>& terms, double relative_length) const {
  // In scripts without blanks the terms are n-grams themselves.
  if (grams_.empty()) return word_share(terms, relative_length);
  std::unordered_map<std::uint32_t, std::uint32_t> frequencies;
  std::vector<std::uint32_t> grams;
  for (const Term& term : terms) {
    if (term.part) continue;
    grams.clear();
    for (const std::size_t length : gram_lengths) append_grams(term.folded, length, grams);
    for (const std::uint32_t gram : grams) {
      if (grams_.contains(gram)) ++frequencies[gram];
    }
  }
  // In the order of the hashes, so that the sums are the same each time.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ordered(frequencies.begin(), frequencies.end());
  std::sort(ordered.begin(), ordered.end());
  std::array<double, 3> sums{};
  for (const auto& [hash, frequency] : ordered) {
    const Gram& gram = grams_.at(hash);
    sums[gram.length] += gram.idf * saturated(frequency, relative_length);
  }
  double total = 0;
  for (std::size_t length = 0; length < sums.size(); ++length) total += share(sums[length], gram_totals_[length]);
  return total / static_cast<double>(sums.size());
}

double PassageComparison::best_sentence(std::string_view text, const std::vector<Term>& terms,
                                        Language language) const {
  std::unordered_map<std::string_view, std::vector<double>> known;
  std::vector<double> held(words_.size());
  double best = 0;
  std::size_t next = 0;
  for (const Span sentence : split_sentences(text, language)) {
    std::fill(held.begin(), held.end(), 0.0);
    for (; next < terms.size() && terms[next].span.begin < sentence.end; ++next) {
      const Term& term = terms[next];
      if (term.stop) continue;
      auto [place, added] = known.try_emplace(term.stem);
      if (added) {
        for (const QuestionWord& word : words_)
          place->second.push_back(word.stem == term.stem ? 1 : word_similarity(word.folded, term.folded));
      }
      for (std::size_t word = 0; word < held.size(); ++word) held[word] = std::max(held[word], place->second[word]);
    }
    double sum = 0;
    for (std::size_t word = 0; word < held.size(); ++word) sum += words_[word].idf * held[word];
    best = std::max(best, sum);
  }
  return share(best, word_total_);
}

double PassageComparison::pair_share(const std::vector<Term>& terms) const {
  if (words_.size() < 2) return 0;
  std::vector<std::vector<std::size_t>> places(words_.size());
  std::size_t place = 0;
  for (const Term& term : terms) {
    if (term.stop) continue;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      if (words_[word].stem == term.stem) places[word].push_back(place);
    }
    ++place;
  }
  double sum = 0;
  double total = 0;
  for (std::size_t word = 0; word + 1 < words_.size(); ++word) {
    const double weight = words_[word].idf + words_[word + 1].idf;
    total += weight;
    bool close = false;
    for (const std::size_t left : places[word]) {
      for (const std::size_t right : places[word + 1]) close |= (left < right ? right - left : left - right) < near;
    }
    if (close) sum += weight;
  }
  return share(sum, total);
}

double PassageComparison::similarity(std::string_view text, Language language) const {
  if (vector_.empty()) return 0;
  std::vector<std::string> sentences;
  for (const Span sentence : split_sentences(text, language)) sentences.emplace_back(sentence.of(text));
  sentences.emplace_back(text);
  std::vector<float> vectors(sentences.size() * vector_.size());
  if (!embedder_->embed(sentences, vectors)) return 0;
  double best = 0;
  for (std::size_t row = 0; row < sentences.size(); ++row) {
    const double cosine =
        static_cast<double>(search::dot(std::span<const float>(vector_), vectors.data() + row * vector_.size()));
    best = std::max(best, cosine);
  }
  return best;
}

void PassageComparison::note_missing(const std::vector<Term>& terms, PassageMeasures& measures) const {
  double missing = 0;
  double rarest = 0;
  double rarest_missing = 0;
  for (const QuestionWord& word : words_) {
    rarest = std::max(rarest, word.idf);
    const auto holds = [&](const Term& term) { return term.stem == word.stem; };
    if (std::any_of(terms.begin(), terms.end(), holds)) continue;
    missing += word.idf;
    rarest_missing = std::max(rarest_missing, word.idf);
  }
  measures.missing = word_total_ > 0 ? missing / word_total_ : 1;
  measures.rarest_missing = rarest > 0 ? rarest_missing / rarest : 1;
}

PassageMeasures PassageComparison::measure(std::string_view text, Language language, double relative_length) const {
  const std::vector<Term> terms = terms_of(text, language);
  PassageMeasures measures;
  measures.words = word_share(terms, relative_length);
  measures.grams = gram_share(terms, relative_length);
  measures.focus = best_sentence(text, terms, language);
  measures.pairs = pair_share(terms);
  // Overlapping n-grams are near each other anyway, and where sentences end is a guess in most scripts without blanks.
  if (grams_.empty()) measures.focus = measures.pairs = measures.words;
  measures.meaning = language == Language::english ? similarity(text, language) : 0;
  note_missing(terms, measures);
  return measures;
}

}  // namespace querydata::inline v0::knowledge
