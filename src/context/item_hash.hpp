/// @file
/// Items as members of hash sets.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "context/format.hpp"

namespace querydata::inline v0::context {

/// Over the members that the format knows. Never in anything that is written or reported.
struct ItemHash {
  template <class Item>
  std::size_t operator()(const Item* item) const {
    std::size_t hash = 0;
    each_field<Item>([&](const Field<Item>& field, std::string_view) {
      hash = hash * 31 + std::hash<std::string>()(item->*field.text);
    });
    return hash;
  }
};

/// Equal in all members.
struct SameItem {
  template <class Item>
  bool operator()(const Item* a, const Item* b) const {
    return *a == *b;
  }
};

/// Equal in all members that the format knows.
struct SameKnownMembers {
  template <class Item>
  bool operator()(const Item* a, const Item* b) const {
    bool same = true;
    each_field<Item>(
        [&](const Field<Item>& field, std::string_view) { same = same && a->*field.text == b->*field.text; });
    return same;
  }
};

}  // namespace querydata::inline v0::context
