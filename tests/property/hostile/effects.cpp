#include "property/hostile/effects.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <map>

#include "property/hostile/entries.hpp"

namespace querydata::test {

namespace {

bool agrees(const Observation& seen, const std::string& effect, bool reason) {
  if (effect == "refused") return seen.effects.empty() && !seen.error.empty();
  if (effect == "none") return seen.effects.empty() && seen.error.empty() && reason;
  return seen.effects.contains(effect);
}

std::string show(const Observation& seen) {
  std::string out = "seen:";
  for (const auto& effect : seen.effects) out += " " + effect;
  return out + "; error: " + seen.error;
}

}  // namespace

void check_effects(Dialect dialect, const std::function<Observation(const std::string&)>& observe) {
  std::map<std::string, std::size_t> counts;
  for (const auto& value : statements("hostile", dialect)) {
    const auto& entry = value.as_object();
    const auto sql = text_of(entry);
    const auto effect = member(entry, "effect");
    const auto seen = observe(sql);
    if (!agrees(seen, effect, !member(entry, "reason").empty()))
      FAIL_CHECK(member(entry, "why") << ": " << excerpt(sql) << " is to be '" << effect << "'; " << show(seen));
    ++counts[effect];
  }
  std::string summary;
  for (const auto& [effect, count] : counts) summary += " " + effect + " " + std::to_string(count);
  MESSAGE(to_string(dialect) << ":" << summary);
}

}  // namespace querydata::test
