/// @file
/// Names joined by dots, as a value search says where its values stand.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::model {

/// A name of a dotted path without its quotes: `"a.b"`, `` `a` ``, `[a]` or `a`, taken from the front of `path`.
inline std::string take_name(std::string_view& path) {
  constexpr std::string_view opening = "\"`[";
  constexpr std::string_view closing = "\"`]";
  const auto quote = path.empty() ? std::string_view::npos : opening.find(path.front());
  std::size_t end = path.find('.');
  std::string name;
  if (quote != std::string_view::npos && path.find(closing[quote], 1) != std::string_view::npos) {
    end = path.find(closing[quote], 1);
    name = path.substr(1, end - 1);
    ++end;
  } else {
    end = std::min(end, path.size());
    name = path.substr(0, end);
  }
  path.remove_prefix(end);
  if (!path.empty() && path.front() == '.') path.remove_prefix(1);
  return name;
}

/// `shop."town".name` → shop, town, name.
inline std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    const std::size_t before = path.size();
    names.push_back(take_name(path));
    if (path.size() == before) break;
  }
  return names;
}

}  // namespace querydata::inline v0::model
