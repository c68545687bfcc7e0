#include "plan/assumptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "plan/composer.hpp"
#include "plan/explain.hpp"
#include "querydata/sql.hpp"
#include "sql/value_literal.hpp"

namespace querydata::inline v0::plan {
namespace {

std::string day_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string period_text(const text::DateRange& range) {
  const std::chrono::sys_days last = range.last - std::chrono::days(1);
  if (range.first == last) return day_text(range.first);
  return fmt::format("{} to {}", day_text(range.first), day_text(last));
}

std::string date_assumption(std::string_view words, const text::DateMention& date, text::Now now) {
  std::string text = fmt::format("\"{}\" was taken as {}", words, period_text(date.range));
  if (date.relative || date.year_assumed) {
    text += fmt::format(", seen from {} in UTC", day_text(std::chrono::floor<std::chrono::days>(now)));
  }
  if (date.other) text += fmt::format("; it could also mean {}", period_text(*date.other));
  return text + '.';
}

std::string value_assumption(std::string_view words, const SlotBinding& binding) {
  const std::string shown = to_display(binding.value);
  if (binding.link == nullptr) return fmt::format("\"{}\" was taken as {}.", words, shown);
  const ValueMatch& link = *binding.link;
  const std::string stored = to_display(link.value);
  std::string place = link.table.empty() ? std::string() : fmt::format(" of {}.{}", link.table, link.column);
  return fmt::format("\"{}\" was taken as the stored value \"{}\"{}.", words, stored, place);
}

/// The facet's condition with its values; as it was written where a value has no literal.
std::string condition_text(const FacetUse& use) {
  std::vector<std::string> literals;
  const Dialect dialect = use.facet->condition.dialect;
  for (const SlotBinding& binding : use.assignment.bindings) {
    auto literal = sql::value_literal(binding.value, dialect);
    if (!literal) return use.facet->parameterized_sql;
    literals.push_back(std::move(*literal));
  }
  auto filled = fill_parameters(use.facet->parameterized_sql, dialect, literals);
  return filled ? *filled : use.facet->parameterized_sql;
}

}  // namespace

std::vector<std::string> assumptions_of(const Candidate& candidate, const Matches& matches, text::Now now) {
  std::vector<std::string> out;
  std::set<std::size_t> said;  // both bounds of a period share their mention
  for (const SlotBinding* binding : bindings_of(candidate.reading)) {
    const Mention& mention = matches.mentions[binding->mention];
    const std::string_view words = mention.span.of(matches.question.text);
    const bool as_said = to_display(binding->value) == words;
    if (!said.insert(binding->mention).second || as_said) continue;
    const bool dated = binding->link == nullptr && mention.date != nullptr && mention.number == nullptr;
    out.push_back(dated ? date_assumption(words, *mention.date, now) : value_assumption(words, *binding));
  }
  for (const FacetUse& use : candidate.reading.facets) {
    out.push_back(fmt::format("\"{}\" was taken as the condition {}.", in_words(use), condition_text(use)));
  }
  if (const std::string unsaid = words_not_said(candidate); !unsaid.empty()) {
    out.push_back(fmt::format("The question does not say {}; it was taken to be meant.", unsaid));
  }
  if (matches.links.partial) {
    out.push_back("Not all stored values were looked through, so the question may name others than those found.");
  }
  return out;
}

}  // namespace querydata::inline v0::plan
