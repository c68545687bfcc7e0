#include "context/placeholder_pairing.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "context/align_texts.hpp"
#include "context/query_pieces.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::context {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// "$12" at `at`: its length, or 0.
std::size_t numbered_length(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '$') return 0;
  std::size_t end = at + 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end == at + 1 || end - at > 6 ? 0 : end - at;
}

std::size_t parse_number(std::string_view digits) {
  std::size_t number = 0;
  for (const char c : digits) number = number * 10 + static_cast<std::size_t>(c - '0');
  return number;
}

/// The texts between the placeholders of a parameterised intent.
struct Pieces {
  std::vector<std::string_view> texts;  ///< one more than placeholders
  std::vector<Placeholder> placeholders;
};

Pieces cut(std::string_view text, const std::vector<Placeholder>& placeholders) {
  Pieces pieces{{}, placeholders};
  std::size_t begin = 0;
  for (const Placeholder& placeholder : placeholders) {
    pieces.texts.push_back(text.substr(begin, placeholder.span.begin - begin));
    begin = placeholder.span.end;
  }
  pieces.texts.push_back(text.substr(begin));
  return pieces;
}

/// Finds the shortest phrases that make `literal` equal to the pieces with phrases between them.
bool fill(Pieces& pieces, std::string_view literal) {
  if (!literal.starts_with(pieces.texts.front())) return false;
  std::size_t at = pieces.texts.front().size();
  for (std::size_t i = 0; i < pieces.placeholders.size(); ++i) {
    const std::string_view next = pieces.texts[i + 1];
    const bool last = i + 1 == pieces.placeholders.size();
    std::size_t end = last ? (literal.ends_with(next) ? literal.size() - next.size() : std::string_view::npos)
                           : literal.find(next, at + 1);
    if (end == std::string_view::npos || end <= at) return false;
    pieces.placeholders[i].literal = literal.substr(at, end - at);
    pieces.placeholders[i].literal_span = {at, end};
    at = end + next.size();
  }
  return pieces.placeholders.empty() ? literal == pieces.texts.front() : true;
}

/// Which of the question marks of an intent are placeholders: the choice with the fewest placeholders that matches.
std::optional<std::vector<Placeholder>> match_question_marks(std::string_view parameterized, std::string_view literal) {
  std::vector<std::size_t> marks;
  for (std::size_t i = 0; i < parameterized.size(); ++i) {
    if (parameterized[i] == '?') marks.push_back(i);
  }
  if (marks.size() > 12) return std::nullopt;
  std::optional<std::vector<Placeholder>> best;
  for (std::size_t choice = 0; choice < (std::size_t{1} << marks.size()); ++choice) {
    std::vector<Placeholder> placeholders;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (((choice >> i) & 1U) == 0) continue;
      Placeholder placeholder;
      placeholder.span = {marks[i], marks[i] + 1};
      placeholder.number = placeholders.size() + 1;
      placeholder.numbered = false;
      placeholders.push_back(placeholder);
    }
    if (best && best->size() <= placeholders.size()) continue;
    Pieces pieces = cut(parameterized, placeholders);
    if (fill(pieces, literal)) best = pieces.placeholders;
  }
  return best;
}

bool same_value(std::string_view phrase, std::string_view literal) {
  std::string bare(literal);
  std::erase(bare, '%');
  return text::normalise(phrase) == text::normalise(bare);
}

Error unpaired(std::string_view intent) {
  return {ErrorCode::invalid_argument,
          "The placeholders of the intent \"" + std::string(intent) +
              "\" can't be paired with those of its query; give \"intent\" and \"sql\" with the values that the "
              "placeholders stand for, or number the placeholders ($1, $2).",
          {}};
}

/// Pairs "?" by value, and by order where that is the only way left.
Result<void> pair_by_value(const std::vector<Placeholder>& intent, const std::vector<Placeholder>& query,
                           std::string_view text, PlaceholderPairing& pairing) {
  std::vector<bool> taken(query.size(), false);
  std::vector<const Placeholder*> open;
  for (const Placeholder& placeholder : intent) {
    bool found = false;
    for (std::size_t i = 0; i < query.size() && !found; ++i) {
      if (taken[i] || !same_value(placeholder.literal, query[i].literal)) continue;
      taken[i] = found = true;
      pairing.intent_slots.push_back({placeholder.span, i});
      pairing.phrases[i] = placeholder.literal;
    }
    if (!found) open.push_back(&placeholder);
  }
  const auto left = static_cast<std::size_t>(std::count(taken.begin(), taken.end(), false));
  if (open.empty()) return {};
  if (open.size() > 1 || left != 1) return unpaired(text);
  const auto free = static_cast<std::size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
  pairing.intent_slots.push_back({open.front()->span, free});
  pairing.phrases[free] = open.front()->literal;
  return {};
}

/// The first question mark, whatever it stands for: where there is one placeholder only, no other can be meant.
std::optional<std::vector<Placeholder>> only_mark(std::string_view text) {
  const std::size_t mark = text.find('?');
  if (mark == std::string_view::npos) return {};
  Placeholder placeholder;
  placeholder.span = {mark, mark + 1};
  placeholder.number = 1;
  placeholder.numbered = false;
  return std::vector{placeholder};
}

void pair_by_number(const std::vector<Placeholder>& placeholders, std::size_t count, PlaceholderPairing& pairing) {
  for (const Placeholder& placeholder : placeholders) {
    if (placeholder.number == 0 || placeholder.number > count) continue;
    const std::size_t slot = placeholder.number - 1;
    pairing.intent_slots.push_back({placeholder.span, slot});
    pairing.phrases[slot] = placeholder.literal;
    pairing.phrase_spans[slot] = placeholder.literal_span;
  }
}

/// `$1`, `$2`, … of a sentence but for those that it says itself, as "$50": of the `used` first of its query all.
std::vector<Placeholder> placeholders_of_sentence(std::string_view parameterized, std::string_view literal,
                                                  std::size_t used) {
  std::vector<Placeholder> placeholders = numbered_placeholders(parameterized);
  const std::vector<Placeholder> own = numbered_placeholders(literal);
  std::erase_if(placeholders, [&](const Placeholder& placeholder) {
    const bool in_query = placeholder.number > 0 && placeholder.number <= used;
    return !in_query && std::ranges::find(own, placeholder.number, &Placeholder::number) != own.end();
  });
  return placeholders;
}

/// With `numbered` as the placeholders, or with question marks where there are none.
std::optional<std::vector<Placeholder>> match_sentence(std::string_view parameterized, std::string_view literal,
                                                       const std::vector<Placeholder>& numbered) {
  if (numbered.empty()) return match_question_marks(parameterized, literal);
  Pieces pieces = cut(parameterized, numbered);
  if (!fill(pieces, literal)) return std::nullopt;
  return pieces.placeholders;
}

void take_samples(const std::vector<Placeholder>& in_query, std::size_t count, PlaceholderPairing& pairing) {
  for (const Placeholder& placeholder : in_query) {
    if (placeholder.number == 0 || placeholder.number > count || placeholder.literal_span.empty()) continue;
    const std::size_t slot = placeholder.number - 1;
    pairing.samples[slot] = placeholder.literal;
    pairing.sample_known[slot] = true;
    pairing.sample_quoted[slot] = placeholder.quoted;
    pairing.sample_spans[slot] = placeholder.literal_span;
  }
}

}  // namespace

std::vector<Placeholder> numbered_placeholders(std::string_view text) {
  std::vector<Placeholder> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t length = numbered_length(text, i);
    if (length == 0) continue;
    Placeholder placeholder;
    placeholder.span = {i, i + length};
    placeholder.number = parse_number(text.substr(i + 1, length - 1));
    found.push_back(placeholder);
    i += length - 1;
  }
  return found;
}

std::string with_rows_joined(std::string_view parameterized) {
  std::string joined;
  std::size_t end = std::string_view::npos;  // of the placeholder before
  std::size_t copied = 0;
  for (const Placeholder& placeholder : numbered_placeholders(parameterized)) {
    const bool goes_on =
        end != std::string_view::npos && end < placeholder.span.begin &&
        std::all_of(parameterized.begin() + static_cast<std::ptrdiff_t>(end),
                    parameterized.begin() + static_cast<std::ptrdiff_t>(placeholder.span.begin), is_blank);
    end = placeholder.span.end;
    if (!goes_on) joined.append(parameterized.substr(copied, end - copied));
    copied = end;
  }
  return joined.append(parameterized.substr(copied));
}

std::optional<std::vector<Placeholder>> match_intent(std::string_view parameterized, std::string_view literal) {
  return match_sentence(parameterized, literal, placeholders_of_sentence(parameterized, literal, 0));
}

std::optional<std::vector<Placeholder>> match_query(std::string_view parameterized, std::string_view literal,
                                                    Dialect dialect) {
  const std::vector<QueryPiece> general = query_pieces(parameterized, dialect);
  const std::vector<QueryPiece> values = query_pieces(literal, dialect);
  std::vector<Placeholder> placeholders;
  std::size_t at = 0;  // in `values`
  for (const QueryPiece& piece : general) {
    if (at == values.size()) return std::nullopt;
    const std::string_view mark = piece.span.of(parameterized);
    if (mark == values[at].span.of(literal)) {
      ++at;
      continue;
    }
    const std::size_t count = piece.placeholder ? literal_pieces(literal, values, at) : 0;
    if (count == 0) return std::nullopt;
    Placeholder placeholder = placeholder_at(piece, parameterized);
    if (!placeholder.numbered) placeholder.number = placeholders.size() + 1;
    take_literal(placeholder, literal, std::span(values).subspan(at, count), dialect);
    placeholders.push_back(std::move(placeholder));
    at += count;
  }
  return at == values.size() ? std::optional(std::move(placeholders)) : std::nullopt;
}

bool is_consistent(const std::optional<std::vector<Placeholder>>& placeholders) {
  if (!placeholders) return false;
  std::map<std::size_t, std::string_view> values;
  return std::ranges::all_of(*placeholders, [&](const Placeholder& placeholder) {
    return values.emplace(placeholder.number, placeholder.literal).first->second == placeholder.literal;
  });
}

Result<PlaceholderPairing> pair_placeholders(const PairedTexts& texts, Dialect dialect, std::size_t count) {
  PlaceholderPairing pairing(count);
  auto in_query = match_query(texts.parameterized_query, texts.query, dialect);
  pairing.refills = is_consistent(in_query);
  if (!in_query) in_query = align_queries(texts.parameterized_query, texts.query, dialect);
  if (!in_query && count == 1) in_query = only_mark(texts.parameterized_query);
  if (in_query) take_samples(*in_query, count, pairing);
  const bool numbered_query = !numbered_placeholders(texts.parameterized_query).empty();
  const auto numbered = placeholders_of_sentence(texts.parameterized_intent, texts.intent, numbered_query ? count : 0);
  if (!numbered.empty()) {
    const auto matched = match_sentence(texts.parameterized_intent, texts.intent, numbered);
    pair_by_number(matched ? *matched : numbered, count, pairing);
    return pairing;
  }
  if (count == 0) return pairing;
  auto in_intent = match_intent(texts.parameterized_intent, texts.intent);
  if (!in_intent) in_intent = align_sentences(texts.parameterized_intent, texts.intent);
  if (!in_intent && count == 1) in_intent = only_mark(texts.parameterized_intent);
  if (!in_intent || !in_query || in_query->size() > count) return unpaired(texts.parameterized_intent);
  if (auto paired = pair_by_value(*in_intent, *in_query, texts.parameterized_intent, pairing); !paired) {
    return paired.error();
  }
  std::ranges::sort(pairing.intent_slots, {}, &SlotSpan::span);
  return pairing;
}

}  // namespace querydata::inline v0::context
