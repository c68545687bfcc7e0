#include "knowledge/passage_index.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "knowledge/passage_index_format.hpp"
#include "knowledge/similar_words.hpp"
#include "knowledge/terms.hpp"
#include "search/little_endian.hpp"

namespace querydata::inline v0::knowledge {
namespace {

using search::load_little_endian;

Error damaged(const std::string& what) {
  return Error{ErrorCode::data_loss, "The passage index is damaged: " + what + "; index the documents again.", {}};
}

bool better(const ScoredChunk& left, const ScoredChunk& right) {
  return left.score != right.score ? left.score > right.score : left.chunk < right.chunk;
}

}  // namespace

double idf_of(std::size_t holders, std::size_t chunks) noexcept {
  const auto held = static_cast<double>(holders);
  return std::log(1 + (static_cast<double>(chunks) - held + .5) / (held + .5));
}

/// The postings of one wanted stem.
struct PassageIndex::List {
  double factor = 0;
  double bound = 0;  ///< the most that it adds to a chunk
  std::uint32_t holders = 0;
  std::uint32_t first_block = 0;
  std::uint32_t end_block = 0;
};

Result<PassageIndex> PassageIndex::open(std::string_view bytes) {
  if (bytes.size() < head_bytes || !bytes.starts_with(magic)) return damaged("it does not begin as one");
  PassageIndex index;
  index.bytes_ = bytes;
  index.chunks_ = load_little_endian<std::uint32_t>(bytes.data() + 8);
  index.terms_ = load_little_endian<std::uint32_t>(bytes.data() + 12);
  index.grams_ = load_little_endian<std::uint32_t>(bytes.data() + 16);
  index.term_grams_ = load_little_endian<std::uint32_t>(bytes.data() + 20);
  index.mean_length_ = std::bit_cast<double>(load_little_endian<std::uint64_t>(bytes.data() + 24));
  for (std::size_t section = 0; section <= section_count; ++section) {
    index.sections_[section] = load_little_endian<std::uint64_t>(bytes.data() + 32 + 8 * section);
    const std::uint64_t least = section == 0 ? head_bytes : index.sections_[section - 1];
    if (index.sections_[section] < least || index.sections_[section] > bytes.size())
      return damaged("a section is outside of it");
  }
  const auto size = [&](std::size_t section) { return index.sections_[section + 1] - index.sections_[section]; };
  const std::uint64_t terms = index.terms_;
  const bool fits = size(term_offsets) == 4 * (terms + 1) && size(term_infos) == 12 * (terms + 1) &&
                    size(chunk_lengths) == 4ULL * index.chunks_ && size(chunk_languages) == index.chunks_ &&
                    size(gram_hashes) == 8ULL * index.grams_ && size(term_gram_hashes) == 4ULL * index.term_grams_ &&
                    size(term_gram_offsets) == 4ULL * index.term_grams_ + 4 &&
                    index.sections_[section_count] == bytes.size();
  if (!fits || !(index.mean_length_ > 0)) return damaged("its sections are not as long as its head says");
  std::array<std::uint32_t, 256> votes{};
  for (std::uint32_t chunk = 0; chunk < index.chunks_; ++chunk)
    ++votes[static_cast<std::size_t>(index.language(chunk))];
  index.main_language_ = static_cast<Language>(std::max_element(votes.begin(), votes.end()) - votes.begin());
  return index;
}

std::uint32_t PassageIndex::u32(std::size_t section, std::size_t place) const {
  return load_little_endian<std::uint32_t>(bytes_.data() + sections_[section] + 4 * place);
}

Language PassageIndex::language(std::uint32_t chunk) const {
  const auto value = static_cast<unsigned char>(bytes_[sections_[chunk_languages] + chunk]);
  return value <= static_cast<unsigned char>(Language::vietnamese) ? static_cast<Language>(value) : Language::other;
}

std::uint32_t PassageIndex::length(std::uint32_t chunk) const {
  return u32(chunk_lengths, chunk);
}

std::string_view PassageIndex::stem_at(std::uint32_t term) const {
  const std::uint32_t begin = u32(term_offsets, term);
  const std::uint32_t end = u32(term_offsets, term + 1);
  const std::string_view texts = bytes_.substr(sections_[term_texts], sections_[term_infos] - sections_[term_texts]);
  return begin <= end && end <= texts.size() ? texts.substr(begin, end - begin) : std::string_view();
}

std::optional<std::uint32_t> PassageIndex::find(std::string_view stem) const {
  std::uint32_t first = 0;
  std::uint32_t end = terms_;
  while (first < end) {
    const std::uint32_t middle = first + (end - first) / 2;
    if (stem_at(middle) < stem) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  if (first < terms_ && stem_at(first) == stem) return first;
  return std::nullopt;
}

std::uint32_t PassageIndex::holders(std::string_view stem) const {
  const auto term = find(stem);
  return term ? std::min(chunks_, u32(term_infos, 3 * std::size_t{*term})) : 0;
}

std::uint32_t PassageIndex::gram_holders(std::uint32_t gram) const {
  std::uint32_t first = 0;
  std::uint32_t end = grams_;
  while (first < end) {
    const std::uint32_t middle = first + (end - first) / 2;
    if (u32(gram_hashes, 2 * std::size_t{middle}) < gram) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  const bool held = first < grams_ && u32(gram_hashes, 2 * std::size_t{first}) == gram;
  return held ? std::min(chunks_, u32(gram_hashes, 2 * std::size_t{first} + 1)) : 0;
}

std::vector<WantedTerm> PassageIndex::similar(std::string_view stem, std::size_t count) const {
  std::vector<std::uint32_t> grams;
  append_grams(stem, similar_gram_length, grams);
  std::vector<std::uint32_t> sharing;
  for (const std::uint32_t gram : grams) {
    std::uint32_t first = 0;
    std::uint32_t end = term_grams_;
    while (first < end) {
      const std::uint32_t middle = first + (end - first) / 2;
      if (u32(term_gram_hashes, middle) < gram) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    if (first >= term_grams_ || u32(term_gram_hashes, first) != gram) continue;
    const std::uint64_t last = std::min<std::uint64_t>(
        u32(term_gram_offsets, first + 1), (sections_[term_gram_terms + 1] - sections_[term_gram_terms]) / 4);
    for (std::uint32_t place = u32(term_gram_offsets, first); place < last; ++place)
      sharing.push_back(u32(term_gram_terms, place));
  }
  std::sort(sharing.begin(), sharing.end());
  std::vector<WantedTerm> found;
  for (std::size_t first = 0; first < sharing.size();) {
    std::size_t end = first + 1;
    while (end < sharing.size() && sharing[end] == sharing[first]) ++end;
    const std::string_view other = sharing[first] < terms_ ? stem_at(sharing[first]) : std::string_view();
    const bool worth_a_look =
        2 * (end - first) >= std::min(grams.size(), other.size()) || 2 * (end - first) >= grams.size();
    if (worth_a_look && other != stem) {
      const double weight = word_similarity(stem, other);
      if (weight >= .3) found.push_back({std::string(other), weight});
    }
    first = end;
  }
  std::sort(found.begin(), found.end(), [](const WantedTerm& left, const WantedTerm& right) {
    return left.weight != right.weight ? left.weight > right.weight : left.stem < right.stem;
  });
  if (found.size() > count) found.resize(count);
  return found;
}

PassageIndex::List PassageIndex::list_of(std::uint32_t term, double weight, double mean_length) const {
  const std::size_t info = 3 * std::size_t{term};
  List list;
  list.holders = std::min(chunks_, u32(term_infos, info));
  list.factor = weight;
  // What is kept was taken with the mean of this index; shorter ones add more.
  const double longer = std::max(1.0, mean_length / mean_length_);
  list.bound = list.factor * longer * static_cast<double>(std::bit_cast<float>(u32(term_infos, info + 1)));
  const std::uint64_t blocks = (sections_[block_infos + 1] - sections_[block_infos]) / 12;
  list.end_block = static_cast<std::uint32_t>(std::min<std::uint64_t>(u32(term_infos, info + 5), blocks - 1));
  list.first_block = std::min(u32(term_infos, info + 2), list.end_block);
  return list;
}

namespace {

/// The best that have been met so far.
class Collected {
 public:
  Collected(std::uint32_t chunks, std::size_t count, const AcceptChunk& accept)
      : scores_(chunks, 0.0F), count_(count), accept_(accept) {}

  void add(std::uint32_t chunk, double score) {
    float& sum = scores_[chunk];
    if (sum < 0) return;
    if (sum == 0) {
      if (accept_ && !accept_(chunk)) {
        sum = -1;
        return;
      }
      met_.push_back(chunk);
    }
    sum += static_cast<float>(score);
  }

  /// No chunk that has not been met can be among the best with `rest` alone.
  [[nodiscard]] bool is_closed(double rest) { return met_.size() >= count_ && least_of_best() > rest * slack; }

  /// Forgets the chunks that cannot be among the best, even with `rest`; the others are in order.
  void prune(double rest) {
    const double least = met_.size() > count_ ? least_of_best() : 0;
    std::erase_if(met_,
                  [&](std::uint32_t chunk) { return (static_cast<double>(scores_[chunk]) + rest) * slack < least; });
    std::sort(met_.begin(), met_.end());
  }

  [[nodiscard]] const std::vector<std::uint32_t>& met() const noexcept { return met_; }

  [[nodiscard]] std::vector<ScoredChunk> best() const {
    std::vector<ScoredChunk> found;
    for (const std::uint32_t chunk : met_) found.push_back({chunk, static_cast<double>(scores_[chunk])});
    const std::size_t kept = std::min(count_, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(), better);
    found.resize(kept);
    return found;
  }

 private:
  static constexpr double slack = 1.0001;  ///< sums of floats are not exact

  [[nodiscard]] double least_of_best() {
    order_.clear();
    for (const std::uint32_t chunk : met_) order_.push_back(scores_[chunk]);
    const auto place = order_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(order_.begin(), place, order_.end(), std::greater<>());
    return static_cast<double>(*place);
  }

  std::vector<float> scores_;  ///< -1: not accepted
  std::vector<std::uint32_t> met_;
  std::vector<float> order_;
  std::size_t count_;
  const AcceptChunk& accept_;
};

}  // namespace

Result<std::vector<ScoredChunk>> PassageIndex::search(const std::vector<WantedTerm>& terms, std::size_t count,
                                                      const AcceptChunk& accept, double mean_length,
                                                      const CallControl& control) const {
  if (chunks_ == 0 || count == 0) return std::vector<ScoredChunk>();
  std::vector<List> lists;
  for (const WantedTerm& wanted : terms) {
    if (const auto term = find(wanted.stem); term && wanted.weight > 0)
      lists.push_back(list_of(*term, wanted.weight, mean_length));
  }
  std::stable_sort(lists.begin(), lists.end(),
                   [](const List& left, const List& right) { return left.bound > right.bound; });
  double rest = 0;
  for (const List& list : lists) rest += list.bound;
  Collected collected(chunks_, count, accept);
  const std::string_view postings =
      bytes_.substr(sections_[posting_bytes], sections_[posting_bytes + 1] - sections_[posting_bytes]);
  const auto last_of = [&](std::uint32_t block) { return u32(block_infos, 3 * std::size_t{block}); };
  const auto read_block = [&](const List& list, std::uint32_t block, auto&& take) {
    const auto offset =
        load_little_endian<std::uint64_t>(bytes_.data() + sections_[block_infos] + 12 * std::size_t{block} + 4);
    PostingReader reader(postings, offset);
    std::uint32_t chunk = block == list.first_block ? 0 : last_of(block - 1);
    const std::uint32_t left = list.holders - (block - list.first_block) * postings_in_block;
    for (std::uint32_t posting = 0; posting < std::min(left, postings_in_block); ++posting) {
      chunk += reader.varint();
      const std::uint32_t frequency = reader.varint();
      if (chunk < chunks_) take(chunk, list.factor * saturated(frequency, length(chunk) / mean_length));
    }
  };
  bool closed = false;
  for (const List& list : lists) {
    if (auto on = control.check("searching passages"); !on) return on.error();
    if (!closed && collected.is_closed(rest)) {
      closed = true;
      collected.prune(rest);
    }
    if (!closed) {
      for (std::uint32_t block = list.first_block; block < list.end_block; ++block)
        read_block(list, block, [&](std::uint32_t chunk, double score) { collected.add(chunk, score); });
    } else {
      std::uint32_t block = list.first_block;
      for (std::size_t next = 0; next < collected.met().size() && block < list.end_block;) {
        if (last_of(block) < collected.met()[next]) {
          ++block;
          continue;
        }
        read_block(list, block, [&](std::uint32_t chunk, double score) {
          while (next < collected.met().size() && collected.met()[next] < chunk) ++next;
          if (next < collected.met().size() && collected.met()[next] == chunk) collected.add(chunk, score);
        });
        while (next < collected.met().size() && collected.met()[next] <= last_of(block)) ++next;
      }
    }
    rest -= list.bound;
    if (closed) collected.prune(rest);
  }
  return collected.best();
}

}  // namespace querydata::inline v0::knowledge
