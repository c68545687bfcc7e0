/// @file
/// Items of two sets that belong together, and what differs between them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "context/format.hpp"
#include "context/item_json.hpp"
#include "querydata/context_changes.hpp"

namespace querydata::inline v0::context {

/// The members that two JSON objects do not have in common, those of `parameterized` one by one.
[[nodiscard]] std::vector<MemberChange> member_changes(std::string_view before, std::string_view after);

/// Keys by which an item is known again after a change, the surest first; empty where it has none.
[[nodiscard]] std::string id_of(std::string_view extra);
[[nodiscard]] std::string subject_of(const Template& item);
[[nodiscard]] std::string subject_of(const Facet& item);
[[nodiscard]] std::string subject_of(const ValueSearch& item);
[[nodiscard]] const std::string& second_key_of(const Template& item);
[[nodiscard]] const std::string& second_key_of(const Facet& item);
[[nodiscard]] const std::string& second_key_of(const ValueSearch& item);

template <class Item>
[[nodiscard]] std::string pointer_of(std::size_t index) {
  return '/' + std::string(Format<Item>::list.name) + '/' + std::to_string(index);
}

/// How two items differ that are one: `before` at a place of the first set, `after` at one of the second.
template <class Item>
[[nodiscard]] ItemChange change_of(const std::vector<Item>& before, std::size_t before_index,
                                   const std::vector<Item>& after, std::size_t after_index) {
  return {pointer_of<Item>(before_index), pointer_of<Item>(after_index),
          member_changes(item_json(before[before_index]), item_json(after[after_index]))};
}

}  // namespace querydata::inline v0::context
