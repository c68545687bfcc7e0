#include "plan/planner_cache.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace querydata::inline v0::plan {

Result<std::shared_ptr<const Planner>> PlannerCache::get(std::string_view id, const CallControl& control) {
  if (contexts_ == nullptr) {
    return Error{ErrorCode::not_found,
                 fmt::format("There is no context set \"{}\": no store of context sets was given.", id),
                 {}};
  }
  auto named = ContextSetId::parse(id);
  if (!named) return named.error();
  // Each version has a number of its own; the newest one, and the one with a label, may be another tomorrow.
  const auto versions = contexts_->history(*named);
  if (!versions) return versions.error();
  for (const ContextSetVersion& version : *versions) {
    if (!named->version.empty() && version.label != named->version) continue;
    *named = version.id;
    break;
  }
  const std::string key = named->text();
  if (auto known = find(key)) return known;
  auto set = contexts_->get(*named);
  if (!set) return set.error();
  PlannerOptions options = options_;
  options.findings.reset();
  options.control = control;
  auto built = Planner::build(database_, std::move(*set), options);
  if (!built) return built.error();
  auto planner = std::make_shared<const Planner>(std::move(*built));
  keep(key, planner);
  return planner;
}

std::shared_ptr<const Planner> PlannerCache::find(const std::string& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  if (place == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, place);
  return place->planner;
}

void PlannerCache::keep(const std::string& key, std::shared_ptr<const Planner> planner) {
  const std::lock_guard<std::mutex> lock(mutex_);
  entries_.remove_if([&](const Entry& entry) { return entry.key == key; });
  entries_.push_front({key, std::move(planner)});
  while (entries_.size() > most_) entries_.pop_back();
}

}  // namespace querydata::inline v0::plan
