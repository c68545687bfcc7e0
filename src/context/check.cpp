#include "context/check_members.hpp"
#include "context/check_queries.hpp"
#include "context/findings.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0 {

std::string_view to_string(Severity severity) noexcept {
  switch (severity) {
    case Severity::information:
      return "information";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "";
}

std::vector<Finding> ContextSet::check(const CheckOptions& options) const {
  context::Findings findings;
  context::check_members(*this, options, findings);
  context::check_queries(*this, options, findings);
  return findings.take();
}

}  // namespace querydata::inline v0
