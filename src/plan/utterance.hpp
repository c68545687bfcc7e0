/// @file
/// What a sentence says by its general words: the same reading for a question and for the intent of a template.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "context/placeholder_pairing.hpp"
#include "plan/terms.hpp"
#include "querydata/span.hpp"
#include "text/dates.hpp"
#include "text/numbers.hpp"

namespace querydata::inline v0::plan {

inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

/// One word of a sentence, or one placeholder of an intent.
struct Word {
  Span span;  ///< bytes of the sentence
  Term term;
  std::size_t slot = no_slot;  ///< number of the placeholder, 0-based
  bool quoted = false;         ///< within quotation marks
};

/// "more than", "or less", "between": the words and what they say about the value beside them.
struct ComparisonUse {
  Comparison comparison = Comparison::none;
  std::size_t first = 0;  ///< words [first, last)
  std::size_t last = 0;
  bool trailing = false;  ///< stands after its value
};

/// What kind of thing is asked for.
enum class Asked : std::uint8_t { things, person, place, time, count, measure, reason_or_way, yes_or_no };

/// The words that name what is asked for: "the name of the students" has the head "name" and the owner "students".
struct Target {
  std::vector<std::size_t> head;
  std::vector<std::size_t> owner;
};

/// A sentence, read.
struct Utterance {
  std::string text;
  std::vector<Word> words;
  std::vector<text::NumberMention> numbers;
  std::vector<text::DateMention> dates;  ///< not of intents
  std::vector<ComparisonUse> comparisons;
  Asked asked = Asked::things;
  Target target;
  std::optional<std::int64_t> top;  ///< "top 3", "the 5 largest"
  std::optional<Span> top_span;

  [[nodiscard]] std::size_t count(Role role) const noexcept;
  [[nodiscard]] bool has(Aggregate aggregate) const noexcept;
  [[nodiscard]] bool has(Direction direction) const noexcept;  ///< a superlative of that direction
};

/// Reads a question. Precondition: valid UTF-8.
[[nodiscard]] Utterance read_question(std::string_view question, text::Now now);

using context::SlotSpan;

/// Reads an intent whose placeholders stand at `slots` (ascending), with the terms that `memo` has made already.
[[nodiscard]] Utterance read_pattern(std::string_view intent, const std::vector<SlotSpan>& slots, TermMemo& memo);

/// The words of a name: "airportCode" → airport, code. By custom "departs_at" names a time too and "started_on" a date.
[[nodiscard]] std::vector<Term> name_terms(std::string_view identifier);

}  // namespace querydata::inline v0::plan
