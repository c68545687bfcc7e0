/// @file
/// Which phrase of an intent, and which literal of a query, a placeholder stands for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/span.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0::context {

/// A placeholder's place in an intent.
struct SlotSpan {
  Span span;
  std::size_t slot = 0;
};

/// A placeholder of a parameterised text with the part of the literal text that it replaced.
struct Placeholder {
  Span span;               ///< in the parameterised text
  std::size_t number = 0;  ///< of "$n"; for "?" 1, 2, … in the order of the text
  bool numbered = true;    ///< "$n"
  std::string literal;     ///< what the literal text holds there, quotes taken off
  bool quoted = false;     ///< it was a string literal
  Span literal_span;       ///< in the literal text, with its quotes and the sign, type or character set before it
};

/// Placeholders of `parameterized`, found by matching it against `literal`, the same text with values. A question mark
/// or a "$12" that both texts have is no placeholder. Nothing if the texts do not match.
[[nodiscard]] std::optional<std::vector<Placeholder>> match_intent(std::string_view parameterized,
                                                                   std::string_view literal);

/// The same for a query, token by token: values are literals however the dialect spells them, and what stands in quotes
/// or comments is no placeholder. Blanks and comments do not count.
[[nodiscard]] std::optional<std::vector<Placeholder>> match_query(std::string_view parameterized,
                                                                  std::string_view literal, Dialect dialect);

/// Whether texts matched, and each number stands for one value only.
[[nodiscard]] bool is_consistent(const std::optional<std::vector<Placeholder>>& placeholders);

/// The sentence with one placeholder for each row of those that only blanks part ("$1" for "$1 $2"): what stands for a
/// period that is one word, as "1960s" over two bounds.
[[nodiscard]] std::string with_rows_joined(std::string_view parameterized);

/// `$1`, `$2`, … of a sentence, whatever they stand for.
[[nodiscard]] std::vector<Placeholder> numbered_placeholders(std::string_view text);

/// The two forms of a sentence and of its query.
struct PairedTexts {
  std::string_view parameterized_intent;
  std::string_view intent;
  std::string_view parameterized_query;
  std::string_view query;
};

/// An intent's placeholders joined with its query's.
struct PlaceholderPairing {
  explicit PlaceholderPairing(std::size_t count)
      : samples(count),
        sample_known(count),
        sample_quoted(count),
        sample_spans(count),
        phrases(count),
        phrase_spans(count) {}

  std::vector<SlotSpan> intent_slots;  ///< slot = index into the query's parameters by number
  std::vector<std::string> samples;    ///< for each parameter of the query: the sample literal, empty if unknown
  std::vector<bool> sample_known;
  std::vector<bool> sample_quoted;
  std::vector<Span> sample_spans;    ///< in the query with values
  std::vector<std::string> phrases;  ///< for each parameter: the phrase of the literal intent, empty if unknown
  std::vector<Span> phrase_spans;    ///< where they stand, of numbered ones
  bool refills = false;              ///< the samples put back give the query with values, token for token
};

/// Pairs the placeholders of an intent with those of its query: by number where they are numbered, else by the values
/// that the literal texts hold in their place.
/// @param count  parameters of the query
/// @return  the pairing, or `invalid_argument` for "?" whose partner can't be told
[[nodiscard]] Result<PlaceholderPairing> pair_placeholders(const PairedTexts& texts, Dialect dialect,
                                                           std::size_t count);

}  // namespace querydata::inline v0::context
