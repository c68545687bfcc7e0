#include "search/bert_words.hpp"

#include <utf8proc.h>

#include <array>
#include <cstddef>
#include <utility>

#include "text/utf8.hpp"

namespace querydata::inline v0::search {
namespace {

utf8proc_category_t category(char32_t point) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(point));
}

bool is_blank(char32_t point) {
  return point == U' ' || point == U'\t' || point == U'\n' || point == U'\r' || text::is_blank(point);
}

bool is_control(char32_t point) {
  const utf8proc_category_t of = category(point);
  return of == UTF8PROC_CATEGORY_CC || of == UTF8PROC_CATEGORY_CF || of == UTF8PROC_CATEGORY_CN ||
         of == UTF8PROC_CATEGORY_CO;
}

/// All of ASCII that is neither letter nor digit counts, symbols too.
bool is_punctuation(char32_t point) {
  if (point < 0x80) {
    return (point > 0x20 && point < U'0') || (point > U'9' && point < U'A') || (point > U'Z' && point < U'a') ||
           (point > U'z' && point < 0x7F);
  }
  return text::is_punctuation(point);
}

/// The blocks that BERT names.
bool is_ideograph(char32_t point) {
  constexpr std::array<std::pair<char32_t, char32_t>, 8> blocks = {{{0x4E00, 0x9FFF},
                                                                    {0x3400, 0x4DBF},
                                                                    {0x20000, 0x2A6DF},
                                                                    {0x2A700, 0x2B73F},
                                                                    {0x2B740, 0x2B81F},
                                                                    {0x2B920, 0x2CEAF},
                                                                    {0xF900, 0xFAFF},
                                                                    {0x2F800, 0x2FA1F}}};
  for (const auto& [first, last] : blocks) {
    if (point >= first && point <= last) return true;
  }
  return false;
}

class Cutter {
 public:
  explicit Cutter(const BertNormaliser& normaliser) : normaliser_(normaliser) {}

  void add(char32_t point) {
    if (is_blank(point)) return end_word();
    if (normaliser_.clean_text && (point == 0 || point == text::replacement_character || is_control(point))) return;
    const bool alone = normaliser_.split_chinese && is_ideograph(point);
    if (alone) end_word();
    if (normaliser_.strip_accents) {
      std::array<utf8proc_int32_t, 32> parts{};  // the longest canonical decomposition has 4
      int boundary = 0;
      const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(point), parts.data(), parts.size(),
                                                 UTF8PROC_DECOMPOSE, &boundary);
      for (std::size_t part = 0; std::cmp_less(part, count); ++part) append(static_cast<char32_t>(parts[part]));
    } else {
      append(point);
    }
    if (alone) end_word();
  }

  [[nodiscard]] std::vector<std::string> finish() && {
    end_word();
    return std::move(words_);
  }

 private:
  void append(char32_t point) {
    if (normaliser_.strip_accents && category(point) == UTF8PROC_CATEGORY_MN) return;
    if (normaliser_.lowercase) {
      point = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point)));
    }
    if (!is_punctuation(point)) return append_utf8(word_, point);
    end_word();
    append_utf8(word_, point);
    end_word();
  }

  void end_word() {
    if (!word_.empty()) words_.push_back(std::move(word_));
    word_.clear();
  }

  const BertNormaliser& normaliser_;
  std::string word_;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> bert_words(std::string_view text, const BertNormaliser& normaliser) {
  Cutter cutter(normaliser);
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::decode_utf8(text, at);
    at += point.size;
    if (point.valid) cutter.add(point.value);
  }
  return std::move(cutter).finish();
}

}  // namespace querydata::inline v0::search
