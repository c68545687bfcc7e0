#include "context/type_phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "context/spoken_values.hpp"
#include "model/names.hpp"
#include "text/fold.hpp"
#include "text/identifiers.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::context {
namespace {

/// Names that say little without their table's.
constexpr std::array<std::string_view, 14> general_names = {"name", "title",       "id",    "code", "number",
                                                            "no",   "key",         "value", "type", "label",
                                                            "text", "description", "kind",  "date"};

/// "Harbour" as in the middle of a sentence; "IATA code" as it is.
std::string in_a_sentence(std::string_view concept_type) {
  std::string out(concept_type);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool begins = i == 0 || out[i - 1] == ' ';
    const bool capital = model::lower(out[i]) != out[i];
    const bool goes_on = i + 1 < out.size() && model::lower(out[i + 1]) != out[i + 1];
    if (begins && capital && !goes_on) out[i] = model::lower(out[i]);
  }
  return out;
}

const ConceptColumn* concept_of(const Subject& subject, const std::vector<ConceptColumn>& concepts) {
  const auto found = std::find_if(concepts.begin(), concepts.end(), [&](const ConceptColumn& item) {
    const bool table =
        item.table.empty() || subject.table.empty() || model::equal_ignoring_case(item.table, subject.table);
    return table && model::equal_ignoring_case(item.column, subject.column);
  });
  return found == concepts.end() ? nullptr : &*found;
}

/// `created_at`, `shipped_on`: what happened then, which no noun says.
bool is_time_of_event(const std::vector<std::string>& words) {
  static constexpr std::array<std::string_view, 2> endings = {"at", "on"};
  return words.size() > 1 && text::is_one_of(words.back(), endings);
}

/// Empty where the column's name says nothing that stands behind "a given".
std::string column_phrase(const Subject& subject) {
  auto words = text::split_identifier(subject.column);
  if (is_time_of_event(words)) return {};
  if (words.size() == 1 && text::is_one_of(words.front(), general_names)) {
    const auto table = text::split_identifier(subject.table);
    words.insert(words.begin(), table.begin(), table.end());
  }
  return fmt::format("{}", fmt::join(words, " "));
}

bool is_time(std::string_view text) {
  const bool digits = text.find_first_not_of("0123456789:") == std::string_view::npos;
  return digits && text.size() >= 4 && text.find(':') != std::string_view::npos;
}

bool is_email_address(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != std::string_view::npos && at > 0 && text.find('.', at) != std::string_view::npos &&
         text.find(' ') == std::string_view::npos;
}

/// Of the fifteen types that tools for the format know, those that a form tells.
std::string_view general_type(const QueryValue& value, std::string_view phrase) {
  static constexpr std::array<std::string_view, 4> money = {"$", "€", "£", "¥"};
  if (std::any_of(money.begin(), money.end(), [&](std::string_view sign) { return phrase.starts_with(sign); })) {
    return "currency";
  }
  if (value.role == ValueRole::limit) return "number";
  if (is_time(value.core)) return "time";
  if (is_email_address(value.core)) return "email address";
  const bool event = is_time_of_event(text::split_identifier(value.subject.column));
  if (event || (std::holds_alternative<std::string>(value.value) && period_of(value.core))) return "date";
  return value.decimal.empty() ? "value" : "number";
}

/// Whether a value is compared with the year of something and not with the whole of it.
bool is_year_of(const QueryValue& value) {
  static constexpr std::array<std::string_view, 4> years = {"strftime('%y'", "year(", "year from", "'yyyy'"};
  return value.decimal.size() == 4 && std::any_of(years.begin(), years.end(), [&](std::string_view year) {
           return value.subject.text.find(year) != std::string::npos;
         });
}

}  // namespace

std::string type_phrase(const QueryValue& value, std::string_view phrase, const std::vector<ConceptColumn>& concepts) {
  if (is_year_of(value)) return "year";
  if (!value.subject.column.empty()) {
    if (const ConceptColumn* found = concept_of(value.subject, concepts)) return in_a_sentence(found->concept_type);
    std::string words = column_phrase(value.subject);
    if (!words.empty()) return words;
  }
  return std::string(general_type(value, phrase));
}

}  // namespace querydata::inline v0::context
