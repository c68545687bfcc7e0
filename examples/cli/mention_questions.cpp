#include "mention_questions.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <map>
#include <utility>

#include "eval_data.hpp"
#include "eval_questions.hpp"
#include "misspelling.hpp"
#include "querydata/result.hpp"

namespace {

using querydata::Span;

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument, message, {path, {}, {}, {}}});
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_word_at(Span span, std::string_view text) {
  const bool begins = span.begin == 0 || !is_word_byte(text[span.begin - 1]) || !is_word_byte(text[span.begin]);
  const bool ends = span.end == text.size() || !is_word_byte(text[span.end]) || !is_word_byte(text[span.end - 1]);
  return begins && ends;
}

std::string without_wildcards(const GoldLiteral& literal) {
  if (!literal.pattern) return literal.value;
  const std::size_t begin = literal.value.find_first_not_of('%');
  if (begin == std::string::npos) return {};
  return literal.value.substr(begin, literal.value.find_last_not_of('%') - begin + 1);
}

/// LIKE: `%` any text, `_` one byte, upper case or lower. Texts are in lower case.
bool is_like(std::string_view text, std::string_view pattern) {
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && (pattern[p] == '_' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('%', p) == std::string_view::npos;
}

bool same_column(std::string_view gold, const std::string& table, const std::string& column) {
  return lower_case(std::string(gold)) == lower_case(table + '.' + column);
}

/// Whether a foreign key joins the two columns.
bool are_joined(std::string_view gold, const std::string& table, const std::string& column,
                const querydata::Schema& schema) {
  for (const querydata::Table& from : schema.tables) {
    for (const querydata::ForeignKey& key : from.foreign_keys) {
      for (std::size_t i = 0; i < key.columns.size(); ++i) {
        const bool out = same_column(gold, from.qualified_name(), key.columns[i]) &&
                         same_column(key.referenced_table + '.' + key.referenced_columns[i], table, column);
        const bool in = same_column(gold, key.referenced_table, key.referenced_columns[i]) &&
                        same_column(from.qualified_name() + '.' + key.columns[i], table, column);
        if (out || in) return true;
      }
    }
  }
  return false;
}

/// As words of their own if the question has it so, else inside of words.
void find_places(GoldLiteral& literal, std::string_view question) {
  const std::string wanted = lower_case(without_wildcards(literal));
  if (wanted.empty()) return;
  const std::string text = lower_case(std::string(question));
  std::vector<Span> words;
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) {
    const Span place{at, at + wanted.size()};
    literal.places.push_back(place);
    if (is_word_at(place, question)) words.push_back(place);
  }
  literal.words = !words.empty();
  if (literal.words) literal.places = std::move(words);
}

GoldLiteral read_literal(const boost::json::object& record, std::string_view question) {
  GoldLiteral literal;
  literal.value = text_member(record, "value");
  literal.column = text_member(record, "column");
  literal.pattern = text_member(record, "op").ends_with("like");
  const std::string said = text_member(record, "in_question");
  literal.same_case = said == "exact";
  const auto* held = record.if_contains("in_db");
  literal.asked = (said == "exact" || said == "ci") && held != nullptr && held->is_bool() && held->as_bool();
  find_places(literal, question);
  literal.asked = literal.asked && !literal.places.empty();
  return literal;
}

}  // namespace

std::vector<MentionQuestion> read_mention_questions(const std::string& path, const std::string& wording) {
  const auto json = read_json(path).value();
  if (!json.is_array()) refuse(path, "The questions are not a JSON array.");
  std::vector<MentionQuestion> questions;
  for (const auto& item : json.as_array()) {
    const auto* record = item.if_object();
    if (record == nullptr) refuse(path, "Record " + std::to_string(questions.size() + 1) + " is not a JSON object.");
    MentionQuestion question{text_member(*record, wording), text_member(*record, "db_id"), {}};
    if (question.text.empty() || question.database.empty())
      refuse(path, "Record " + std::to_string(questions.size() + 1) + " lacks \"" + wording + "\" or \"db_id\".");
    if (const auto* values = record->if_contains("gold_values"); values != nullptr && values->is_array()) {
      for (const auto& value : values->as_array()) {
        const auto* literal = value.if_object();
        if (literal != nullptr && literal->contains("value") && literal->at("value").is_string())
          question.literals.push_back(read_literal(*literal, question.text));
      }
    }
    questions.push_back(std::move(question));
  }
  return questions;
}

bool is_meant_by(const GoldLiteral& literal, const querydata::ValueMatch& link, const querydata::Schema& schema) {
  const std::string value = to_display(link.value);
  const bool right = literal.pattern ? is_like(lower_case(value), lower_case(literal.value)) : value == literal.value;
  return right && (same_column(literal.column, link.table, link.column) ||
                   are_joined(literal.column, link.table, link.column, schema));
}

void misspell_literals(MentionQuestion& question, RandomNumbers& random) {
  std::map<Span, std::string> changes;
  for (GoldLiteral& literal : question.literals) {
    const auto overlaps = [&](Span place) {
      return std::any_of(changes.begin(), changes.end(),
                         [&](const auto& change) { return change.first != place && change.first.overlaps(place); });
    };
    // A literal within another one has the other's error, or none.
    literal.asked = literal.asked && literal.words && can_be_misspelt(literal.value) &&
                    std::none_of(literal.places.begin(), literal.places.end(), overlaps);
    if (!literal.asked) continue;
    for (const Span place : literal.places)
      if (!changes.contains(place)) changes.emplace(place, misspelt(place.of(question.text), random));
  }
  std::map<Span, Span> moved;
  std::string text;
  std::size_t end = 0;
  for (const auto& [place, wrong] : changes) {
    text += question.text.substr(end, place.begin - end);
    moved[place] = {text.size(), text.size() + wrong.size()};
    text += wrong;
    end = place.end;
  }
  question.text = text + question.text.substr(end);
  for (GoldLiteral& literal : question.literals)
    for (Span& place : literal.places)
      if (literal.asked) place = moved.at(place);
}
