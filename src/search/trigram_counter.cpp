#include "search/trigram_counter.hpp"

#include <algorithm>
#include <limits>

namespace querydata::inline v0::search {
namespace {

// Measured nanoseconds, for decisions only.
constexpr double look_up_cost = 12;
double counting_cost(const TrigramList& list) {
  const double count = list.count();
  return list.count() <= TrigramList::most_plain ? .4 * count : 200 + .35 * std::min(count, 4096.0);
}

/// Every so many blocks one is looked at to tell how many candidates there are.
constexpr std::size_t sample_step = 16;

template <class Counter>
double estimate_candidates(const std::vector<Counter>& counters, std::size_t size, Counter least) {
  std::size_t found = 0;
  for (std::size_t at = 0; at < size; at += sample_step * TrigramList::block_size)
    found +=
        lanes::count_at_least(counters.data() + at, std::min<std::size_t>(TrigramList::block_size, size - at), least);
  return static_cast<double>(found * sample_step);
}

}  // namespace

TrigramCounter::TrigramCounter(const TrigramLayout& layout, std::span<const text::pg_trgm::Trigram> phrase)
    : layout_(&layout) {
  for (const auto trigram : phrase)
    if (const auto entries = layout.find(trigram)) terms_.push_back(*entries);
  if (terms_.size() > std::numeric_limits<std::uint16_t>::max()) {
    counters_.emplace<std::vector<std::uint32_t>>();
  } else if (terms_.size() > std::numeric_limits<std::uint8_t>::max()) {
    counters_.emplace<std::vector<std::uint16_t>>();
  }
}

std::span<TrigramCounter::Candidate> TrigramCounter::find(std::uint32_t chunk, std::uint32_t needed) {
  candidates_.clear();
  gather_lists(chunk);
  if (lists_.size() >= needed) std::visit([&](auto& counters) { count(counters, chunk, needed); }, counters_);
  return candidates_;
}

void TrigramCounter::gather_lists(std::uint32_t chunk) {
  lists_.clear();
  for (const auto& term : terms_) {
    const auto list = layout_->list(term, chunk);
    if (!list) continue;
    list->prefetch();
    lists_.push_back(*list);
  }
  std::sort(lists_.begin(), lists_.end(),
            [](const TrigramList& a, const TrigramList& b) { return a.count() < b.count(); });
}

template <class Counter>
void TrigramCounter::count(std::vector<Counter>& counters, std::uint32_t chunk, std::uint32_t needed) {
  counters.assign(TrigramList::chunk_size, 0);
  const std::uint32_t size = layout_->texts_of_chunk(chunk);
  const auto lists = static_cast<std::uint32_t>(lists_.size());
  std::uint32_t counted = 0;
  const auto count_next = [&] { lists_[counted++].add_to(counters.data()); };
  // With fewer lists counted, a candidate might be in none of them.
  const auto least = [&] { return needed - (lists - counted); };
  while (counted < std::min(lists, lists - needed + std::max(1U, least_counted_ - 1))) count_next();
  while (counted < lists && estimate_candidates(counters, size, static_cast<Counter>(least())) * look_up_cost >
                                counting_cost(lists_[counted]))
    count_next();
  least_counted_ = least();
  const std::uint32_t first_id = chunk * TrigramList::chunk_size;
  lanes::visit_at_least(counters.data(), size, static_cast<Counter>(least()), [&](std::size_t at, Counter common) {
    candidates_.push_back({first_id + static_cast<std::uint32_t>(at), common});
  });
  look_up(counted, needed, first_id);
}

void TrigramCounter::look_up(std::size_t counted, std::uint32_t needed, std::uint32_t first_id) {
  for (std::size_t i = counted; i < lists_.size() && !candidates_.empty(); ++i) {
    const auto left = static_cast<std::uint32_t>(lists_.size() - i - 1);
    std::size_t kept = 0;
    for (Candidate candidate : candidates_) {
      candidate.common += lists_[i].holds(candidate.id - first_id) ? 1 : 0;
      candidates_[kept] = candidate;
      kept += candidate.common + left >= needed ? 1 : 0;
    }
    candidates_.resize(kept);
  }
}

}  // namespace querydata::inline v0::search
