#include "search/trigram_builder.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace querydata::inline v0::search {
namespace {

/// A text by what it is sorted by. The first eight bytes decide most comparisons.
struct Key {
  std::uint64_t beginning;
  std::uint32_t size;  ///< distinct trigrams
  std::uint32_t place;
};

std::uint64_t beginning_of(std::string_view text) noexcept {
  std::uint64_t beginning = 0;
  for (std::size_t i = 0; i < sizeof beginning; ++i)
    beginning = beginning << 8U | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return beginning;
}

constexpr std::size_t texts_a_step = TrigramList::chunk_size;

}  // namespace

TrigramBuilder::TrigramBuilder(std::span<const std::string_view> texts, const CallControl& control,
                               const TrigramIndex::Progress& progress)
    : texts_(texts), control_(control), progress_(progress) {}

Result<TrigramIndex::Built> TrigramBuilder::build() {
  if (texts_.size() > TrigramLayout::most_texts)
    return Error{ErrorCode::resource_exhausted, "more than 2^31 texts for one trigram index; split them", {}};
  if (auto done = order_texts(); !done) return std::move(done).error();
  for (std::size_t first = 0; first < order_.size(); first += TrigramList::chunk_size)
    if (auto done = add_chunk(static_cast<std::uint32_t>(first / TrigramList::chunk_size)); !done)
      return std::move(done).error();
  return TrigramIndex::Built{assemble(), std::move(order_)};
}

Result<void> TrigramBuilder::step(std::size_t done) {
  if (progress_) progress_(done, 2 * texts_.size());
  return control_.check("building a trigram index");
}

Result<void> TrigramBuilder::order_texts() {
  std::vector<Key> keys;
  keys.reserve(texts_.size());
  bool in_order = true;  // of their bytes, as they are given
  for (const std::string_view text : texts_) {
    if (keys.size() % texts_a_step == 0)
      if (auto may = step(keys.size()); !may) return may;
    text::pg_trgm::distinct_trigrams(text, trigrams_);
    in_order = in_order && (keys.empty() || texts_[keys.size() - 1] <= text);
    keys.push_back(
        {beginning_of(text), static_cast<std::uint32_t>(trigrams_.size()), static_cast<std::uint32_t>(keys.size())});
  }
  const auto by_size = [](const Key& a, const Key& b) { return a.size < b.size; };
  if (in_order) std::stable_sort(keys.begin(), keys.end(), by_size);
  if (!in_order)
    std::sort(keys.begin(), keys.end(), [this](const Key& a, const Key& b) {
      if (a.size != b.size) return a.size < b.size;
      if (a.beginning != b.beginning) return a.beginning < b.beginning;
      const int order = texts_[a.place].compare(texts_[b.place]);
      return order != 0 ? order < 0 : a.place < b.place;
    });
  order_.reserve(keys.size());
  for (const Key& key : keys) {
    if (classes_.empty() || classes_.back().size != key.size)
      classes_.push_back({static_cast<std::uint32_t>(order_.size()), key.size});
    order_.push_back(key.place);
  }
  return {};
}

Result<void> TrigramBuilder::add_chunk(std::uint32_t chunk) {
  const std::size_t first = std::size_t{chunk} * TrigramList::chunk_size;
  if (auto may = step(texts_.size() + first); !may) return may;
  pairs_.clear();
  const std::size_t last = std::min<std::size_t>(first + TrigramList::chunk_size, order_.size());
  for (std::size_t id = first; id < last; ++id) {
    text::pg_trgm::all_trigrams(texts_[order_[id]], trigrams_);
    for (const auto trigram : trigrams_) pairs_.push_back(std::uint64_t{trigram} << 16U | (id - first));
  }
  sort_pairs();
  std::vector<std::uint16_t> numbers;
  for (std::size_t i = 0; i < pairs_.size();) {
    const auto trigram = static_cast<std::uint32_t>(pairs_[i] >> 16U);
    numbers.clear();
    for (; i < pairs_.size() && pairs_[i] >> 16U == trigram; ++i) {
      const auto number = static_cast<std::uint16_t>(pairs_[i] & 0xFFFFU);
      if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
    }
    add_list(trigram, chunk, numbers);
  }
  constexpr std::uint64_t most_bytes = std::uint64_t{2} * std::numeric_limits<std::uint32_t>::max();
  if (lists_.size() > most_bytes || entries_.size() > std::numeric_limits<std::uint32_t>::max())
    return Error{ErrorCode::resource_exhausted, "the texts have too many trigrams for one index; split them", {}};
  return {};
}

/// By trigram, in three stable passes of eight bits; the numbers ascend already.
void TrigramBuilder::sort_pairs() {
  sorted_.resize(pairs_.size());
  for (const unsigned shift : {16U, 24U, 32U}) {
    std::array<std::size_t, 257> starts{};
    for (const std::uint64_t pair : pairs_) ++starts[(pair >> shift & 0xFFU) + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    for (const std::uint64_t pair : pairs_) sorted_[starts[pair >> shift & 0xFFU]++] = pair;
    std::swap(pairs_, sorted_);
  }
}

void TrigramBuilder::add_list(std::uint32_t trigram, std::uint32_t chunk, std::span<const std::uint16_t> numbers) {
  Entry entry{trigram, 0, static_cast<std::uint16_t>(chunk), static_cast<std::uint16_t>(numbers.size() - 1)};
  if (numbers.size() <= TrigramLayout::most_inline) {
    entry.place = numbers.front() | std::uint32_t{numbers.back()} << 16U;
  } else {
    entry.place = static_cast<std::uint32_t>(lists_.size() / 2);
    TrigramList::append(numbers, lists_);
    if (lists_.size() % 2 != 0) lists_.push_back('\0');
  }
  entries_.push_back(entry);
}

std::string TrigramBuilder::assemble() {
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.trigram < b.trigram; });
  std::string trigrams;
  std::string entries;
  entries.reserve(entries_.size() * TrigramLayout::record_bytes);
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (i == 0 || entries_[i - 1].trigram != entry.trigram) {
      ++count;
      append_little_endian(trigrams, entry.trigram);
      append_little_endian(trigrams, static_cast<std::uint32_t>(i));
    }
    append_little_endian(entries, entry.place);
    append_little_endian(entries, entry.chunk);
    append_little_endian(entries, entry.count_less_one);
  }
  append_little_endian(trigrams, std::numeric_limits<std::uint32_t>::max());
  append_little_endian(trigrams, static_cast<std::uint32_t>(entries_.size()));

  std::string bytes(TrigramLayout::magic);
  append_little_endian(bytes, TrigramLayout::version);
  append_little_endian(bytes, static_cast<std::uint32_t>(order_.size()));
  append_little_endian(bytes, static_cast<std::uint32_t>(classes_.size()));
  append_little_endian(bytes, count);
  append_little_endian(bytes, static_cast<std::uint32_t>(entries_.size()));
  append_little_endian(bytes, std::uint32_t{0});
  append_little_endian(bytes, std::uint64_t{lists_.size()});
  bytes.reserve(bytes.size() + classes_.size() * TrigramLayout::record_bytes + trigrams.size() + entries.size() +
                lists_.size() + TrigramList::padding);
  for (const Class& texts : classes_) {
    append_little_endian(bytes, texts.first);
    append_little_endian(bytes, texts.size);
  }
  bytes.append(trigrams).append(entries).append(lists_).append(TrigramList::padding, '\0');
  return bytes;
}

Result<TrigramIndex::Built> TrigramIndex::build(std::span<const std::string_view> texts, const CallControl& control,
                                                const Progress& progress) {
  return TrigramBuilder(texts, control, progress).build();
}

}  // namespace querydata::inline v0::search
