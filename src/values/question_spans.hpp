/// @file
/// The parts of a question that may name a stored value.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/span.hpp"
#include "text/tokens.hpp"
#include "values/little_words.hpp"

namespace querydata::inline v0::values {

/// Why a span looks like a name.
enum class Look {
  quoted,
  capitalised,  ///< a run of words with capitals, where the question's capitals say something
  rare,         ///< words in lower case that nothing else explains
};

struct NameSpan {
  Span span;
  Look look = Look::rare;
  bool strange = false;      ///< one of its words is
  bool of_part = false;      ///< the question says that it is a part of a value: "contains the word"
  bool abbreviated = false;  ///< a period stands behind it
};

/// A run of words that is looked up.
struct WordRun {
  Span span;
  std::size_t words = 1;
  bool only_little = false;   ///< nothing but words that hold sentences together
  bool explained = false;     ///< a single word that is explained
  bool edge_little = false;   ///< the first or last word is one
  bool small = false;         ///< its first letter is small, or its capital says nothing
  bool ends_in_word = false;  ///< neither a little word, a number, a possessive nor a sign
  bool deliberate = false;    ///< only little words, but written with capitals that the sentence does not ask for: "US"
};

/// A question cut into words. Borrows the question.
class QuestionSpans {
 public:
  /// What stands between a word and the next.
  enum class Gap {
    close,   ///< blanks, hyphens, periods of abbreviations
    comma,   ///< part of a value perhaps, but not of a name
    divide,  ///< the end of a sentence, a quote, a line end
  };

  struct Word {
    Span span;
    std::string text;      ///< folded
    bool letters = false;  ///< neither a number, a possessive nor a symbol
    bool little = false;
    bool capital = false;
    bool number = false;
    bool possessive = false;
    bool begins_sentence = false;
    bool unspaced = false;  ///< a character of a script that leaves no blanks between words
    Gap gap = Gap::divide;  ///< behind it
  };

  explicit QuestionSpans(std::string_view question);

  /// Every run of at most `most_words` words (of at most 24, if it begins with a character of a script without blanks)
  /// that no sign of the sentence (? ! ; " or a line end) divides, by place, then length. What stands in quotes is in a
  /// run as a whole or not at all. A minus before a number belongs to it.
  [[nodiscard]] std::vector<WordRun> runs(std::size_t most_words,
                                          const std::function<bool(std::string_view)>& is_explained) const;

  /// The runs that begin with the word at byte `begin` and end within the span, longest first: also of what stands in
  /// quotes.
  [[nodiscard]] std::vector<WordRun> runs_from(std::size_t begin, Span within) const;

  /// Spans that look like names: those in quotes and words that the question says to be parts of values, then runs of
  /// capitalised words, then runs of words that `is_explained` (given a folded word) and the language's sentences do
  /// not explain, then what stands between blanks in scripts that leave none between words; each kind by place.
  [[nodiscard]] std::vector<NameSpan> names(const std::function<bool(std::string_view)>& is_explained,
                                            const std::function<bool(std::string_view)>& is_strange) const;

  /// Names with a strange word (not those in quotes) with the ordinary word before, behind, and on both sides of them,
  /// since they may be that word of a longer value that is misspelt. At most three for each name.
  [[nodiscard]] std::vector<NameSpan> widened(const std::vector<NameSpan>& names) const;

  /// The runs of words inside a name of several words, longest first, then by place: at most 40. Those of capitalised
  /// names begin and end with a capitalised word.
  [[nodiscard]] std::vector<Span> parts(const NameSpan& name) const;

  /// By place, with the signs that keys keep ("C#"). In Chinese, Japanese, Thai, Lao, Khmer and Burmese every character
  /// is a word.
  [[nodiscard]] const std::vector<Word>& words() const noexcept { return words_; }

  /// Whether a word of letters in the span is such.
  [[nodiscard]] bool has_word(Span span, const std::function<bool(std::string_view)>& is_such) const;

  /// Whether the second span begins with the word after the first's last, in the same sentence.
  [[nodiscard]] bool are_neighbours(Span left, Span right) const;

 private:
  void find_words();
  void find_language(const std::vector<text::Token>& tokens);
  void add_word(const text::Token& token, Span span, std::string text);
  void add_parts(const text::Token& token);
  void judge_capitals();
  [[nodiscard]] Gap gap_between(Span left, Span right, const std::vector<text::Token>& tokens, std::size_t token) const;
  [[nodiscard]] const Span* quote_of(const Word& word) const;
  [[nodiscard]] bool in_quotes(const Word& word) const { return quote_of(word) != nullptr; }
  [[nodiscard]] bool cuts_quote(std::size_t first, std::size_t last) const;
  [[nodiscard]] bool begins_name(const Word& word, const std::function<bool(std::string_view)>& is_explained) const;
  [[nodiscard]] std::size_t end_of_name(std::size_t first) const;
  [[nodiscard]] WordRun run_of(std::size_t first, std::size_t last) const;
  void add_capitalised(const std::function<bool(std::string_view)>& is_explained, std::vector<NameSpan>& names) const;
  void add_rare(const std::function<bool(std::string_view)>& is_explained,
                const std::function<bool(std::string_view)>& is_strange, std::vector<NameSpan>& names) const;
  void add_unspaced(std::vector<NameSpan>& names) const;
  [[nodiscard]] bool is_abbreviated(Span span) const;
  [[nodiscard]] bool is_said_as_part(Span span) const;
  void add_parts_of_values(std::vector<NameSpan>& names) const;

  std::string_view question_;
  std::vector<Span> quotes_;  ///< what stands in quotes, without them
  Language language_ = Language::english;
  std::vector<Word> words_;
  bool capitals_tell_ = false;  ///< false for questions in title case or in capitals throughout
};

}  // namespace querydata::inline v0::values
