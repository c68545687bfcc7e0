#include "context_report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "program_words.hpp"
#include "querydata/context_check.hpp"
#include "terminal.hpp"

std::string to_text(const querydata::ItemChange& change) {
  const std::string before = change.before_pointer.empty() ? "(the set itself)" : change.before_pointer;
  const bool moved = change.before_pointer != change.after_pointer;
  std::string out = before + (moved ? " -> " + change.after_pointer : "") + '\n';
  for (const querydata::MemberChange& member : change.members) {
    const auto shown = [](const std::string& text) { return text.empty() ? std::string("(none)") : printable(text); };
    out +=
        "    " + printable(member.member) + ": " + shown(member.before) + "\n        -> " + shown(member.after) + '\n';
  }
  return out;
}

boost::json::array to_json(const std::vector<querydata::ItemChange>& changes) {
  boost::json::array out;
  for (const querydata::ItemChange& change : changes) {
    boost::json::array members;
    for (const querydata::MemberChange& member : change.members) {
      members.push_back(
          boost::json::object{{"member", member.member}, {"before", member.before}, {"after", member.after}});
    }
    out.push_back(boost::json::object{{"before_pointer", change.before_pointer},
                                      {"after_pointer", change.after_pointer},
                                      {"members", std::move(members)}});
  }
  return out;
}

boost::json::array to_json(const std::vector<std::string>& texts) {
  return boost::json::array(texts.begin(), texts.end());
}

std::string counted_items(std::size_t templates, std::size_t facets, std::size_t value_searches) {
  return counted(templates, "template", "templates") + ", " + counted(facets, "facet", "facets") + ", " +
         counted(value_searches, "value search", "value searches");
}

std::string to_json(const std::vector<querydata::Finding>& findings) {
  std::string out;
  for (querydata::Finding finding : findings) {
    finding.message = in_program_words(finding.message);
    if (!out.empty()) out += ',';
    out += to_json(finding);
  }
  return '[' + out + ']';
}

std::size_t count_of(const std::vector<querydata::Finding>& findings, querydata::Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &querydata::Finding::severity));
}

CheckCounts::CheckCounts(const querydata::ContextSet& set) {
  const auto findings = set.check();
  errors = count_of(findings, querydata::Severity::error);
  warnings = count_of(findings, querydata::Severity::warning);
}

void CheckCounts::tell(const std::string& command) const {
  if (errors + warnings == 0) return;
  write_error("the set has " + counted(errors, "error", "errors") + " and " + counted(warnings, "warning", "warnings") +
              "; see `" + command + '`');
}

std::string to_iso(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                                 static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                                 static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                                 static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  return {text.data(), static_cast<std::size_t>(size)};
}
