#include "values/search_runner.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/parallel.hpp"

namespace querydata::inline v0::values {

SearchRunner::SearchRunner(Database& database, const std::vector<const PreparedSearch*>& searches, const Scope& scope,
                           SearchControl control, std::size_t most_at_once)
    : database_(database),
      searches_(searches),
      scope_(scope),
      control_(std::move(control)),
      most_at_once_(most_at_once) {}

SearchRunner::Outcomes SearchRunner::run_one(const PreparedSearch& search,
                                             const std::vector<std::string>& phrases) const {
  const auto goes_on = control_.call.check(search.name());
  if (goes_on) return search.run(database_, phrases, scope_, control_);
  if (goes_on.error().code == ErrorCode::cancelled) return goes_on.error();
  std::vector<SearchOutcome> outcomes(phrases.size());
  for (SearchOutcome& outcome : outcomes) outcome.partial = true;
  outcomes.front().warnings.push_back(goes_on.error().message);
  return outcomes;
}

Result<std::vector<SearchOutcome>> SearchRunner::run(const std::vector<std::string>& phrases) const {
  std::vector<SearchOutcome> all(phrases.size());
  if (phrases.empty()) return all;
  std::vector<Outcomes> found(searches_.size(), std::vector<SearchOutcome>());
  core::for_each_index(searches_.size(), most_at_once_,
                       [&](std::size_t i) { found[i] = run_one(*searches_[i], phrases); });
  for (Outcomes& outcomes : found) {
    if (!outcomes) return outcomes.error();
    for (std::size_t phrase = 0; phrase < phrases.size(); ++phrase) {
      SearchOutcome& from = (*outcomes)[phrase];
      SearchOutcome& to = all[phrase];
      to.partial = to.partial || from.partial;
      std::move(from.matches.begin(), from.matches.end(), std::back_inserter(to.matches));
      std::move(from.warnings.begin(), from.warnings.end(), std::back_inserter(to.warnings));
    }
  }
  return all;
}

}  // namespace querydata::inline v0::values
