#include "knowledge/passage_collection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace querydata::inline v0::knowledge {

PassageCollection::PassageCollection(std::vector<const PassageIndex*> indexes) {
  for (const PassageIndex* index : indexes) {
    parts_.push_back({index, static_cast<std::uint32_t>(size_)});
    size_ += index->size();
  }
  double terms = 0;
  // Rounded, so that the mean is the same however documents are spread.
  for (const Part& part : parts_)
    terms += std::round(part.index->mean_length() * static_cast<double>(part.index->size()));
  if (terms > 0) mean_length_ = terms / static_cast<double>(size_);
}

const PassageCollection::Part& PassageCollection::part_of(std::uint32_t chunk) const {
  const auto after = std::ranges::upper_bound(parts_, chunk, {}, &Part::first);
  return *(after - 1);
}

Language PassageCollection::language(std::uint32_t chunk) const {
  const Part& part = part_of(chunk);
  return part.index->language(chunk - part.first);
}

Language PassageCollection::main_language() const {
  const auto size = [](const Part& part) { return part.index->size(); };
  const auto largest = std::ranges::max_element(parts_, {}, size);
  return largest == parts_.end() ? Language::other : largest->index->main_language();
}

double PassageCollection::relative_length(std::uint32_t chunk) const {
  const Part& part = part_of(chunk);
  return part.index->length(chunk - part.first) / mean_length_;
}

double PassageCollection::idf(std::string_view stem) const {
  std::size_t holders = 0;
  for (const Part& part : parts_) holders += part.index->holders(stem);
  return idf_of(holders, size_);
}

double PassageCollection::gram_idf(std::uint32_t gram) const {
  std::size_t holders = 0;
  for (const Part& part : parts_) holders += part.index->gram_holders(gram);
  return idf_of(holders, size_);
}

std::vector<WantedTerm> PassageCollection::similar(std::string_view stem, std::size_t count) const {
  std::map<std::string, double> weights;
  for (const Part& part : parts_)
    for (const WantedTerm& term : part.index->similar(stem, count)) weights[term.stem] = term.weight;
  std::vector<WantedTerm> found;
  for (const auto& [text, weight] : weights) found.push_back({text, weight});
  std::ranges::stable_sort(found, std::greater<>(), &WantedTerm::weight);
  if (found.size() > count) found.resize(count);
  return found;
}

Result<std::vector<ScoredChunk>> PassageCollection::search(const std::vector<WantedTerm>& terms, std::size_t count,
                                                           const AcceptChunk& accept,
                                                           const CallControl& control) const {
  std::vector<WantedTerm> weighted;
  for (const WantedTerm& term : terms) weighted.push_back({term.stem, term.weight * idf(term.stem)});
  std::vector<ScoredChunk> found;
  for (const Part& part : parts_) {
    AcceptChunk accepts;
    if (accept) accepts = [&](std::uint32_t chunk) { return accept(part.first + chunk); };
    const auto best = part.index->search(weighted, count, accepts, mean_length_, control);
    if (!best) return best.error();
    for (const ScoredChunk& chunk : *best) found.push_back({part.first + chunk.chunk, chunk.score});
  }
  const auto better = [](const ScoredChunk& left, const ScoredChunk& right) {
    return left.score != right.score ? left.score > right.score : left.chunk < right.chunk;
  };
  std::ranges::sort(found, better);
  if (found.size() > count) found.resize(count);
  return found;
}

}  // namespace querydata::inline v0::knowledge
