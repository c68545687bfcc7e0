#include "schema/word_meanings.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace querydata::inline v0::schema {
namespace {

/// Words farther apart are as near as any two by chance (docs/embedding.md has the distributions).
constexpr double least_cosine = .35;
constexpr std::size_t most_related = 40;

/// Gathers the best cosine of each table, one word of the question at a time.
class Nearness {
 public:
  Nearness(const NameIndex& names, const Visible& visible) : names_(names), visible_(visible) {}

  void add(std::uint32_t term, double cosine) {
    for (const NameIndex::Posting& posting : names_.postings(term)) {
      const NameElement& element = names_.elements()[posting.element];
      if (!element.is_name() || (visible_ && !visible_(element.table, element.column))) continue;
      tables_.push_back({element.table, cosine});
    }
  }

  [[nodiscard]] std::vector<TableNearness> take() {
    std::ranges::sort(tables_, [](const TableNearness& a, const TableNearness& b) {
      return a.table != b.table ? a.table < b.table : a.cosine > b.cosine;
    });
    const auto repeated = std::ranges::unique(tables_, {}, &TableNearness::table);
    tables_.erase(repeated.begin(), repeated.end());
    return std::exchange(tables_, {});
  }

 private:
  const NameIndex& names_;
  const Visible& visible_;
  std::vector<TableNearness> tables_;
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
  std::vector<WordMeaning> meanings;
  Nearness nearness(*names_, visible);
  for (const QuestionTerm& term : terms) {
    if (term.compound || is_number(term.word)) continue;
    const auto exact = names_->find(term.stem);
    if (exact) nearness.add(*exact, 1);
    auto related = related_->find(term.word, most_related, least_cosine);
    if (!related) return std::move(related).error();
    for (const search::ScoredItem& item : *related) {
      const std::uint32_t related_term = terms_[item.item];
      if (!exact || related_term != *exact) nearness.add(related_term, std::min(item.score, 1.0));
    }
    WordMeaning meaning{exact ? names_->idf(*exact) : names_->largest_idf(), nearness.take()};
    if (!meaning.tables.empty()) meanings.push_back(std::move(meaning));
  }
  return meanings;
}

}  // namespace querydata::inline v0::schema
