#include "plain_letters.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace {

bool is_word_part(utf8proc_int32_t point) {
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ND:
      return true;
    default:
      return false;
  }
}

std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string plain_letters(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK));
  if (length < 0) return std::string(text);  // not UTF-8: only like itself
  std::string plain;
  bool gap = false;
  for (utf8proc_ssize_t at = 0; at < length;) {
    utf8proc_int32_t point = 0;
    const auto size = utf8proc_iterate(mapped + at, length - at, &point);
    if (is_word_part(point)) {
      if (gap && !plain.empty()) plain += ' ';
      plain.append(reinterpret_cast<const char*>(mapped + at), static_cast<std::size_t>(size));
    }
    gap = !is_word_part(point);
    at += size;
  }
  std::free(mapped);
  return plain;
}

std::string nearest_words(std::string_view words, std::string_view text) {
  std::string_view best = text;
  std::size_t fewest = edits_between(words, text);
  for (std::size_t begin = 0; begin < text.size(); begin = std::min(text.find(' ', begin), text.size() - 1) + 1) {
    for (std::size_t end = begin; end < text.size();) {
      end = std::min(text.find(' ', end + 1), text.size());
      const std::string_view run = text.substr(begin, end - begin);
      const std::size_t edits = edits_between(words, run);
      if (edits > fewest || (edits == fewest && run.size() >= best.size())) continue;
      fewest = edits;
      best = run;
    }
  }
  return std::string(best);
}
