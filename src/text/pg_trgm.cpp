#include "text/pg_trgm.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/utf8.hpp"

namespace querydata::inline v0::text::pg_trgm {

namespace {

struct WordRange {
  char32_t first;
  char32_t last;
};

/// Every `step`-th character from `first` to `last` has its lower case `shift` further on.
struct LowerRange {
  char32_t first;
  char32_t last;
  char32_t step;
  std::int32_t shift;
};

#include "text/word_characters.inc"

/// The range of a sorted table that would hold `c`, or null.
template <class Range, std::size_t n>
const Range* find_range(const Range (&ranges)[n], char32_t c) noexcept {
  const auto* range = std::lower_bound(std::begin(ranges), std::end(ranges), c,
                                       [](const Range& candidate, char32_t value) { return candidate.last < value; });
  return range != std::end(ranges) && range->first <= c ? range : nullptr;
}

constexpr bool is_ascii_word_character(char32_t c) noexcept {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9');
}

/// Of a character beyond ASCII.
char32_t lower(char32_t c) noexcept {
  const auto* range = find_range(lower_ranges, c);
  if (range == nullptr || (c - range->first) % range->step != 0) return c;
  return static_cast<char32_t>(static_cast<std::int32_t>(c) + range->shift);
}

constexpr std::array<std::uint32_t, 256> make_checksum_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1U) != 0 ? value >> 1U ^ 0xEDB88320U : value >> 1U;
    table[i] = value;
  }
  return table;
}

constexpr auto checksum_table = make_checksum_table();

/// PostgreSQL's "legacy" CRC-32: the table of the reflected polynomial, shifted as if it were not reflected.
std::uint32_t legacy_checksum(std::string_view bytes) noexcept {
  std::uint32_t checksum = 0xFFFFFFFFU;
  for (const char byte : bytes)
    checksum = checksum_table[(checksum >> 24U ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ checksum << 8U;
  return ~checksum;
}

/// The first three bytes that a little-endian machine stores of the checksum.
Trigram reduced(char32_t a, char32_t b, char32_t c) {
  std::string bytes;  // at most 12 bytes, which allocate nothing
  append_utf8(bytes, a);
  append_utf8(bytes, b);
  append_utf8(bytes, c);
  const auto checksum = legacy_checksum(bytes);
  return (checksum & 0xFFU) << 16U | (checksum & 0xFF00U) | (checksum >> 16U & 0xFFU);
}

Trigram trigram_of(char32_t a, char32_t b, char32_t c) {
  return (a | b | c) < 0x80 ? a << 16U | b << 8U | c : reduced(a, b, c);
}

/// The character at `offset`, which moves behind it; what can be in no word is 0.
char32_t next_character(std::string_view text, std::size_t& offset, Locale locale) noexcept {
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte < 0x80 || locale == Locale::c) {
    ++offset;
    return byte < 0x80 ? byte : 0;
  }
  const auto decoded = decode_utf8(text, offset);
  offset += decoded.size;
  return decoded.valid ? decoded.value : 0;
}

/// Of each ASCII character its lower case, 0 if it is in no word.
constexpr std::array<char32_t, 0x80> make_ascii_folded() {
  std::array<char32_t, 0x80> folded{};
  for (char32_t c = 0; c < folded.size(); ++c)
    if (is_ascii_word_character(c)) folded[c] = c >= U'A' && c <= U'Z' ? c + 32 : c;
  return folded;
}

constexpr auto ascii_folded = make_ascii_folded();

/// The lower case of a character, 0 if it is in no word.
char32_t folded_in_word(char32_t c) noexcept {
  if (c < 0x80) return ascii_folded[c];
  return find_range(word_ranges, c) == nullptr ? 0 : lower(c);
}

/// Calls `emit(trigram, begins word, ends word)` for every trigram in reading order, repeated ones too.
template <class Emit>
void for_each_trigram(std::string_view text, Locale locale, Emit emit) {
  char32_t before = U' ';
  char32_t last = U' ';  // a blank outside words: a word character is none
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t folded = folded_in_word(next_character(text, offset, locale));
    if (folded != 0) {
      emit(trigram_of(before, last, folded), last == U' ', false);
      before = last;
      last = folded;
    } else if (last != U' ') {
      emit(trigram_of(before, last, U' '), false, true);
      before = last = U' ';
    }
  }
  if (last != U' ') emit(trigram_of(before, last, U' '), false, true);
}

float ratio(std::size_t common, std::size_t left, std::size_t right) noexcept {
  return static_cast<float>(common) / static_cast<float>(left + right - common);
}

}  // namespace

std::vector<Trigram> trigram_set(std::string_view text, Locale locale) {
  std::vector<Trigram> trigrams;
  trigrams.reserve(text.size() + 1);
  distinct_trigrams(text, trigrams, locale);
  return trigrams;
}

void all_trigrams(std::string_view text, std::vector<Trigram>& trigrams, Locale locale) {
  // A word of n characters has n + 1, and a separator behind it.
  trigrams.resize(text.size() + 1);
  Trigram* next = trigrams.data();
  for_each_trigram(text, locale, [&](Trigram trigram, bool, bool) { *next++ = trigram; });
  trigrams.resize(static_cast<std::size_t>(next - trigrams.data()));
}

void distinct_trigrams(std::string_view text, std::vector<Trigram>& trigrams, Locale locale) {
  all_trigrams(text, trigrams, locale);
  std::sort(trigrams.begin(), trigrams.end());
  trigrams.erase(std::unique(trigrams.begin(), trigrams.end()), trigrams.end());
}

float similarity_of_sizes(std::size_t common, std::size_t left, std::size_t right) noexcept {
  return left == 0 || right == 0 ? 0.0F : ratio(common, left, right);
}

float similarity(std::span<const Trigram> left, std::span<const Trigram> right) noexcept {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (left[i] == right[j]) {
      ++common;
      ++i;
      ++j;
    } else if (left[i] < right[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return similarity_of_sizes(common, left.size(), right.size());
}

float similarity(std::string_view left, std::string_view right, Locale locale) {
  return similarity(trigram_set(left, locale), trigram_set(right, locale));
}

// Word similarity.

/// The state of iterate_word_similarity in trgm_op.c.
class WordSimilarity::Sweep {
 public:
  Sweep(WordSimilarity& text, Extent extent, std::size_t max_steps)
      : positions_(text.positions_),
        last_positions_(text.last_positions_),
        phrase_size_(text.phrase_.size()),
        strict_(extent == Extent::strict),
        lower_(strict_ ? 0 : none),
        steps_left_(max_steps) {}

  std::optional<float> run() {
    float best = 0.0F;
    for (std::ptrdiff_t upper = 0; upper < std::ssize(positions_); ++upper) {
      const auto& position = at(upper);
      if (lower_ != none || position.in_phrase) include(upper);
      if (!(strict_ ? position.ends_word : position.in_phrase)) continue;
      if (lower_ == none) lower_ = upper;
      best = std::max(best, raise_lower(upper));
      if (steps_left_ == 0) return std::nullopt;
    }
    return best;
  }

 private:
  static constexpr std::ptrdiff_t none = -1;

  [[nodiscard]] const Position& at(std::ptrdiff_t index) const { return positions_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::ptrdiff_t& last_position_of(std::ptrdiff_t index) { return last_positions_[at(index).id]; }

  void include(std::ptrdiff_t index) {
    auto& last = last_position_of(index);
    if (last == none) {
      ++size_;
      if (at(index).in_phrase) ++common_;
    }
    last = index;
  }

  /// Moves the lower bound to where the extent up to `upper` is most similar and returns that similarity.
  float raise_lower(std::ptrdiff_t upper) {
    const std::ptrdiff_t previous = lower_;
    std::size_t size = size_;
    std::size_t common = common_;
    float best = ratio(common, phrase_size_, size);
    for (std::ptrdiff_t lower = previous; lower <= upper && steps_left_ != 0; ++lower, --steps_left_) {
      // No later extent can be better than one that held only the trigrams in common. PostgreSQL looks at all of them.
      if (ratio(common, phrase_size_, common) <= best) break;
      if (!strict_ || at(lower).begins_word) {
        const float candidate = ratio(common, phrase_size_, size);
        if (candidate > best) {
          best = candidate;
          size_ = size;
          common_ = common;
          lower_ = lower;
        }
      }
      if (last_position_of(lower) == lower) {
        --size;
        if (at(lower).in_phrase) --common;
      }
    }
    forget(previous);
    return best;
  }

  /// Trigrams from `previous` to the lower bound have left the extent.
  void forget(std::ptrdiff_t previous) {
    for (std::ptrdiff_t index = previous; index < lower_; ++index) {
      if (last_position_of(index) == index) last_position_of(index) = none;
    }
  }

  const std::vector<Position>& positions_;
  std::vector<std::ptrdiff_t>& last_positions_;
  std::size_t phrase_size_;
  bool strict_;
  std::ptrdiff_t lower_;
  std::size_t steps_left_;
  std::size_t size_ = 0;    ///< distinct trigrams of the extent
  std::size_t common_ = 0;  ///< those of them that the phrase has
};

WordSimilarity::WordSimilarity(std::string_view phrase, Locale locale)
    : locale_(locale), phrase_(trigram_set(phrase, locale)) {}

std::optional<float> WordSimilarity::of(std::string_view text, Extent extent, std::size_t max_steps) {
  if (phrase_.empty()) return 0.0F;
  read(text);
  number_trigrams();
  return Sweep(*this, extent, max_steps).run();
}

void WordSimilarity::read(std::string_view text) {
  positions_.clear();
  order_.clear();
  for_each_trigram(text, locale_, [this](Trigram trigram, bool begins_word, bool ends_word) {
    order_.push_back(std::uint64_t{trigram} << 32U | positions_.size());
    positions_.push_back({0, false, begins_word, ends_word});
  });
}

void WordSimilarity::number_trigrams() {
  std::sort(order_.begin(), order_.end());
  std::uint32_t id = 0;
  Trigram previous = 0;
  bool in_phrase = false;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto trigram = static_cast<Trigram>(order_[i] >> 32U);
    if (i == 0 || trigram != previous) {
      if (i != 0) ++id;
      in_phrase = std::binary_search(phrase_.begin(), phrase_.end(), trigram);
      previous = trigram;
    }
    auto& position = positions_[static_cast<std::uint32_t>(order_[i])];
    position.id = id;
    position.in_phrase = in_phrase;
  }
  last_positions_.assign(order_.empty() ? 0 : id + 1, -1);
}

float word_similarity(std::string_view phrase, std::string_view text, Locale locale) {
  return *WordSimilarity(phrase, locale).of(text, Extent::plain);
}

float strict_word_similarity(std::string_view phrase, std::string_view text, Locale locale) {
  return *WordSimilarity(phrase, locale).of(text, Extent::strict);
}

// Printing.

namespace {

constexpr bool is_printable(Trigram trigram) noexcept {
  const auto printable = [](Trigram byte) { return byte == ' ' || is_ascii_word_character(byte); };
  return printable(trigram >> 16U) && printable(trigram >> 8U & 0xFFU) && printable(trigram & 0xFFU);
}

void append_hexadecimal(std::string& out, Trigram trigram) {
  out += "0x";
  for (int shift = 20; shift >= 0; shift -= 4) out += "0123456789abcdef"[trigram >> shift & 15U];
}

void append_characters(std::string& out, Trigram trigram) {
  const std::array<char, 3> bytes = {static_cast<char>(trigram >> 16U), static_cast<char>(trigram >> 8U & 0xFFU),
                                     static_cast<char>(trigram & 0xFFU)};
  const std::string_view characters(bytes.data(), bytes.size());
  const bool quoted = characters.find(' ') != std::string_view::npos;
  if (quoted) out += '"';
  out += characters;
  if (quoted) out += '"';
}

}  // namespace

std::string show_trgm(std::string_view text, Locale locale) {
  auto trigrams = trigram_set(text, locale);
  // PostgreSQL compares the bytes as signed characters on the usual machines.
  constexpr Trigram sign_bits = 0x808080U;
  std::sort(trigrams.begin(), trigrams.end(), [](Trigram a, Trigram b) { return (a ^ sign_bits) < (b ^ sign_bits); });
  std::string out = "{";
  for (const auto trigram : trigrams) {
    if (out.size() > 1) out += ',';
    is_printable(trigram) ? append_characters(out, trigram) : append_hexadecimal(out, trigram);
  }
  return out += '}';
}

}  // namespace querydata::inline v0::text::pg_trgm
