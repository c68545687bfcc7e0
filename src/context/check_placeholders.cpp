#include "context/check_placeholders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "context/check_members.hpp"
#include "context/named_numbers.hpp"
#include "context/placeholder_pairing.hpp"
#include "context/query_values.hpp"
#include "context/spoken_values.hpp"
#include "context/value_kind.hpp"
#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "text/dates.hpp"
#include "text/fold.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::context {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// "$1" or "?" in a text.
std::optional<Span> find_mark(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '?') return Span{i, i + 1};
    if (text[i] != '$' || i + 1 == text.size() || !is_digit(text[i + 1])) continue;
    std::size_t end = i + 1;
    while (end < text.size() && is_digit(text[end])) ++end;
    return Span{i, end};
  }
  return {};
}

/// Whether a mark that the general form has in quotes stands for something: the literal form does not have it there,
/// and the sentence names it.
bool stands_for_value(std::string_view token, std::string_view mark, const QueryText& literal,
                      const Sentences& sentences) {
  return literal.text.find(token) == std::string_view::npos &&
         sentences.parameterized_intent.find(mark) != std::string_view::npos;
}

std::size_t count_of(const QueryPlaceholders& placeholders) {
  return placeholders.numbers.empty() ? placeholders.bare : *placeholders.numbers.rbegin();
}

/// Whether the phrase of a placeholder is a part of a date of the sentence and its literal is a date. Two bounds stand
/// for "March 2024" together, one for "March" and the other for "2024".
bool is_bound_of_period(const PlaceholderPairing& pairing, std::size_t i, std::string_view intent) {
  if (kind_of_value(pairing.phrases[i]) != ValueKind::word || !period_of(pairing.samples[i])) return false;
  return std::ranges::any_of(
      text::find_dates(intent, text::tokenize(intent), text::Now{}), [&](const text::DateMention& date) {
        return date.span.overlaps(pairing.phrase_spans[i]) && date.span.size() >= pairing.phrases[i].size();
      });
}

/// Placeholders that stand for each other's values: "from $1 to $2" with `src = $2 AND dst = $1`.
bool report_exchanged(QueryChecks& checks, const QueryText& general, const PlaceholderPairing& pairing) {
  std::vector<std::string> phrases;
  std::vector<std::string> samples;
  for (std::size_t i = 0; i < pairing.phrases.size(); ++i) {
    phrases.push_back(text::normalise(pairing.phrases[i]));
    samples.push_back(text::normalise(pairing.samples[i]));
  }
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (phrases[i].empty() || samples[i].empty() || phrases[i] == samples[i]) continue;
    const auto other = std::ranges::find(samples, phrases[i]);
    if (other == samples.end() || std::ranges::find(phrases, samples[i]) == phrases.end()) continue;
    checks.add(
        general,
        {rules::placeholder_mismatch,
         fmt::format("Placeholder {} stands for \"{}\" in the sentence and for {} in the query, where \"{}\" is "
                     "placeholder {}. Exchange them on one side.",
                     i + 1, pairing.phrases[i], pairing.samples[i], pairing.phrases[i], other - samples.begin() + 1),
         {}});
    return true;
  }
  return false;
}

/// Whether the words may become the number: a value search of the set gives numbers for them.
bool is_translated(QueryChecks& checks, const QueryText& literal, Dialect dialect, const PlaceholderPairing& pairing,
                   std::size_t i) {
  if (kind_of_value(pairing.phrases[i]) != ValueKind::word) return false;
  const auto values = query_values(literal.text, literal.form, dialect, checks.options().schema);
  if (!values) return false;
  const auto value = std::ranges::find_if(
      *values, [&](const QueryValue& each) { return each.span.overlaps(pairing.sample_spans[i]); });
  return value != values->end() && checks.is_translated_to(value->subject);
}

/// The placeholders that stand for one number, by it.
std::map<std::string, std::vector<std::size_t>> equal_numbers(const PlaceholderPairing& pairing) {
  std::map<std::string, std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < pairing.samples.size(); ++i) {
    const std::string decimal = decimal_of(pairing.samples[i]);
    if (!decimal.empty() && !pairing.phrase_spans[i].empty()) out[decimal].push_back(i);
  }
  std::erase_if(out, [](const auto& each) { return each.second.size() < 2; });
  return out;
}

/// Equal numbers of which each stands beside the name of the other's column: they give back what they were made of, but
/// other numbers would be exchanged.
void report_crossed(QueryChecks& checks, const QueryText& literal, const QueryText& general, Dialect dialect,
                    const PlaceholderPairing& pairing, std::string_view intent) {
  const auto equal = equal_numbers(pairing);
  if (equal.empty()) return;
  const auto values = query_values(literal.text, literal.form, dialect, checks.options().schema);
  if (!values) return;
  const Sentence sentence(intent);
  for (const auto& [decimal, placeholders] : equal) {
    std::vector<NameStems> names;
    std::vector<Mention> mentions;
    for (const std::size_t i : placeholders) {
      const auto value = std::ranges::find_if(
          *values, [&](const QueryValue& each) { return each.span.overlaps(pairing.sample_spans[i]); });
      const auto mention = sentence.mention_at(pairing.phrase_spans[i]);
      if (value == values->end() || !mention) break;
      names.push_back(name_stems(value->subject));
      mentions.push_back(*mention);
    }
    const bool known = names.size() == placeholders.size();
    if (!known || !are_crossed(names, mentions, sentence)) continue;
    checks.add(general, {rules::placeholder_mismatch.as(Severity::warning),
                         fmt::format("The placeholders for {} stand beside the names of each other's columns in the "
                                     "sentence. Exchange them on one side.",
                                     decimal),
                         {}});
  }
}

/// Whether two texts have a word in common, but for its ending.
bool share_word(std::string_view a, std::string_view b) {
  constexpr std::size_t beginning = 3;
  const auto words = [](std::string_view text) {
    std::set<std::string> out;
    for (const text::Token& token : text::tokenize(text)) {
      const std::string word = text::normalise(token.span.of(text));
      if (!word.empty()) out.insert(word.substr(0, beginning));
    }
    return out;
  };
  const std::set<std::string> known = words(a);
  return std::ranges::any_of(words(b), [&](const std::string& word) { return known.contains(word); });
}

/// "Patients in Geneva" of a query for 'Basel': names that no value search gives for one another.
void report_other_names(QueryChecks& checks, const QueryText& literal, const QueryText& general, Dialect dialect,
                        const PlaceholderPairing& pairing) {
  constexpr std::size_t longest_code = 3;  // "Norway" for 'NO'
  for (std::size_t i = 0; i < pairing.phrases.size(); ++i) {
    const std::string& phrase = pairing.phrases[i];
    const std::string& sample = pairing.samples[i];
    if (phrase.size() <= longest_code || sample.size() <= longest_code) continue;
    if (kind_of_value(phrase) != ValueKind::word || kind_of_value(sample) != ValueKind::word) continue;
    if (share_word(phrase, sample) || is_translated(checks, literal, dialect, pairing, i)) continue;
    checks.add(general, {rules::placeholder_mismatch.as(Severity::warning),
                         fmt::format("Placeholder {} stands for \"{}\" in the sentence and for {} in the query, and no "
                                     "value search gives the one for the other. Correct the one that is wrong.",
                                     i + 1, phrase, sample),
                         {}});
  }
}

bool report_kinds(QueryChecks& checks, const QueryText& literal, const QueryText& general, Dialect dialect,
                  const PlaceholderPairing& pairing, std::string_view intent) {
  bool any = false;
  for (std::size_t i = 0; i < pairing.phrases.size(); ++i) {
    const std::string& phrase = pairing.phrases[i];
    const std::string& sample = pairing.samples[i];
    if (phrase.empty() || sample.empty() || !contradict(kind_of_value(phrase), kind_of_value(sample))) continue;
    if (is_bound_of_period(pairing, i, intent)) continue;
    const bool translated = is_translated(checks, literal, dialect, pairing, i);
    const Rule& rule = rules::placeholder_type_mismatch;
    any = any || !translated;
    checks.add(general, {translated ? rule.as(Severity::warning) : rule,
                         fmt::format("Placeholder {} stands for \"{}\" in the sentence and for {} in the query. {}",
                                     i + 1, phrase, sample,
                                     translated ? "That is right as far as a value search gives the one for the other."
                                                : "One of them is at the wrong place, or is of the wrong kind."),
                         {}});
  }
  return any;
}

/// A token of a query, or a value: a literal, a placeholder, or a pattern that `||` puts together of them.
struct Piece {
  Span span;
  bool value = false;
};

std::vector<Piece> pieces_of(std::string_view text, Dialect dialect) {
  std::vector<Piece> pieces;
  for (const sql::Token& token : sql::tokenize(text, dialect)) {
    if (token.is_trivia()) continue;
    const bool value = token.kind == sql::TokenKind::string || token.kind == sql::TokenKind::number ||
                       token.kind == sql::TokenKind::parameter;
    const std::size_t count = pieces.size();
    const bool joins = value && count > 1 && pieces[count - 2].value && pieces.back().span.of(text) == "||";
    if (joins) {
      pieces.pop_back();
      pieces.back().span.end = token.span.end;
    } else {
      pieces.push_back({token.span, value});
    }
  }
  return pieces;
}

/// Where two queries that differ in more than their values part: the bytes of each, with a word around them.
std::optional<std::pair<std::string_view, std::string_view>> difference(std::string_view a, std::string_view b,
                                                                        Dialect dialect) {
  const std::vector<Piece> x = pieces_of(a, dialect);
  const std::vector<Piece> y = pieces_of(b, dialect);
  const auto same = [&](const Piece& left, const Piece& right) {
    return left.value == right.value && (left.value || model::equal_ignoring_case(left.span.of(a), right.span.of(b)));
  };
  const auto [first_x, first_y] = std::mismatch(x.begin(), x.end(), y.begin(), y.end(), same);
  if (first_x == x.end() && first_y == y.end()) return {};
  auto last_x = x.end();
  auto last_y = y.end();
  while (last_x != first_x && last_y != first_y && same(*(last_x - 1), *(last_y - 1))) --last_x, --last_y;
  const auto around = [](std::string_view text, const std::vector<Piece>& pieces, auto first, auto last) {
    first -= std::min<std::ptrdiff_t>(3, first - pieces.begin());
    last += std::min<std::ptrdiff_t>(1, pieces.end() - last);
    return first == last ? std::string_view() : Span{first->span.begin, (last - 1)->span.end}.of(text);
  };
  return std::pair(around(a, x, first_x, last_x), around(b, y, first_y, last_y));
}

/// Of a query or the one that a condition makes; empty where there is none.
std::string normal_form_of_values(const QueryText& query, Dialect dialect) {
  const std::string whole =
      query.form == QueryForm::query ? std::string(query.text) : fmt::format("SELECT ({})", query.text);
  const auto form = normal_form(whole, dialect);
  return form ? *form : std::string();
}

/// Told as a warning where the two are different queries, whatever their values.
void report_other_query(QueryChecks& checks, const QueryText& literal, const QueryText& general, Dialect dialect) {
  const auto parts = difference(general.text, literal.text, dialect);
  if (!parts) {
    return checks.add(general, {rules::refill_mismatch,
                                "Its values put back give this query in another spelling than that of the one that "
                                "stands with its values.",
                                {}});
  }
  const std::string form = normal_form_of_values(general, dialect);
  const std::string other = normal_form_of_values(literal, dialect);
  const bool same = form.empty() || other.empty() || form == other;  // what has no form is told as a fault of its own
  checks.add(general, {same ? rules::refill_mismatch : rules::refill_mismatch.as(Severity::warning),
                       fmt::format("This query has `{}` where the one that stands with its values has `{}`{}",
                                   parts->first, parts->second,
                                   same ? "; write both alike."
                                        : ": they ask for different things. Correct the one that is wrong."),
                       {}});
}

/// Whether the sentence with its values put back is the one that stands with them.
bool gives_back(const Sentences& sentences) {
  if (is_consistent(match_intent(sentences.parameterized_intent, sentences.intent))) return true;
  const std::string joined = with_rows_joined(sentences.parameterized_intent);
  return joined != sentences.parameterized_intent && is_consistent(match_intent(joined, sentences.intent));
}

/// Whether a phrase is the value of the query with words around it: "the firm Hallberg".
bool holds_more(std::string_view phrase, std::string_view sample) {
  const std::string words = ' ' + text::normalise(phrase) + ' ';
  const std::string value = text::normalise(sample);
  return !value.empty() && words.size() > value.size() + 2 && words.find(' ' + value + ' ') != std::string::npos;
}

void report_refill(QueryChecks& checks, const QueryText& literal, const QueryText& general, const Sentences& sentences,
                   std::optional<Dialect> dialect, const PlaceholderPairing& pairing) {
  if (dialect && !pairing.refills && !is_blank(literal.text)) report_other_query(checks, literal, general, *dialect);
  bool more = false;
  for (std::size_t i = 0; i < pairing.phrases.size(); ++i) {
    more = more || holds_more(pairing.phrases[i], pairing.samples[i]);
  }
  if (sentences.intent.empty()) return;
  if (more || !gives_back(sentences)) {
    checks.findings().add(rules::refill_mismatch, sentences.pointer,
                          "With its values put back this sentence is not the same as the one that stands with its "
                          "values.");
  }
}

}  // namespace

bool check_marks_in_literals(QueryChecks& checks, const QueryText& literal, const QueryText& general,
                             const Sentences& sentences, const QueryReading& reading) {
  bool any = false;
  for (const sql::Token& token : reading.tokens) {
    const bool quoted = token.kind == sql::TokenKind::string || token.kind == sql::TokenKind::quoted_name ||
                        token.kind == sql::TokenKind::comment;
    const std::string_view text = token.span.of(general.text);
    const auto mark = quoted ? find_mark(text) : std::nullopt;
    if (!mark || !stands_for_value(text, mark->of(text), literal, sentences)) continue;
    any = true;
    checks.add(general, {rules::placeholder_in_literal,
                         fmt::format("`{0}` stands inside quotes or a comment, where it is plain text. Take it out: "
                                     "'%' || {0} || '%'.",
                                     mark->of(text)),
                         token.span.begin + mark->begin});
  }
  return any;
}

void check_placeholders(QueryChecks& checks, const QueryText& literal, const QueryText& general,
                        const Sentences& sentences, const QueryPlaceholders& found, std::optional<Dialect> dialect) {
  const std::size_t before = checks.findings().size();
  compare_placeholders({sentences.intent, sentences.parameterized_intent, found, general.pointer}, checks.findings());
  if (checks.findings().size() > before) return;
  PlaceholderPairing paired(0);
  if (dialect) {
    auto pairing = pair_placeholders({sentences.parameterized_intent, sentences.intent, general.text, literal.text},
                                     *dialect, count_of(found));
    if (!pairing) return checks.add(general, {rules::placeholder_mismatch, pairing.error().message, {}});
    if (report_kinds(checks, literal, general, *dialect, *pairing, sentences.intent)) return;
    if (report_exchanged(checks, general, *pairing)) return;
    report_other_names(checks, literal, general, *dialect, *pairing);
    report_crossed(checks, literal, general, *dialect, *pairing, sentences.intent);
    paired = *std::move(pairing);
  }
  report_refill(checks, literal, general, sentences, dialect, paired);
}

}  // namespace querydata::inline v0::context
