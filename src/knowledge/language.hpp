/// @file
/// The language of a text, and what depends on it.
#pragma once

#include <cstdint>
#include <string_view>

namespace querydata::inline v0::knowledge {

/// Languages with a stemmer or a list of little words. `other` is everything else, scripts without blanks among them.
enum class Language : std::uint8_t {
  other,
  arabic,
  danish,
  dutch,
  english,
  finnish,
  french,
  german,
  greek,
  hindi,
  hungarian,
  italian,
  norwegian,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  tamil,
  turkish,
  vietnamese,
};

/// The language by script, and where several share one, by how many of its little words occur; `other` where nothing
/// tells. Only the first 4 KB are read. Any bytes.
[[nodiscard]] Language guess_language(std::string_view text);

/// A word of grammar ("the", "wie viele") that says nothing about what a text is about. `folded` has no accents.
[[nodiscard]] bool is_stop_word(Language language, std::string_view folded);

/// The folded word's stem; the word itself in languages without a stemmer.
[[nodiscard]] std::string_view stemmer_name(Language language) noexcept;

/// Thai, Lao, Khmer, Burmese, Chinese, Japanese: words follow each other without blanks.
[[nodiscard]] bool is_written_without_blanks(char32_t value) noexcept;

}  // namespace querydata::inline v0::knowledge
