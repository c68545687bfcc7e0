#include "knowledge/terms.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/hash.hpp"
#include "text/fold.hpp"
#include "text/stem.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t longest_word = 64;  ///< bytes; what is longer is no word and is kept by its beginning

bool is_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string ascii_lower(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

Term word_term(std::string_view text, Span span, Language language) {
  const std::string_view word = utf8_prefix(span.of(text), longest_word);
  Term term{span, {}, {}, false, false};
  const bool ascii = is_ascii(word);
  const std::string folded = ascii ? ascii_lower(word) : text::fold(word);
  term.folded = ascii ? folded : text::normalise(folded);
  term.stop = is_stop_word(language, term.folded);
  const std::string_view algorithm = stemmer_name(language);
  term.stem = algorithm.empty() ? term.folded : text::stem(folded, algorithm);
  if (!ascii) term.stem = text::normalise(term.stem);
  if (term.stem.empty()) term.stem = term.folded;
  return term;
}

bool is_ideograph(char32_t c) {
  return c >= 0x3040;
}

/// The n-grams of a stretch without blanks; `starts` holds the offsets of its code points and its end.
void append_stretch(std::string_view text, const std::vector<std::size_t>& starts, bool ideographs,
                    std::vector<Term>& terms) {
  const std::size_t points = starts.size() - 1;
  const auto add = [&](std::size_t first, std::size_t count) {
    const Span span{starts[first], starts[std::min(first + count, points)]};
    const std::string folded = text::fold(span.of(text));
    terms.push_back({span, folded, folded, false, true});
  };
  const std::size_t longest = ideographs ? 2 : 3;
  for (std::size_t first = 0; first < points; ++first) {
    if (ideographs) add(first, 1);
    if (first + longest <= points) add(first, longest);
    if (first == 0 && points < longest && !ideographs) add(0, points);
  }
}

class Scanner {
 public:
  Scanner(std::string_view text, Language language) : text_(text), language_(language) {}

  std::vector<Term> scan() {
    while (at_ < text_.size()) {
      const text::CodePoint point = text::decode_utf8(text_, at_);
      if (!point.valid || !text::is_word_part(point.value)) {
        at_ += point.size;
      } else if (is_written_without_blanks(point.value)) {
        stretch(is_ideograph(point.value));
      } else {
        word();
      }
    }
    return std::move(terms_);
  }

 private:
  void stretch(bool ideographs) {
    std::vector<std::size_t> starts;
    while (at_ < text_.size()) {
      const text::CodePoint point = text::decode_utf8(text_, at_);
      if (!point.valid || !text::is_word_part(point.value) || !is_written_without_blanks(point.value)) break;
      if (is_ideograph(point.value) != ideographs) break;
      starts.push_back(at_);
      at_ += point.size;
    }
    starts.push_back(at_);
    append_stretch(text_, starts, ideographs, terms_);
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const text::CodePoint point = text::decode_utf8(text_, at_);
      if (!point.valid || !text::is_word_part(point.value) || is_written_without_blanks(point.value)) break;
      at_ += point.size;
    }
    if (!is_possessive({begin, at_})) terms_.push_back(word_term(text_, {begin, at_}, language_));
  }

  /// The s of "Luther's".
  [[nodiscard]] bool is_possessive(Span span) const {
    if (span.size() != 1 || span.begin < 2 || (text_[span.begin] != 's' && text_[span.begin] != 'S')) return false;
    return text_[span.begin - 1] == '\'' || (span.begin >= 3 && text_.substr(span.begin - 3, 3) == "\u2019");
  }

  std::string_view text_;
  Language language_;
  std::size_t at_ = 0;
  std::vector<Term> terms_;
};

}  // namespace

std::vector<Term> terms_of(std::string_view text, Language language) {
  return Scanner(text, language).scan();
}

void append_grams(std::string_view folded, std::size_t length, std::vector<std::uint32_t>& grams) {
  const std::string padded = '_' + std::string(folded) + '_';
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < padded.size(); at += text::decode_utf8(padded, at).size) starts.push_back(at);
  starts.push_back(padded.size());
  const std::size_t points = starts.size() - 1;
  const std::size_t count = points > length ? points - length + 1 : 1;
  for (std::size_t first = 0; first < count; ++first) {
    const std::size_t end = starts[std::min(first + length, points)];
    grams.push_back(
        static_cast<std::uint32_t>(stable_hash(std::string_view(padded).substr(starts[first], end - starts[first]))));
  }
}

}  // namespace querydata::inline v0::knowledge
