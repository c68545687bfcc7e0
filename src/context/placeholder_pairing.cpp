#include "context/placeholder_pairing.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "context/align_texts.hpp"
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

/// The end of a quoted literal or name that begins at `at`; doubled quotes stand for one.
std::size_t quoted_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] != quote) continue;
    if (i + 1 < text.size() && text[i + 1] == quote) {
      ++i;
    } else {
      return i + 1;
    }
  }
  return text.size();
}

/// The end of a literal at `at`: a quoted text, or a number, or one bare word.
std::size_t literal_end(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '\'' || text[at] == '"')) return quoted_end(text, at);
  std::size_t end = at;
  if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.' || text[end] == '_')) {
    ++end;
  }
  return end;
}

std::string unquote(std::string_view literal) {
  if (literal.size() < 2 || (literal.front() != '\'' && literal.front() != '"')) return std::string(literal);
  std::string out;
  const char quote = literal.front();
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    out += literal[i];
    if (literal[i] == quote && literal[i + 1] == quote) ++i;
  }
  return out;
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

/// The texts from `a` and `b` on, equal as far as possible; blanks of any number are alike.
void skip_equal(std::string_view left, std::size_t& a, std::string_view right, std::size_t& b) {
  while (a < left.size() && b < right.size()) {
    if (is_blank(left[a]) && is_blank(right[b])) {
      while (a < left.size() && is_blank(left[a])) ++a;
      while (b < right.size() && is_blank(right[b])) ++b;
      continue;
    }
    const bool placeholder = left[a] == '?' || numbered_length(left, a) > 0;
    if (placeholder || left[a] != right[b]) return;
    if (left[a] == '\'' || left[a] == '"') {
      const std::size_t end = quoted_end(left, a);
      const std::size_t other_end = quoted_end(right, b);
      if (left.substr(a, end - a) != right.substr(b, other_end - b)) return;
      a = end;
      b = other_end;
      continue;
    }
    ++a;
    ++b;
  }
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
  Pieces pieces = cut(parameterized, numbered_placeholders(parameterized));
  if (pieces.placeholders.empty()) return match_question_marks(parameterized, literal);
  if (!fill(pieces, literal)) return std::nullopt;
  return pieces.placeholders;
}

std::optional<std::vector<Placeholder>> match_query(std::string_view parameterized, std::string_view literal) {
  std::vector<Placeholder> placeholders;
  std::size_t a = 0;
  std::size_t b = 0;
  for (;;) {
    skip_equal(parameterized, a, literal, b);
    if (a == parameterized.size() && b == literal.size()) return placeholders;
    const std::size_t length =
        a < parameterized.size() && parameterized[a] == '?' ? 1 : numbered_length(parameterized, a);
    const std::size_t end = literal_end(literal, b);
    if (length == 0 || end == b) return std::nullopt;
    Placeholder placeholder;
    placeholder.span = {a, a + length};
    placeholder.numbered = length > 1;
    placeholder.number = length > 1 ? parse_number(parameterized.substr(a + 1, length - 1)) : placeholders.size() + 1;
    placeholder.literal = unquote(literal.substr(b, end - b));
    placeholder.quoted = literal[b] == '\'' || literal[b] == '"';
    placeholder.literal_span = {b, end};
    placeholders.push_back(placeholder);
    a += length;
    b = end;
  }
}

Result<PlaceholderPairing> pair_placeholders(std::string_view parameterized_intent, std::string_view intent,
                                             std::string_view parameterized_query, std::string_view query,
                                             std::size_t count) {
  PlaceholderPairing pairing;
  pairing.samples.resize(count);
  pairing.sample_known.resize(count);
  pairing.sample_quoted.resize(count);
  pairing.phrases.resize(count);
  pairing.phrase_spans.resize(count);
  auto in_query = match_query(parameterized_query, query);
  if (!in_query) in_query = align_texts(parameterized_query, query, Filling::literal);
  if (!in_query && count == 1) in_query = only_mark(parameterized_query);
  for (const Placeholder& placeholder : in_query.value_or(std::vector<Placeholder>{})) {
    if (placeholder.number == 0 || placeholder.number > count) continue;
    if (placeholder.literal_span.begin == placeholder.literal_span.end) continue;
    pairing.samples[placeholder.number - 1] = placeholder.literal;
    pairing.sample_known[placeholder.number - 1] = true;
    pairing.sample_quoted[placeholder.number - 1] = placeholder.quoted;
  }
  const auto numbered = numbered_placeholders(parameterized_intent);
  if (!numbered.empty()) {
    const auto matched = match_intent(parameterized_intent, intent);
    pair_by_number(matched ? *matched : numbered, count, pairing);
    return pairing;
  }
  if (count == 0) return pairing;
  auto in_intent = match_intent(parameterized_intent, intent);
  if (!in_intent) in_intent = align_texts(parameterized_intent, intent, Filling::phrase);
  if (!in_intent && count == 1) in_intent = only_mark(parameterized_intent);
  if (!in_intent || !in_query || in_query->size() > count) return unpaired(parameterized_intent);
  if (auto paired = pair_by_value(*in_intent, *in_query, parameterized_intent, pairing); !paired) return paired.error();
  std::sort(pairing.intent_slots.begin(), pairing.intent_slots.end(),
            [](const SlotSpan& a, const SlotSpan& b) { return a.span < b.span; });
  return pairing;
}

}  // namespace querydata::inline v0::context
