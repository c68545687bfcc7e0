#include <algorithm>
#include <set>
#include <string_view>

#include "context/findings.hpp"
#include "context/json_text.hpp"
#include "context/wrong_types.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "querydata/context_check.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

Finding finding_of(const Error& error, const Rule& rule) {
  const Rule told = error.code == ErrorCode::resource_exhausted ? rules::too_large : rule;
  return {told.severity, told.name, error.where.json_pointer, error.message, {}, error.where.byte_offset};
}

bool is_blank_file(std::string_view json) {
  const auto set = json.size() < 64 ? ContextSet::read(json) : Result<ContextSet>(Error{});
  return set && *set == ContextSet{} && json.find('{') == std::string_view::npos;
}

/// What stands at or below a value of a wrong type has been told.
class Told {
 public:
  explicit Told(const std::vector<Finding>& of_file) {
    for (const Finding& finding : of_file) {
      if (finding.rule == rules::wrong_type.name) pointers_.insert(finding.json_pointer);
    }
  }

  [[nodiscard]] bool holds(const Finding& finding) const {
    for (std::string_view at = finding.json_pointer;; at = at.substr(0, at.rfind('/'))) {
      if (pointers_.contains(at)) return true;
      if (at.empty()) return false;
    }
  }

 private:
  std::set<std::string_view> pointers_;  ///< of the findings
};

std::vector<Finding> together(const ContextFile& file, std::vector<Finding> of_set) {
  Findings findings;
  for (const Finding& finding : file.findings) findings.add(finding);
  const Told told(file.findings);
  for (Finding& finding : of_set) {
    if (!told.holds(finding)) findings.add(std::move(finding));
  }
  std::vector<Finding> all = findings.take();
  locate(all, file.json);
  return all;
}

}  // namespace
}  // namespace context

ContextFile ContextFile::read(const std::string& path, const ReadOptions& options) {
  auto text = files::read_file(path, options.max_bytes);
  if (text) return parse(*std::move(text), options);
  ContextFile file;
  file.findings.push_back(context::finding_of(text.error(), context::rules::unreadable_file));
  return file;
}

ContextFile ContextFile::parse(std::string json, const ReadOptions& options) {
  ContextFile file;
  file.json = std::move(json);
  context::Findings findings;
  if (context::is_blank_file(file.json)) return file;
  if (const auto checked = json::check(file.json); !checked) {
    file.findings.push_back(context::finding_of(checked.error(), context::rules::not_json));
    return file;
  }
  context::JsonCursor cursor(file.json);
  if (!cursor.at_object()) {
    const context::Rule& rule = context::rules::not_an_object;
    file.findings.push_back({rule.severity,
                             rule.name,
                             "",
                             "The file is " + std::string(cursor.kind()) +
                                 "; a context set is an object with templates, facets and value_searches.",
                             {},
                             cursor.offset()});
    return file;
  }
  auto set = ContextSet::read(context::without_wrong_types(file.json, findings), options);
  if (set) {
    file.set = *std::move(set);
  } else {
    findings.add(context::finding_of(set.error(), context::rules::contradicting_members));
  }
  file.findings = findings.take();
  return file;
}

std::vector<Finding> ContextFile::check(const CheckOptions& options) const {
  return context::together(*this, set.check(options));
}

Result<std::vector<Finding>> ContextFile::check(Database& database, const LiveCheckOptions& options) const {
  auto found = querydata::check(set, database, options);
  if (!found) return std::move(found).error();
  return context::together(*this, *std::move(found));
}

std::string to_json(const Finding& finding) {
  const auto quoted = [](std::string_view text) { return to_json(Value(std::string(text))); };
  return "{\"rule\":" + quoted(finding.rule) + ",\"severity\":" + quoted(to_string(finding.severity)) +
         ",\"json_pointer\":" + quoted(finding.json_pointer) +
         ",\"byte\":" + (finding.byte ? std::to_string(*finding.byte) : "null") +
         ",\"message\":" + quoted(finding.message) + '}';
}

}  // namespace querydata::inline v0
