#include "plan/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "context/check_queries.hpp"

namespace querydata::inline v0::plan {
namespace {

/// "/templates/3" of a pointer into it; empty for what is about no item.
std::string_view item_of(std::string_view pointer) {
  const std::size_t list = pointer.find('/', 1);
  if (list == std::string_view::npos) return {};
  return pointer.substr(0, pointer.find('/', list + 1));
}

}  // namespace

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
