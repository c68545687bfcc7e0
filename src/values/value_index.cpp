#include "values/value_index.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "core/hash.hpp"
#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "values/ranking.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_words = 24;
// Texts of so few letters share too few trigrams with their misspellings; shorter ones are codes, of which each is near
// many others.
constexpr std::size_t shortest_misspelt = 4;
constexpr std::size_t longest_short = 8;
constexpr double smallest_share = 0.25;  // of the phrase's trigrams, in a candidate

/// Hashes of the letters and of all forms with one of them left out.
std::vector<std::uint64_t> deletion_hashes(std::string_view letters) {
  std::vector<std::uint64_t> hashes{stable_hash(letters)};
  const std::u32string points = text::to_code_points(letters);
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::u32string shorter = points;
    shorter.erase(i, 1);
    hashes.push_back(stable_hash(text::to_utf8(shorter)));
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

}  // namespace

/// What the entries are found by, before it is sorted.
struct ValueIndex::Terms {
  std::vector<std::uint64_t> trigrams;  ///< trigram << 32 | id
  std::vector<Posting> words;
};

ValueIndex::ValueIndex(std::vector<ValueColumn> columns, std::vector<Entry> entries)
    : columns_(std::move(columns)), entries_(std::move(entries)) {
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    if (a.column != b.column) return a.column < b.column;
    return comes_before(a.value, b.value);
  });
  sizes_.resize(entries_.size());
  Terms terms;
  for (Id id = 0; id < entries_.size(); ++id) index_entry(id, terms);
  std::sort(letters_.begin(), letters_.end());
  std::sort(deletions_.begin(), deletions_.end());
  index_trigrams(std::move(terms.trigrams));
  index_words(std::move(terms.words));
}

void ValueIndex::index_entry(Id id, Terms& terms) {
  const Entry& entry = entries_[id];
  const std::string key = text::normalise(to_display(entry.value));
  const std::string letters = without_blanks(key);
  letters_.push_back({stable_hash(letters), id});
  auto words = words_of(key);
  longest_ = std::max(longest_, std::min(words.size(), most_words));
  if (!std::holds_alternative<std::string>(entry.value)) return;  // numbers are found as they are or not at all
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const std::string_view word : words) terms.words.push_back({stable_hash(word), entry.column});
  const auto trigrams = text::pg_trgm::trigram_set(key);
  for (const auto trigram : trigrams) terms.trigrams.push_back(std::uint64_t{trigram} << 32U | id);
  constexpr std::size_t largest = std::numeric_limits<std::uint16_t>::max();
  sizes_[id] = static_cast<std::uint16_t>(std::min(trigrams.size(), largest));
  const std::size_t count = text::count_code_points(letters);
  if (count < shortest_misspelt || count > longest_short) return;
  for (const std::uint64_t hash : deletion_hashes(letters)) deletions_.push_back({hash, id});
}

void ValueIndex::index_trigrams(std::vector<std::uint64_t> pairs) {
  std::sort(pairs.begin(), pairs.end());
  ids_.reserve(pairs.size());
  for (const std::uint64_t pair : pairs) {
    const auto trigram = static_cast<std::uint32_t>(pair >> 32U);
    if (trigrams_.empty() || trigrams_.back() != trigram) {
      trigrams_.push_back(trigram);
      starts_.push_back(ids_.size());
    }
    ids_.push_back(static_cast<Id>(pair & 0xFFFFFFFFU));
  }
  starts_.push_back(ids_.size());
}

void ValueIndex::index_words(std::vector<Posting> words) {
  std::sort(words.begin(), words.end());
  for (const Posting& word : words) {
    if (words_.empty() || words_.back().word != word) words_.push_back({word, 0});
    ++words_.back().values;
  }
}

std::vector<ValueIndex::Id> ValueIndex::same_letters(std::string_view letters, const VisibleColumns& visible) const {
  std::vector<Id> found;
  const std::uint64_t hash = stable_hash(letters);
  for (auto it = std::lower_bound(letters_.begin(), letters_.end(), Posting{hash, 0});
       it != letters_.end() && it->hash == hash; ++it) {
    if (!is_visible(it->number, visible)) continue;
    if (without_blanks(text::normalise(to_display(entries_[it->number].value))) == letters) found.push_back(it->number);
  }
  return found;
}

std::vector<std::uint16_t> ValueIndex::count_common_trigrams(const Spelling& phrase) const {
  std::vector<std::uint16_t> counts(entries_.size(), 0);
  for (const auto trigram : phrase.trigrams()) {
    const auto found = std::lower_bound(trigrams_.begin(), trigrams_.end(), trigram);
    if (found == trigrams_.end() || *found != trigram) continue;
    const auto position = static_cast<std::size_t>(found - trigrams_.begin());
    for (std::size_t i = starts_[position]; i < starts_[position + 1]; ++i) ++counts[ids_[i]];
  }
  return counts;
}

void ValueIndex::add_short_neighbours(const Spelling& phrase, const VisibleColumns& visible,
                                      std::vector<Id>& found) const {
  const std::size_t count = text::count_code_points(phrase.letters());
  if (count + 1 < shortest_misspelt || count > longest_short + 1) return;
  for (const std::uint64_t hash : deletion_hashes(phrase.letters())) {
    for (auto it = std::lower_bound(deletions_.begin(), deletions_.end(), Posting{hash, 0});
         it != deletions_.end() && it->hash == hash; ++it)
      if (is_visible(it->number, visible)) found.push_back(it->number);
  }
}

std::vector<ValueIndex::Id> ValueIndex::nearest(const Spelling& phrase, const VisibleColumns& visible,
                                                std::size_t limit) const {
  const std::vector<std::uint16_t> counts = count_common_trigrams(phrase);
  const double share = smallest_share * static_cast<double>(phrase.trigrams().size());
  const auto least = std::max<std::size_t>(1, static_cast<std::size_t>(share));
  std::vector<Id> found;
  for (Id id = 0; id < counts.size(); ++id)
    if (counts[id] >= least && is_visible(id, visible)) found.push_back(id);
  const auto rank = [&](Id id) { return std::tuple(-static_cast<int>(counts[id]), sizes_[id], id); };
  const auto closer = [&](Id a, Id b) { return rank(a) < rank(b); };
  if (found.size() > limit) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(limit), found.end(), closer);
    found.resize(limit);
  }
  add_short_neighbours(phrase, visible, found);
  std::sort(found.begin(), found.end(), closer);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::size_t ValueIndex::count_with_word(std::string_view word, const VisibleColumns& visible) const {
  const std::uint64_t hash = stable_hash(word);
  std::size_t count = 0;
  for (auto it = std::lower_bound(words_.begin(), words_.end(), hash,
                                  [](const WordUse&use, std::uint64_t wanted) { return use.word.hash < wanted; });
       it != words_.end() && it->word.hash == hash; ++it)
    if (visible[it->word.number]) count += it->values;
  return count;
}

}  // namespace querydata::inline v0::values
