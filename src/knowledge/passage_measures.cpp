#include "knowledge/passage_measures.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "knowledge/passage_index_format.hpp"
#include "knowledge/sentences.hpp"
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
  constexpr double synonyms = 2;
  const double sum = words * measures.words + grams * measures.grams + focus * measures.focus + pairs * measures.pairs;
  constexpr double whole = words + grams + focus + pairs;
  if (!has_meaning) return sum / whole;
  return (sum + meaning * std::max(0.0, measures.meaning) + synonyms * measures.synonyms) /
         (whole + meaning + synonyms);
}

PassageComparison::PassageComparison(std::string_view question, const PassageCollection& collection,
                                     const Embedder* embedder)
    : embedder_(embedder) {
  language_ = guess_language(question);
  if (language_ == Language::other) language_ = collection.main_language();
  std::vector<QuestionWord> words = read(question, collection);
  const auto parts = std::ranges::count(words, true, &QuestionWord::part);
  unspaced_ = 2 * static_cast<std::size_t>(parts) > words.size();
  for (QuestionWord& word : words) {
    // A word of the same length would be part of about so many n-grams.
    if (unspaced_ && !word.part) word.idf *= static_cast<double>(word.folded.size());
    word_total_ += word.idf;
  }
  matches_ = WordMatches(std::move(words), embedder);
  note_wanted(collection);
  if (embedder_ == nullptr) return;
  vector_.resize(embedder_->dimension());
  const std::string text(question);
  if (!embedder_->embed({&text, 1}, vector_)) vector_.clear();
}

std::vector<QuestionWord> PassageComparison::read(std::string_view question, const PassageCollection& collection) {
  std::vector<QuestionWord> words;
  std::unordered_set<std::string> known;
  for (Term& term : terms_of(question, language_)) {
    if (!term.part) note_grams(term.folded, collection);
    if (term.stop || !known.insert(term.stem).second) continue;
    const double idf = collection.idf(term.stem);
    words.push_back({std::move(term.folded), std::move(term.stem), idf, term.part});
  }
  return words;
}

void PassageComparison::note_grams(const std::string& folded, const PassageCollection& collection) {
  std::vector<std::uint32_t> hashes;
  for (std::size_t length = 0; length < gram_totals_.size(); ++length) {
    hashes.clear();
    append_grams(folded, gram_lengths[length], hashes);
    for (const std::uint32_t hash : hashes) {
      if (!gram_numbers_.try_emplace(hash, static_cast<std::uint32_t>(grams_.size())).second) continue;
      grams_.push_back({length, collection.gram_idf(hash)});
      gram_totals_[length] += grams_.back().idf;
    }
  }
}

void PassageComparison::note_wanted(const PassageCollection& collection) {
  std::unordered_set<std::string> known;
  for (const QuestionWord& word : words()) {
    wanted_.push_back({word.stem, 1});
    known.insert(word.stem);
  }
  for (const QuestionWord& word : words()) {
    if (word.part) continue;
    for (WantedTerm& other : collection.similar(word.stem, similar_stems)) {
      if (known.insert(other.stem).second) wanted_.push_back(std::move(other));
    }
  }
}

/// Words, and what is missing of them.
void PassageComparison::note_words(const Matches& matches, double relative_length, PassageMeasures& measures) const {
  std::vector<std::uint32_t> frequencies(words().size());
  for (const WordMatch* match : matches) {
    if (match != nullptr && match->same) ++frequencies[*match->same];
  }
  double held = 0;
  double missing = 0;
  double rarest = 0;
  double rarest_missing = 0;
  for (std::size_t word = 0; word < frequencies.size(); ++word) {
    const double idf = words()[word].idf;
    rarest = std::max(rarest, idf);
    if (frequencies[word] > 0) {
      held += idf * saturated(frequencies[word], relative_length);
    } else {
      missing += idf;
      rarest_missing = std::max(rarest_missing, idf);
    }
  }
  measures.words = share(held, word_total_);
  measures.missing = word_total_ > 0 ? missing / word_total_ : 1;
  measures.rarest_missing = rarest > 0 ? rarest_missing / rarest : 1;
}

const std::vector<std::uint32_t>& PassageComparison::grams_of(const std::string& folded) const {
  const auto [place, added] = known_grams_.try_emplace(folded);
  if (!added) return place->second;
  std::vector<std::uint32_t> hashes;
  for (const std::size_t length : gram_lengths) append_grams(folded, length, hashes);
  for (const std::uint32_t hash : hashes) {
    if (const auto number = gram_numbers_.find(hash); number != gram_numbers_.end())
      place->second.push_back(number->second);
  }
  return place->second;
}

double PassageComparison::gram_share(const std::vector<Term>& terms, double relative_length) const {
  std::vector<std::uint32_t> frequencies(grams_.size());
  for (const Term& term : terms) {
    if (term.part) continue;
    for (const std::uint32_t gram : grams_of(term.folded)) ++frequencies[gram];
  }
  std::array<double, 3> sums{};
  for (std::size_t gram = 0; gram < grams_.size(); ++gram) {
    if (frequencies[gram] > 0)
      sums[grams_[gram].length] += grams_[gram].idf * saturated(frequencies[gram], relative_length);
  }
  double total = 0;
  for (std::size_t length = 0; length < sums.size(); ++length) total += share(sums[length], gram_totals_[length]);
  return total / static_cast<double>(sums.size());
}

/// Focus and synonyms.
void PassageComparison::note_sentences(std::string_view text, const std::vector<Term>& terms, const Matches& matches,
                                       Language language, PassageMeasures& measures) const {
  std::vector<double> alike(words().size());
  std::vector<double> related(words().size());
  std::vector<double> anywhere(words().size());
  double best_alike = 0;
  double best_related = 0;
  const auto sum_of = [&](const std::vector<double>& held) {
    double sum = 0;
    for (std::size_t word = 0; word < held.size(); ++word) sum += words()[word].idf * held[word];
    return sum;
  };
  std::size_t next = 0;
  for (const Span sentence : split_sentences(text, language)) {
    std::ranges::fill(alike, 0.0);
    std::ranges::fill(related, 0.0);
    for (; next < terms.size() && terms[next].span.begin < sentence.end; ++next) {
      if (matches[next] == nullptr) continue;
      for (std::size_t word = 0; word < alike.size(); ++word) {
        alike[word] = std::max(alike[word], matches[next]->alike[word]);
        related[word] = std::max(related[word], matches[next]->related[word]);
      }
    }
    best_alike = std::max(best_alike, sum_of(alike));
    best_related = std::max(best_related, sum_of(related));
    for (std::size_t word = 0; word < anywhere.size(); ++word) anywhere[word] = std::max(anywhere[word], related[word]);
  }
  measures.focus = share(best_alike, word_total_);
  measures.synonyms = (share(best_related, word_total_) + share(sum_of(anywhere), word_total_)) / 2;
}

double PassageComparison::pair_share(const Matches& matches) const {
  if (words().size() < 2) return 0;
  std::vector<std::vector<std::size_t>> places(words().size());
  std::size_t place = 0;
  for (const WordMatch* match : matches) {
    if (match == nullptr) continue;
    if (match->same) places[*match->same].push_back(place);
    ++place;
  }
  double sum = 0;
  double total = 0;
  for (std::size_t word = 0; word + 1 < words().size(); ++word) {
    const double weight = words()[word].idf + words()[word + 1].idf;
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

PassageMeasures PassageComparison::measure(std::string_view text, const std::vector<Term>& terms, Language language,
                                           double relative_length) const {
  Matches matches;
  for (const Term& term : terms) matches.push_back(term.stop ? nullptr : &matches_.of(term));
  PassageMeasures measures;
  note_words(matches, relative_length, measures);
  if (unspaced_) {
    // The terms are n-grams themselves. Overlapping ones are near each other anyway, and where sentences end is a guess
    // in most scripts without blanks.
    measures.grams = measures.focus = measures.pairs = measures.synonyms = measures.words;
    return measures;
  }
  note_sentences(text, terms, matches, language, measures);
  measures.grams = gram_share(terms, relative_length);
  measures.pairs = pair_share(matches);
  measures.meaning = language == Language::english ? similarity(text, language) : 0;
  return measures;
}

}  // namespace querydata::inline v0::knowledge
