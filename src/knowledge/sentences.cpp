#include "knowledge/sentences.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/utf8.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t longest_sentence = 1000;  ///< bytes
constexpr std::size_t most_mark_bytes = 16;     ///< of a list's item, blanks before it included
constexpr std::size_t shortest_phrase = 150;    ///< bytes of a sentence that a blank may end in scripts without marks

constexpr std::array<std::string_view, 58> abbreviations = {
    "Dr",  "Mr",  "Mrs", "Ms",  "Prof", "St", "Sr",   "Jr",  "Lt",  "Col", "Gen",  "Capt", "Sgt", "Rev",    "Hon",
    "Gov", "Sen", "Rep", "vs",  "No",   "Nr", "Fig",  "fig", "Vol", "vol", "pp",   "ca",   "cf",  "approx", "e.g",
    "i.e", "z.B", "d.h", "u.a", "bzw",  "Bd", "Hrsg", "Jh",  "Sr",  "Sra", "Dra",  "Ud",   "Mt",  "Ft",     "al",
    "Art", "art", "Abs", "Inc", "Ltd",  "Co", "Bros", "Jan", "Feb", "Aug", "Sept", "Oct",  "Nov"};

constexpr std::array<char32_t, 10> sure_ends = {U'!', U'?', U'。', U'！', U'？', U'।', U'؟', U'۔', U'։', U'።'};
constexpr std::array<char32_t, 12> closers = {U'"', U'\'', U')',  U']',  U'”',  U'’',
                                              U'»', U'“',  U'」', U'』', U'）', U'›'};

bool writes_ordinals_with_period(Language language) {
  constexpr std::array writers = {Language::german,  Language::danish,    Language::norwegian,
                                  Language::finnish, Language::hungarian, Language::turkish};
  return std::find(writers.begin(), writers.end(), language) != writers.end();
}

bool is_bracket_or_quote(char32_t c) {
  return std::find(closers.begin(), closers.end(), c) != closers.end();
}

class Splitter {
 public:
  Splitter(std::string_view text, Language language) : text_(text), language_(language) {}

  std::vector<Span> split() {
    while (at_ < text_.size()) step();
    end_at(text_.size());
    return std::move(sentences_);
  }

 private:
  void step() {
    if (at_ - begin_ >= longest_sentence) end_at(last_blank_ > begin_ ? last_blank_ : at_);
    const text::CodePoint point = text::decode_utf8(text_, at_);
    const std::size_t next = at_ + point.size;
    const char32_t c = point.value;
    at_ = next;
    if (c == U'\n' && (is_empty_line(next) || begins_item(next))) return end_at(next);
    if (std::find(sure_ends.begin(), sure_ends.end(), c) != sure_ends.end()) return after_mark(c >= 0x3000);
    if (c == U'…' || (c == U'.' && is_period(next - 1))) return after_mark(false);
    if (text::is_blank(c)) {
      last_blank_ = next;
      if (after_unspaced_ && next - begin_ >= shortest_phrase) return end_at(next);
    } else {
      after_unspaced_ = is_written_without_blanks(c) && c < 0x3040;
    }
  }

  /// Closing quotes belong to the sentence; what follows must be a blank, but after marks of full width.
  void after_mark(bool full_width) {
    while (at_ < text_.size()) {
      const text::CodePoint point = text::decode_utf8(text_, at_);
      if (!is_bracket_or_quote(point.value) || at_ - begin_ >= longest_sentence) break;
      at_ += point.size;
    }
    if (at_ >= text_.size() || full_width) return end_at(at_);
    const text::CodePoint point = text::decode_utf8(text_, at_);
    if (text::is_blank(point.value) && !goes_on_small(at_)) end_at(at_);
  }

  /// The next letter is a small one, so the sentence goes on ("Yahoo! was").
  [[nodiscard]] bool goes_on_small(std::size_t at) const {
    for (std::size_t looked = 0; at < text_.size() && looked < 8; ++looked) {
      const text::CodePoint point = text::decode_utf8(text_, at);
      if (text::is_lower(point.value)) return true;
      if (text::is_word_part(point.value)) return false;
      at += point.size;
    }
    return false;
  }

  /// The full stop at `at` is none of an abbreviation, an initial or an ordinal.
  [[nodiscard]] bool is_period(std::size_t at) const {
    std::size_t first = at;
    while (first > begin_ && at - first < 12 && is_word_byte(text_[first - 1])) --first;
    const std::string_view word = text_.substr(first, at - first);
    if (text::is_one_of(word, abbreviations)) return false;
    const bool initial = word.size() == 1 && word[0] >= 'A' && word[0] <= 'Z';
    if (initial && !(first >= begin_ + 2 && at + 1 >= text_.size())) return false;
    // "2. Open the door." is one sentence.
    if (begins_item(begin_) &&
        text_.substr(begin_, at - begin_).find_first_not_of(" \n0123456789") == std::string_view::npos)
      return false;
    const bool digits =
        !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    return !(digits && word.size() <= 2 && writes_ordinals_with_period(language_));
  }

  static bool is_word_byte(char c) {
    return c != ' ' && c != '\n' && c != '\t' && c != '(' && c != '"' && c != '\'' && c != '-';
  }

  /// A line begins an item of a list.
  [[nodiscard]] bool begins_item(std::size_t line) const {
    const std::string_view rest = text_.substr(line, most_mark_bytes);
    const std::size_t mark = list_mark(rest);
    if (mark == 0) return false;
    // "am 3. Oktober" may be broken before the 3.
    return !(rest[mark - 2] == '.' && writes_ordinals_with_period(language_));
  }

  [[nodiscard]] bool is_empty_line(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) {
      if (++at - at_ > longest_sentence) return true;
    }
    return at < text_.size() && text_[at] == '\n';
  }

  void end_at(std::size_t end) {
    Span span{begin_, end};
    begin_ = std::max(begin_, end);
    at_ = std::max(at_, end);
    after_unspaced_ = false;
    while (!span.empty()) {
      const text::CodePoint point = text::decode_utf8(text_, span.begin);
      if (!text::is_blank(point.value)) break;
      span.begin += point.size;
    }
    while (!span.empty() && is_ascii_blank(text_[span.end - 1])) --span.end;
    if (!span.empty()) sentences_.push_back(span);
  }

  static bool is_ascii_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  std::string_view text_;
  Language language_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::size_t last_blank_ = 0;
  bool after_unspaced_ = false;
  std::vector<Span> sentences_;
};

}  // namespace

std::size_t list_mark(std::string_view line) {
  constexpr std::size_t most_blanks = 8;
  constexpr std::size_t most_digits = 3;
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  if (begin > most_blanks) return 0;
  const std::string_view rest = line.substr(begin, most_digits + 2);
  if (rest.starts_with("- ") || rest.starts_with("* ") || rest.starts_with("+ ")) return begin + 2;
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const bool numbered =
      digits > 0 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') && rest[digits + 1] == ' ';
  return numbered ? begin + digits + 2 : 0;
}

std::vector<Span> split_sentences(std::string_view text, Language language) {
  return Splitter(text, language).split();
}

}  // namespace querydata::inline v0::knowledge
