#include <algorithm>
#include <bit>
#include <utility>

#include "knowledge/passage_index.hpp"
#include "knowledge/passage_index_format.hpp"
#include "knowledge/terms.hpp"
#include "search/little_endian.hpp"

namespace querydata::inline v0::knowledge {
namespace {

void append_varint(std::string& out, std::uint32_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80U);
    value >>= 7U;
  }
  out += static_cast<char>(value);
}

using search::append_little_endian;

using TermGrams = std::map<std::uint32_t, std::vector<std::uint32_t>>;

}  // namespace

std::uint32_t PassageIndex::Builder::add(std::string_view text, Language language) {
  const auto chunk = static_cast<std::uint32_t>(lengths_.size());
  std::vector<std::string> stems;
  std::vector<std::uint32_t> grams;
  std::uint32_t length = 0;
  for (Term& term : terms_of(text, language)) {
    ++length;
    if (!term.part) {
      for (const std::size_t size : gram_lengths) append_grams(term.folded, size, grams);
    }
    if (!term.stop) stems.push_back(std::move(term.stem));
  }
  std::sort(grams.begin(), grams.end());
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  for (const std::uint32_t gram : grams) ++grams_[gram];
  std::sort(stems.begin(), stems.end());
  for (std::size_t first = 0; first < stems.size();) {
    std::size_t end = first + 1;
    while (end < stems.size() && stems[end] == stems[first]) ++end;
    Postings& postings = terms_[stems[first]];
    if (postings.count % postings_in_block == 0) {
      postings.blocks.push_back({0, static_cast<std::uint32_t>(postings.bytes.size())});
    }
    append_varint(postings.bytes, postings.count == 0 ? chunk : chunk - postings.last);
    append_varint(postings.bytes, static_cast<std::uint32_t>(end - first));
    postings.last = postings.blocks.back()[0] = chunk;
    ++postings.count;
    first = end;
  }
  lengths_.push_back(length);
  languages_.push_back(static_cast<std::uint8_t>(language));
  return chunk;
}

std::string PassageIndex::Builder::bytes() const {
  std::array<std::string, section_count> sections;
  std::uint64_t total = 0;
  for (const std::uint32_t length : lengths_) total += length;
  const double mean =
      lengths_.empty() || total == 0 ? 1 : static_cast<double>(total) / static_cast<double>(lengths_.size());
  TermGrams term_grams;
  std::uint32_t number = 0;
  std::uint32_t blocks = 0;
  for (const auto& [stem, postings] : terms_) {
    append_little_endian<std::uint32_t>(sections[term_offsets],
                                        static_cast<std::uint32_t>(sections[term_texts].size()));
    sections[term_texts] += stem;
    double most = 0;
    std::uint32_t chunk = 0;
    for (PostingReader reader(postings.bytes, 0); !reader.at_end();) {
      chunk += reader.varint();
      most = std::max(most, saturated(reader.varint(), lengths_[chunk] / mean));
    }
    append_little_endian<std::uint32_t>(sections[term_infos], postings.count);
    append_little_endian<std::uint32_t>(sections[term_infos],
                                        std::bit_cast<std::uint32_t>(static_cast<float>(most) * 1.000001F));
    append_little_endian<std::uint32_t>(sections[term_infos], blocks);
    for (const auto& [last, offset] : postings.blocks) {
      append_little_endian<std::uint32_t>(sections[block_infos], last);
      append_little_endian<std::uint64_t>(sections[block_infos], sections[posting_bytes].size() + offset);
    }
    blocks += static_cast<std::uint32_t>(postings.blocks.size());
    sections[posting_bytes] += postings.bytes;
    std::vector<std::uint32_t> grams;
    append_grams(stem, similar_gram_length, grams);
    for (const std::uint32_t gram : grams) {
      std::vector<std::uint32_t>& holders = term_grams[gram];
      if (holders.empty() || holders.back() != number) holders.push_back(number);
    }
    ++number;
  }
  append_little_endian<std::uint32_t>(sections[term_offsets], static_cast<std::uint32_t>(sections[term_texts].size()));
  append_little_endian<std::uint32_t>(sections[term_infos], 0);
  append_little_endian<std::uint32_t>(sections[term_infos], 0);
  append_little_endian<std::uint32_t>(sections[term_infos], blocks);
  append_little_endian<std::uint32_t>(sections[block_infos], 0);
  append_little_endian<std::uint64_t>(sections[block_infos], sections[posting_bytes].size());
  for (const std::uint32_t length : lengths_) append_little_endian<std::uint32_t>(sections[chunk_lengths], length);
  sections[chunk_languages].assign(languages_.begin(), languages_.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> grams(grams_.begin(), grams_.end());
  std::sort(grams.begin(), grams.end());
  for (const auto& [gram, holders] : grams) {
    append_little_endian<std::uint32_t>(sections[gram_hashes], gram);
    append_little_endian<std::uint32_t>(sections[gram_hashes], holders);
  }
  std::uint32_t places = 0;
  for (const auto& [gram, holders] : term_grams) {
    append_little_endian<std::uint32_t>(sections[term_gram_hashes], gram);
    append_little_endian<std::uint32_t>(sections[term_gram_offsets], places);
    for (const std::uint32_t holder : holders) append_little_endian<std::uint32_t>(sections[term_gram_terms], holder);
    places += static_cast<std::uint32_t>(holders.size());
  }
  append_little_endian<std::uint32_t>(sections[term_gram_offsets], places);

  std::string out(magic);
  append_little_endian<std::uint32_t>(out, static_cast<std::uint32_t>(lengths_.size()));
  append_little_endian<std::uint32_t>(out, number);
  append_little_endian<std::uint32_t>(out, static_cast<std::uint32_t>(grams.size()));
  append_little_endian<std::uint32_t>(out, static_cast<std::uint32_t>(term_grams.size()));
  append_little_endian<std::uint64_t>(out, std::bit_cast<std::uint64_t>(mean));
  std::uint64_t offset = head_bytes;
  for (const std::string& section : sections) {
    append_little_endian<std::uint64_t>(out, offset);
    offset += section.size();
  }
  append_little_endian<std::uint64_t>(out, offset);
  for (const std::string& section : sections) out += section;
  return out;
}

}  // namespace querydata::inline v0::knowledge
