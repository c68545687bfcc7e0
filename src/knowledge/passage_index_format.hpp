/// @file
/// The bytes of a passage index: a head, then sections one after the other; integers little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace querydata::inline v0::knowledge {

inline constexpr std::string_view magic = "QDPASS01";
inline constexpr std::uint32_t postings_in_block = 128;
inline constexpr std::size_t similar_gram_length = 4;
inline constexpr std::size_t gram_lengths[] = {3, 4, 5};

/// Sections in their order; the head holds the offset of each and the end.
enum Section : std::size_t {
  term_offsets,  ///< u32 of a stem in term_texts, and the end
  term_texts,    ///< stems in byte order
  term_infos,   ///< of a stem, and one after the last: u32 chunks that hold it, f32 most that one adds, u32 first block
  block_infos,  ///< u32 last chunk, u64 offset in posting_bytes; and one after the last
  posting_bytes,      ///< varints: distance from the chunk before, occurrences
  chunk_lengths,      ///< u32 terms
  chunk_languages,    ///< u8
  gram_hashes,        ///< ascending pairs: u32 hash of an n-gram, u32 chunks that hold it
  term_gram_hashes,   ///< u32 ascending
  term_gram_offsets,  ///< u32 in term_gram_terms, and the end
  term_gram_terms,    ///< u32 numbers of stems
  section_count,
};

inline constexpr std::size_t head_bytes = 8 + 4 * 4 + 8 + 8 * (section_count + 1);

/// What an occurrence adds, without idf: BM25 with k1 1.2 and b 0.75.
[[nodiscard]] inline double saturated(double frequency, double relative_length) noexcept {
  constexpr double k1 = 1.2;
  constexpr double b = .75;
  return frequency / (frequency + k1 * (1 - b + b * relative_length));
}

/// Reads varints one after the other; at the end of damaged bytes, zeros.
class PostingReader {
 public:
  PostingReader(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}
  [[nodiscard]] bool at_end() const noexcept { return at_ >= bytes_.size(); }
  std::uint32_t varint() noexcept {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 32 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= static_cast<std::uint32_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) break;
    }
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t at_;
};

}  // namespace querydata::inline v0::knowledge
