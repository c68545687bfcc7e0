#include "values/synonyms.hpp"

#include <set>
#include <utility>

#include "values/segment.hpp"

namespace querydata::inline v0::values {

Synonyms::Synonyms(std::vector<std::vector<std::string>> sets) : sets_(std::move(sets)) {
  for (std::uint32_t set = 0; set < sets_.size(); ++set)
    for (const std::string& name : sets_[set]) by_letters_.emplace(letters_of(name), set);
}

std::vector<std::string> Synonyms::others(std::string_view letters) const {
  std::set<std::string> found;
  const auto [first, last] = by_letters_.equal_range(letters);
  for (auto set = first; set != last; ++set)
    for (const std::string& name : sets_[set->second]) found.insert(letters_of(name));
  found.erase(std::string(letters));
  return {found.begin(), found.end()};
}

}  // namespace querydata::inline v0::values
