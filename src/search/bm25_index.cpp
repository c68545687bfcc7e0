#include "search/bm25_index.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace querydata::inline v0::search {

Bm25Index::Builder::Builder(std::vector<Bm25Field> fields, double k1)
    : fields_(std::move(fields)), k1_(k1), lengths_(fields_.size()) {}

std::uint32_t Bm25Index::Builder::add(std::span<const std::vector<std::string>> field_terms) {
  const std::uint32_t document = documents_++;
  for (std::uint32_t field = 0; field < fields_.size(); ++field) {
    const bool given = field < field_terms.size();
    lengths_[field].push_back(given ? static_cast<std::uint32_t>(field_terms[field].size()) : 0U);
    if (!given) continue;
    for (const std::string& term : field_terms[field]) {
      std::vector<Occurrence>& occurrences = terms_[term];
      const bool again =
          !occurrences.empty() && occurrences.back().document == document && occurrences.back().field == field;
      if (again) {
        ++occurrences.back().count;
      } else {
        occurrences.push_back({document, field, 1});
      }
    }
  }
  return document;
}

Bm25Index Bm25Index::Builder::build() && {
  Bm25Index index;
  index.k1_ = k1_;
  index.documents_ = documents_;
  std::vector<double> mean_length(fields_.size(), 1.0);
  for (std::size_t field = 0; field < fields_.size(); ++field) {
    double total = 0;
    for (const std::uint32_t length : lengths_[field]) total += length;
    if (total > 0) mean_length[field] = total / static_cast<double>(documents_);
  }
  for (auto& [term, occurrences] : terms_) {
    index.vocabulary_.push_back(term);
    index.offsets_.push_back(index.postings_.size());
    const std::size_t first = index.postings_.size();
    for (const Occurrence& occurrence : occurrences) {
      const Bm25Field& field = fields_[occurrence.field];
      const double relative_length = lengths_[occurrence.field][occurrence.document] / mean_length[occurrence.field];
      const double frequency =
          field.weight * occurrence.count / (1 - field.length_norm + field.length_norm * relative_length);
      const bool same = index.postings_.size() > first && index.postings_.back().document == occurrence.document;
      if (!same) index.postings_.push_back({occurrence.document, 0.0F});
      index.postings_.back().frequency += static_cast<float>(frequency);
    }
    const double holders = static_cast<double>(index.postings_.size() - first);
    index.idf_.push_back(std::log(1 + (documents_ - holders + .5) / (holders + .5)));
  }
  index.offsets_.push_back(index.postings_.size());
  return index;
}

std::optional<std::uint32_t> Bm25Index::find(std::string_view term) const {
  const auto place = std::lower_bound(vocabulary_.begin(), vocabulary_.end(), term);
  if (place == vocabulary_.end() || *place != term) return std::nullopt;
  return static_cast<std::uint32_t>(place - vocabulary_.begin());
}

std::span<const Bm25Index::Posting> Bm25Index::postings(std::uint32_t term) const noexcept {
  return std::span(postings_).subspan(offsets_[term], offsets_[term + 1] - offsets_[term]);
}

std::vector<ScoredItem> Bm25Index::search(std::span<const WeightedTerm> terms, std::size_t count) const {
  std::vector<double> scores(documents_, 0.0);
  std::vector<std::uint32_t> touched;
  for (const WeightedTerm& term : terms) {
    const std::optional<std::uint32_t> number = find(term.text);
    if (!number || !(term.weight > 0)) continue;
    for (const Posting& posting : postings(*number)) {
      if (scores[posting.document] == 0) touched.push_back(posting.document);
      scores[posting.document] += term.weight * idf(*number) * saturate(posting);
    }
  }
  std::vector<ScoredItem> found;
  found.reserve(touched.size());
  for (const std::uint32_t document : touched) found.push_back({document, scores[document]});
  return best(std::move(found), count);
}

}  // namespace querydata::inline v0::search
