#include "search/trigram_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace querydata::inline v0::search {
namespace {

using text::pg_trgm::similarity_of_sizes;

/// The smallest number from `from` to `most` for which `reaches` holds, which holds for all larger ones; `most` + 1 or
/// more if there is none. `from` is nearly right.
template <class Reaches>
std::uint32_t smallest(double from, std::uint32_t most, Reaches reaches) {
  auto number = from > 1 ? static_cast<std::uint32_t>(std::min(from, 4e9)) : 1;
  while (number <= most && !reaches(number)) ++number;
  return number;
}

}  // namespace

ChunkSearch::ChunkSearch(const TrigramLayout& layout, const TextOf& text_of,
                         std::span<const text::pg_trgm::Trigram> phrase, const TrigramSearch& search,
                         const CallControl& control)
    : best_(search.at_least, search.limit, text_of),
      layout_(layout),
      text_of_(text_of),
      search_(search),
      control_(control),
      phrase_size_(static_cast<std::uint32_t>(phrase.size())),
      counter_(layout, phrase) {}

Result<std::vector<TextMatch>> ChunkSearch::run() {
  if (std::isnan(search_.at_least))
    return Error{ErrorCode::invalid_argument, "the threshold is no number; give one from 0 to 1", {}};
  if (search_.limit == 0) return std::vector<TextMatch>();
  if (auto done = visit_chunks(); !done) return std::move(done).error();
  if (auto done = finish(); !done) return std::move(done).error();
  if (search_.at_least <= 0 && !best_.is_full())
    if (auto done = add_unlike_texts(); !done) return std::move(done).error();
  return best_.take();
}

std::vector<ChunkSearch::Visit> ChunkSearch::plan() const {
  std::vector<Visit> visits;
  if (known() == 0) return visits;
  for (std::uint32_t chunk = 0; chunk < layout_.chunks(); ++chunk) {
    const std::uint32_t first = chunk * TrigramList::chunk_size;
    const std::uint32_t last = first + layout_.texts_of_chunk(chunk) - 1;
    const float most =
        bound(layout_.class_at(layout_.class_of(first)).size, layout_.class_at(layout_.class_of(last)).size);
    if (most > 0.0F && static_cast<double>(most) >= search_.at_least) visits.push_back({most, chunk});
  }
  std::stable_sort(visits.begin(), visits.end(), [](const Visit& a, const Visit& b) { return a.bound > b.bound; });
  return visits;
}

Result<void> ChunkSearch::visit_chunks() {
  for (const Visit& visit : plan()) {
    if (static_cast<double>(visit.bound) < best_.least()) break;
    if (auto may = check(); !may) return may;
    const auto smallest_class = layout_.class_at(layout_.class_of(visit.chunk * TrigramList::chunk_size));
    if (auto done = consider(counter_.find(visit.chunk, needed(smallest_class.size))); !done) return done;
  }
  return {};
}

/// Where nothing in common is enough: the texts that have nothing in common with the phrase, by their bytes.
Result<void> ChunkSearch::add_unlike_texts() {
  const auto alike = best_.ids();  // as there was room for more, all that have something in common
  for (std::uint32_t i = 0; i < layout_.classes(); ++i) {
    const auto texts = layout_.class_at(i);
    for (std::uint32_t id = texts.first; id < texts.last; ++id) {
      if (id % 1024 == 0)
        if (auto may = check(); !may) return may;
      if (std::binary_search(alike.begin(), alike.end(), id) || !accepts(id)) continue;
      if (!best_.offer(id, 0.0F)) break;
    }
  }
  return {};
}

// By similarity.

float SimilaritySearch::bound(std::uint32_t low_size, std::uint32_t high_size) const {
  const std::uint32_t best_size = std::clamp(known(), low_size, high_size);
  return similarity_of_sizes(std::min(known(), best_size), phrase_size(), best_size);
}

std::uint32_t SimilaritySearch::needed(std::uint32_t size) const {
  const double least = best_.least();
  const double sizes = static_cast<double>(phrase_size()) + size;
  return smallest(std::ceil(least * sizes / (1 + least)) - 1, std::min(phrase_size(), size), [&](std::uint32_t common) {
    return static_cast<double>(similarity_of_sizes(common, phrase_size(), size)) >= least;
  });
}

Result<void> SimilaritySearch::consider(std::span<Candidate> found) {
  TrigramLayout::Class texts{0, 0, 0};
  std::uint32_t least_common = 0;
  std::size_t generation = 0;
  for (const Candidate& candidate : found) {
    if (candidate.id >= texts.last) {
      texts = layout().class_at(layout().class_of(candidate.id));
      least_common = needed(texts.size);
    } else if (generation != best_.generation()) {
      least_common = needed(texts.size);
    }
    generation = best_.generation();
    if (candidate.common < least_common || !accepts(candidate.id)) continue;
    // No text has more in common than trigrams, unless the bytes of the index are wrong.
    const std::uint32_t common = std::min(candidate.common, std::min(phrase_size(), texts.size));
    if (!best_.offer(candidate.id, similarity_of_sizes(common, phrase_size(), texts.size)))
      least_common = candidate.common + 1;  // the rest of the class comes later in the order of bytes
  }
  return {};
}

// By word similarity.

WordSimilaritySearch::WordSimilaritySearch(const TrigramLayout& layout, const TextOf& text_of,
                                           text::pg_trgm::WordSimilarity& comparison, const TrigramSearch& search,
                                           const CallControl& control)
    : ChunkSearch(layout, text_of, comparison.phrase_trigrams(), search, control),
      comparison_(comparison),
      at_once_(search.limit) {}

float WordSimilaritySearch::bound_of(std::uint32_t common) const {
  return similarity_of_sizes(std::min(common, phrase_size()), phrase_size(), std::min(common, phrase_size()));
}

float WordSimilaritySearch::bound(std::uint32_t, std::uint32_t high_size) const {
  return bound_of(std::min(known(), high_size));
}

std::uint32_t WordSimilaritySearch::needed(std::uint32_t) const {
  const double least = best_.least();
  return smallest(std::ceil(least * phrase_size()) - 1, phrase_size(),
                  [&](std::uint32_t common) { return static_cast<double>(bound_of(common)) >= least; });
}

Result<void> WordSimilaritySearch::consider(std::span<Candidate> found) {
  return compare_best_first(found, at_once_);
}

Result<void> WordSimilaritySearch::finish() {
  const auto candidates = std::move(waiting_);
  waiting_.clear();
  return compare_best_first(candidates, unlimited);
}

Result<void> WordSimilaritySearch::compare_best_first(std::span<const Candidate> candidates, std::size_t at_once) {
  std::uint32_t common = 0;
  for (const Candidate& candidate : candidates) common = std::max(common, candidate.common);
  for (std::size_t left = at_once; common > 0 && static_cast<double>(bound_of(common)) >= best_.least();) {
    if (auto done = compare_level(candidates, common, left); !done) return done;
    std::uint32_t next = 0;
    for (const Candidate& candidate : candidates)
      if (candidate.common < common) next = std::max(next, candidate.common);
    common = next;
  }
  return {};
}

/// Compares the texts that have so many trigrams in common, while as many are `left` to be compared now.
Result<void> WordSimilaritySearch::compare_level(std::span<const Candidate> candidates, std::uint32_t common,
                                                 std::size_t& left) {
  const double bound = static_cast<double>(bound_of(common));
  std::uint32_t late_from = 0;  // texts that come too late in the order of bytes
  std::uint32_t late_to = 0;
  for (const Candidate& candidate : candidates) {
    if (candidate.common != common || (candidate.id >= late_from && candidate.id < late_to)) continue;
    if (bound < best_.least()) break;
    if (best_.is_full() && bound <= best_.least()) {
      if (!best_.comes_early(candidate.id)) {
        late_from = candidate.id;
        late_to = layout().class_at(layout().class_of(candidate.id)).last;
        continue;
      }
    } else if (left == 0) {
      waiting_.push_back(candidate);
      continue;
    }
    if (!accepts(candidate.id)) continue;
    const auto similarity = compare(candidate.id);
    if (!similarity) return similarity.error();
    best_.offer(candidate.id, *similarity);
    left -= left > 0 ? 1 : 0;
  }
  return {};
}

Result<float> WordSimilaritySearch::compare(std::uint32_t id) {
  if (++compared_ % 256 == 0)
    if (auto may = check(); !may) return may.error();
  // Nearly all texts take few steps; those that don't must not outlast the deadline.
  for (std::size_t steps = 1'000'000;; steps *= 2) {
    if (const auto similarity = comparison_.of(text(id), text::pg_trgm::Extent::plain, steps)) return *similarity;
    if (auto may = check(); !may) return may.error();
  }
}

}  // namespace querydata::inline v0::search
