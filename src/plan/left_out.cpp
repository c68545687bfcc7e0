#include "plan/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "context/check_queries.hpp"
#include "context/rules.hpp"

namespace querydata::inline v0::plan {
namespace {

/// "/templates/3" of a pointer into it; empty for what is about no item.
std::string_view item_of(std::string_view pointer) {
  const std::size_t list = pointer.find('/', 1);
  if (list == std::string_view::npos) return {};
  return pointer.substr(0, pointer.find('/', list + 1));
}

struct Sentence {
  std::string_view member;
  const std::string& text;
};

std::vector<Sentence> sentences_of(const Template& item) {
  return {{"nl_query", item.nl_query},
          {"intent", item.intent},
          {"parameterized/parameterized_intent", item.parameterized_intent}};
}

std::vector<Sentence> sentences_of(const Facet& item) {
  return {{"intent", item.intent}, {"parameterized/parameterized_intent", item.parameterized_intent}};
}

template <class Item>
void add_too_long(const std::vector<Item>& items, std::string_view list, std::size_t most_bytes,
                  std::vector<Finding>& findings) {
  const context::Rule& rule = context::rules::too_large;
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (const auto& [member, text] : sentences_of(items[i])) {
      if (text.size() <= most_bytes) continue;
      findings.push_back({rule.severity,
                          rule.name,
                          fmt::format("/{}/{}/{}", list, i, member),
                          fmt::format("The sentence has {} bytes, and a question at most {}; shorten it, or raise "
                                      "PlannerOptions::max_question_bytes.",
                                      text.size(), most_bytes),
                          {},
                          {}});
      break;
    }
  }
}

}  // namespace

void add_too_long(const ContextSet& set, std::size_t most_bytes, std::vector<Finding>& findings) {
  add_too_long(set.templates, "templates", most_bytes, findings);
  add_too_long(set.facets, "facets", most_bytes, findings);
}

std::vector<Finding> broken_items(const ContextSet& set, Dialect dialect, const Schema& schema) {
  CheckOptions options;
  options.dialect = dialect;
  options.schema = &schema;
  return broken_items(set, context::find_errors(set, options));
}

std::vector<Finding> broken_items(const ContextSet& set, std::vector<Finding> findings) {
  std::set<std::string> without_question;
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!set.templates[i].intent.empty()) without_question.insert(fmt::format("/templates/{}/nl_query", i));
  }
  std::erase_if(findings, [&](const Finding& finding) {
    return finding.severity != Severity::error || item_of(finding.json_pointer).empty() ||
           (finding.rule == "missing_member" && without_question.contains(finding.json_pointer));
  });
  return findings;
}

LeftOut::LeftOut(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) items_.emplace(item_of(finding.json_pointer));
}

bool LeftOut::contains(std::string_view list, std::size_t index) const {
  return !items_.empty() && items_.contains(fmt::format("/{}/{}", list, index));
}

}  // namespace querydata::inline v0::plan
