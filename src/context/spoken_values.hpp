/// @file
/// Where a sentence says a value: as it is stored, in another case or number, in words, as a date or a period.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "querydata/span.hpp"
#include "text/dates.hpp"
#include "text/numbers.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::context {

/// How a sentence says a value, best first.
enum class Likeness : std::uint8_t {
  bytes,   ///< byte for byte
  folded,  ///< in another case
  alike,   ///< with other accents or punctuation, or a number or date in another form
  stem,    ///< inflected: "snacks" for "snack"
  weak,    ///< by words that may mean something else: "one", "second"
};

/// How far from a mention a word may stand.
enum class Nearness : std::uint8_t {
  next,    ///< it is the word before or behind
  beside,  ///< one of three words before or two behind
};

/// Bytes of a value beyond which no sentence is taken to say it.
inline constexpr std::size_t longest_said = 1000;

/// One place of a sentence.
struct Mention {
  std::size_t first = 0;  ///< tokens [first, last)
  std::size_t last = 0;
  Likeness likeness = Likeness::bytes;
  bool operator==(const Mention&) const = default;
};

/// A word near a mention.
struct NearWord {
  std::size_t token = 0;
  std::string_view stem;     ///< of the sentence that was asked
  std::size_t distance = 0;  ///< 1 for the next one
  bool behind = false;
  bool parted = false;  ///< by "and", "or", "but" or a comma
};

/// A sentence whose words can be asked for values.
class Sentence {
 public:
  /// Keeps a reference to the text.
  /// @param now  what relative dates refer to; with none, there are none
  explicit Sentence(std::string_view text, std::optional<text::Now> now = {});

  /// The places that say the text, all of the best likeness that there is.
  [[nodiscard]] std::vector<Mention> find_text(std::string_view value) const;
  /// The same for a number, by its decimal form.
  [[nodiscard]] std::vector<Mention> find_number(std::string_view written, std::string_view decimal) const;
  /// Whether it has the words of a text, whatever they mean.
  [[nodiscard]] bool has_words(std::string_view text) const { return !find_tokens(text).empty(); }
  /// The dates and periods that are exactly this one.
  [[nodiscard]] std::vector<Mention> find_period(const text::DateRange& range) const;

  /// The dates; without a present those that depend neither on it nor on a year that nobody wrote.
  [[nodiscard]] const std::vector<text::DateMention>& dates() const { return dates_; }
  /// Whether a word with one of the stems stands near the place.
  [[nodiscard]] bool says_beside(const Mention& mention, const std::set<std::string>& stems,
                                 Nearness near = Nearness::beside) const;
  /// The words around the place, up to six on each side.
  [[nodiscard]] std::vector<NearWord> words_near(const Mention& mention) const;
  /// Whether the number there counts the first of a ranking: "top 5", "the 5 largest".
  [[nodiscard]] bool ranks(const Mention& mention) const;
  /// Whether the number there is compared: "more than 5", "at least 5", "5 or more".
  [[nodiscard]] bool compares(const Mention& mention) const;

  /// Whether the number there counts days, years or the like.
  [[nodiscard]] bool counts_time(const Mention& mention) const;

  [[nodiscard]] Span span(const Mention& mention) const;
  /// The words of a span; nothing if it has none.
  [[nodiscard]] std::optional<Mention> mention_at(Span span) const;
  [[nodiscard]] std::string_view text(const Mention& mention) const { return span(mention).of(text_); }
  [[nodiscard]] const std::vector<text::Token>& tokens() const { return tokens_; }

 private:
  using Places = std::map<std::string, std::vector<std::size_t>, std::less<>>;
  using PeriodKey = std::tuple<std::chrono::sys_days, std::chrono::sys_days, text::Granularity>;

  static PeriodKey period_key(const text::DateRange& range) { return {range.first, range.last, range.granularity}; }
  /// Where a phrase may begin, ascending: where the one of its words stands that has the fewest places.
  /// @param size  of the list that the places belong to
  [[nodiscard]] static std::vector<std::size_t> starts_of(const std::vector<std::string_view>& phrase,
                                                          const Places& places, std::size_t size);
  [[nodiscard]] std::vector<Mention> find_tokens(std::string_view value) const;
  [[nodiscard]] std::vector<Mention> find_words(std::string_view value) const;
  [[nodiscard]] bool is_plain_word(const Mention& mention) const;
  [[nodiscard]] bool is_chance(const Mention& mention, std::string_view value) const;

  std::string_view text_;
  std::vector<text::Token> tokens_;
  std::vector<std::size_t> words_;       ///< tokens that are no punctuation
  std::vector<std::string> normalised_;  ///< by word
  std::vector<std::string> stems_;       ///< by word
  bool has_capitals_ = false;
  Places tokens_by_text_;
  Places words_by_stem_;
  std::map<std::string, std::vector<text::NumberMention>, std::less<>> numbers_;  ///< by their shortest decimal
  std::vector<text::DateMention> dates_;
  std::map<PeriodKey, std::vector<std::size_t>> dates_by_period_;
};

/// A decimal number without zeros that say nothing: "5" for "5.00".
[[nodiscard]] std::string shortest_decimal(std::string decimal);

/// The number that a text is as a whole, in digits; else empty.
[[nodiscard]] std::string decimal_of(std::string_view text);

/// The period that a literal is as a whole, if it is one: a day (midnight of it too), a month, a year.
struct LiteralPeriod {
  text::DateRange range;
  bool last_second = false;  ///< the end of its day: 23:59:59
};
[[nodiscard]] std::optional<LiteralPeriod> period_of(std::string_view literal);

}  // namespace querydata::inline v0::context
