#include "schema/word_meanings.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace querydata::inline v0::schema {
namespace {

/// Words farther apart are as near as any two by chance (docs/embedding.md has the distributions).
constexpr double least_cosine = .35;
constexpr std::size_t most_related = 40;

/// Gathers the best cosine of each table, one word of the question at a time.
class Nearness {
 public:
  Nearness(const NameIndex& names, const Visible& visible)
      : names_(names),
        visible_(visible),
        best_(names.elements().empty() ? 0 : names.elements().back().table + 1, 0.0) {}

  void add(std::uint32_t term, double cosine) {
    for (const NameIndex::Posting& posting : names_.postings(term)) {
      const NameElement& element = names_.elements()[posting.element];
      if (!element.is_name() || (visible_ && !visible_(element.table, element.column))) continue;
      double& best = best_[element.table];
      if (best == 0) reached_.push_back(element.table);
      best = std::max(best, cosine);
    }
  }

  [[nodiscard]] std::vector<TableNearness> take() {
    const bool sparse = reached_.size() < best_.size() / 16;
    if (sparse) {
      std::ranges::sort(reached_);
    } else {
      reached_.resize(best_.size());
      std::iota(reached_.begin(), reached_.end(), 0U);
    }
    std::vector<TableNearness> tables;
    for (const std::uint32_t table : reached_) {
      if (best_[table] > 0) tables.push_back({table, std::exchange(best_[table], 0.0)});
    }
    reached_.clear();
    return tables;
  }

 private:
  const NameIndex& names_;
  const Visible& visible_;
  std::vector<double> best_;  ///< of a table; 0: not reached
  std::vector<std::uint32_t> reached_;
};

bool is_number(const std::string& word) {
  return std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

WordMeanings::WordMeanings(const NameIndex& names) : names_(&names) {
  for (std::uint32_t term = 0; term < names.words().size(); ++term) {
    if (!is_number(names.words()[term])) terms_.push_back(term);
  }
}

std::vector<std::string> WordMeanings::words() const {
  std::vector<std::string> words;
  for (const std::uint32_t term : terms_) words.push_back(names_->words()[term]);
  return words;
}

Result<WordMeanings> WordMeanings::build(const NameIndex& names, std::shared_ptr<const Embedder> embedder,
                                         const WordMeanings* earlier) {
  WordMeanings meanings(names);
  const search::KnownVectors known =
      earlier == nullptr ? search::KnownVectors() : search::KnownVectors(earlier->words(), earlier->related_->index());
  auto related = search::RelatedWords::build(meanings.words(), std::move(embedder), known);
  if (!related) return std::move(related).error();
  meanings.related_ = *std::move(related);
  return meanings;
}

Result<WordMeanings> WordMeanings::deserialize(std::string_view bytes, const NameIndex& names,
                                               std::shared_ptr<const Embedder> embedder) {
  auto index = search::VectorIndex::deserialize(bytes);
  if (!index) return std::move(index).error();
  WordMeanings meanings(names);
  if (index->size() != meanings.terms_.size() || index->dimension() != embedder->dimension()) {
    return Error{
        ErrorCode::data_loss, "The stored vectors of words do not fit their schema; build the graph anew.", {}};
  }
  meanings.related_ = search::RelatedWords(std::move(embedder), *std::move(index));
  return meanings;
}

Result<std::vector<WordMeaning>> WordMeanings::of(const std::vector<QuestionTerm>& terms,
                                                  const Visible& visible) const {
  std::vector<const QuestionTerm*> asked;
  std::vector<std::string> words;
  for (const QuestionTerm& term : terms) {
    if (term.compound || is_number(term.word)) continue;
    asked.push_back(&term);
    words.push_back(term.word);
  }
  const auto related = related_->find(words, most_related, least_cosine);
  if (!related) return related.error();
  std::vector<WordMeaning> meanings;
  Nearness nearness(*names_, visible);
  for (std::size_t place = 0; place < asked.size(); ++place) {
    const auto exact = names_->find(asked[place]->stem);
    if (exact) nearness.add(*exact, 1);
    for (const search::ScoredItem& item : (*related)[place]) {
      const std::uint32_t related_term = terms_[item.item];
      if (!exact || related_term != *exact) nearness.add(related_term, std::min(item.score, 1.0));
    }
    WordMeaning meaning{asked[place]->word, exact ? names_->idf(*exact) : names_->largest_idf(), nearness.take()};
    if (!meaning.tables.empty()) meanings.push_back(std::move(meaning));
  }
  return meanings;
}

}  // namespace querydata::inline v0::schema
