/// @file
/// Names in a sentence.
#pragma once

#include <cstddef>
#include <set>
#include <string>

namespace querydata::inline v0::schema {

/// "a, b and c"; beyond `most` names "a, b and 7 more".
inline std::string listed(const std::set<std::string>& names, std::size_t most = 8) {
  std::string text;
  std::size_t place = 0;
  const std::size_t shown = names.size() > most ? most - 1 : names.size();
  for (const std::string& name : names) {
    if (place == shown) break;
    if (place != 0) text += place + 1 == names.size() ? " and " : ", ";
    text += name;
    ++place;
  }
  if (shown < names.size()) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

}  // namespace querydata::inline v0::schema
