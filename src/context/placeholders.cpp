#include "context/placeholders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "context/placeholder_pairing.hpp"
#include "sql/characters.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::Token;
using sql::TokenKind;

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_name_part(char byte) {
  return is_digit(byte) || byte == '_' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/// The number of the `$n` at a place of a text, if there is one.
std::optional<std::size_t> number_at(std::string_view text, std::size_t place) {
  const std::string_view rest = text.substr(place);
  if (rest.size() < 2 || rest[0] != '$' || !is_digit(rest[1])) return {};
  std::size_t number = 0;
  const auto read = std::from_chars(rest.data() + 1, rest.data() + rest.size(), number);
  if (read.ec != std::errc()) return {};
  return number;
}

std::set<std::size_t> numbers_in(std::string_view text) {
  std::set<std::size_t> numbers;
  for (std::size_t place = text.find('$'); place != std::string_view::npos; place = text.find('$', place + 1)) {
    if (const auto number = number_at(text, place)) numbers.insert(*number);
  }
  return numbers;
}

bool holds_value(std::string_view text) {
  constexpr std::string_view value = "$value";
  for (std::size_t place = text.find(value); place != std::string_view::npos; place = text.find(value, place + 1)) {
    const std::size_t end = place + value.size();
    if (end == text.size() || !is_name_part(text[end])) return true;
  }
  return false;
}

/// In quotes it is the path of a field.
bool holds_embedding(std::string_view text) {
  constexpr std::string_view embedding = "$embedding";
  for (std::size_t place = text.find(embedding); place != std::string_view::npos;
       place = text.find(embedding, place + 1)) {
    const bool quoted = place > 0 && (text[place - 1] == '"' || text[place - 1] == '\'');
    const std::size_t end = place + embedding.size();
    if (!quoted && (end == text.size() || !is_name_part(text[end]))) return true;
  }
  return false;
}

std::size_t question_marks(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '?'));
}

/// PostgreSQL's JSON operators `?`, `?|` and `?&` look like placeholders; but a placeholder never follows an operand.
bool is_json_operator(std::string_view sql, const std::vector<Token>& tokens, std::size_t index) {
  if (index == 0 || index + 1 == tokens.size()) return false;
  const Token& before = tokens[index - 1];
  const Token& after = tokens[index + 1];
  const std::string_view bracket = before.span.of(sql);
  const bool operand = (before.kind == TokenKind::word && before.keyword == sql::Keyword::none) ||
                       before.kind == TokenKind::quoted_name || before.kind == TokenKind::string || bracket == ")" ||
                       bracket == "]";
  const std::string_view next = after.span.of(sql);
  return operand && (after.kind == TokenKind::string || after.kind == TokenKind::parameter || next.starts_with('|') ||
                     next.starts_with('&'));
}

void add_parameter(QueryPlaceholders& found, std::string_view text) {
  if (const auto number = number_at(text, 0)) {
    found.numbers.insert(*number);
  } else if (text == "?") {
    ++found.bare;
  } else {
    found.names.emplace(text);
  }
}

std::string listed(const std::set<std::size_t>& numbers) {
  std::vector<std::string> words;
  for (const std::size_t number : numbers) words.push_back(fmt::format("${}", number));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::set<std::size_t> without(const std::set<std::size_t>& numbers, const std::set<std::size_t>& others) {
  std::set<std::size_t> left;
  std::ranges::set_difference(numbers, others, std::inserter(left, left.end()));
  return left;
}

void check_gaps(const GeneralForms& forms, Findings& findings) {
  const std::set<std::size_t>& numbers = forms.query.numbers;
  if (numbers.empty() || *numbers.rbegin() == numbers.size()) return;
  findings.add(
      rules::placeholder_mismatch, forms.pointer,
      fmt::format("The placeholders {} leave out numbers. Number them from $1 without gaps.", listed(numbers)));
}

void compare_numbers(const GeneralForms& forms, Findings& findings) {
  const std::set<std::size_t> all = numbers_in(forms.parameterized_intent);
  // "$50" may be an amount of money: what the sentence holds without placeholders too is none.
  std::set<std::size_t> named = without(all, numbers_in(forms.intent));
  std::ranges::set_intersection(all, forms.query.numbers, std::inserter(named, named.end()));
  if (const auto unnamed = without(forms.query.numbers, named); !unnamed.empty()) {
    findings.add(rules::placeholder_mismatch, forms.pointer,
                 fmt::format("The query has {}, which `parameterized_intent` does not name: nothing of a question can "
                             "be bound to it. Name it there, or put its value in its place.",
                             listed(unnamed)));
  }
  const auto unused = without(named, forms.query.numbers);
  if (named == forms.query.numbers) check_gaps(forms, findings);
  if (!unused.empty()) {
    findings.add(
        rules::placeholder_mismatch, forms.pointer,
        fmt::format("`parameterized_intent` names {}, which the query does not use: what a question says there would "
                    "be ignored. Use it in the query, or put its value in the sentence.",
                    listed(unused)));
  }
}

/// Names in a sentence that begin as those of its query do: "@city", ":city", "?1".
std::set<std::string> names_in(std::string_view sentence, const std::set<std::string>& of_query) {
  std::string signs;
  for (const std::string& name : of_query) signs += name.front();
  std::set<std::string> names;
  for (std::size_t at = sentence.find_first_of(signs); at != std::string_view::npos;
       at = sentence.find_first_of(signs, at + 1)) {
    std::size_t end = at + 1;
    const bool numbered = sentence[at] == '?';
    while (end < sentence.size() && (numbered ? is_digit(sentence[end]) : is_name_part(sentence[end]))) ++end;
    const bool begins = at == 0 || !sql::is_word_part(sentence[at - 1]);  // me@a.org, 12:30
    const bool named = end > at + 1 && (numbered || !is_digit(sentence[at + 1]));
    if (begins && named) names.emplace(sentence.substr(at, end - at));
  }
  return names;
}

/// Told of each name that only one side has. What the sentence holds with its values too is none: "@nasa".
void compare_names(const GeneralForms& forms, Findings& findings) {
  const std::set<std::string>& used = forms.query.names;
  const std::set<std::string> said = names_in(forms.parameterized_intent, used);
  const std::set<std::string> own = names_in(forms.intent, used);
  for (const std::string& name : used) {
    if (said.contains(name)) continue;
    findings.add(rules::placeholder_mismatch, forms.pointer,
                 fmt::format("The query has `{}`, which `parameterized_intent` does not name: nothing of a question "
                             "can be bound to it. Name it there, or put its value in its place.",
                             name));
  }
  for (const std::string& name : said) {
    if (used.contains(name) || own.contains(name)) continue;
    findings.add(rules::placeholder_mismatch, forms.pointer,
                 fmt::format("`parameterized_intent` names `{}`, which the query does not use: what a question says "
                             "there would be ignored. Use it in the query, or put its value in the sentence.",
                             name));
  }
}

void compare_question_marks(const GeneralForms& forms, Findings& findings) {
  // A question mark of the sentence itself looks the same, and may have been lost with the value before it.
  std::size_t most = question_marks(forms.parameterized_intent);
  const std::size_t own = question_marks(forms.intent);
  std::size_t least = most > own ? most - own : 0;
  const bool lost_end = forms.parameterized_intent.ends_with('?') && !forms.intent.ends_with('?');
  if (lost_end && least > 0) --least;
  if (const auto matched = match_intent(forms.parameterized_intent, forms.intent)) least = most = matched->size();
  if (forms.query.bare > most) {
    findings.add(rules::placeholder_mismatch, forms.pointer,
                 fmt::format("The query has {} `?`, `parameterized_intent` only {}: nothing of a question can be bound "
                             "to the others. Name each value there, with $1, $2, … in both.",
                             forms.query.bare, most));
    return;
  }
  if (forms.query.bare >= least) return;
  const std::string marks = least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
  findings.add(
      rules::placeholder_mismatch, forms.pointer,
      fmt::format("The query has {} `?`, `parameterized_intent` {}: which value belongs to which is a guess. Use "
                  "$1, $2, … in both.",
                  forms.query.bare, marks));
}

}  // namespace

QueryPlaceholders placeholders_of(std::string_view sql, std::span<const Token> all_tokens) {
  QueryPlaceholders found;
  std::vector<Token> tokens;
  for (const Token& token : all_tokens) {
    if (token.kind != TokenKind::whitespace) tokens.push_back(token);
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].span.of(sql);
    const TokenKind kind = tokens[i].kind;
    if (kind == TokenKind::parameter) {
      if (text != "?" || !is_json_operator(sql, tokens, i)) add_parameter(found, text);
    } else if (kind == TokenKind::string || kind == TokenKind::quoted_name || kind == TokenKind::comment) {
      found.quoted_value = found.quoted_value || holds_value(text);
    }
  }
  return found;
}

QueryPlaceholders placeholders_of_shell_call(std::string_view text) {
  QueryPlaceholders found;
  found.numbers = numbers_in(text);
  if (holds_value(text)) found.names.insert("$value");
  if (holds_embedding(text)) found.names.insert("$embedding");
  return found;
}

void compare_placeholders(const GeneralForms& forms, Findings& findings) {
  const QueryPlaceholders& query = forms.query;
  if ((query.bare > 0) + !query.numbers.empty() + !query.names.empty() > 1) {
    findings.add(rules::placeholder_mismatch, forms.pointer,
                 "The query mixes placeholders of several sorts: `?`, numbers, names. Number them all.");
    return;
  }
  if (!query.names.empty()) return compare_names(forms, findings);
  const bool numbered_intent = !without(numbers_in(forms.parameterized_intent), numbers_in(forms.intent)).empty();
  if (query.bare > 0 && numbered_intent) {
    findings.add(rules::placeholder_mismatch, forms.pointer,
                 "The query has `?` where `parameterized_intent` has $1, $2, … Use the same in both.");
  } else if (query.bare > 0) {
    compare_question_marks(forms, findings);
  } else {
    compare_numbers(forms, findings);
  }
}

}  // namespace querydata::inline v0::context
