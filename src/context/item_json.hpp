/// @file
/// Single items as JSON objects, in and out.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "querydata/context_items.hpp"
#include "querydata/context_set.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0::context {

/// Reads one item in any accepted spelling, a JSON object of a text that `json::check` accepts. `where` of an error is
/// relative to the item.
template <class Item>
[[nodiscard]] Result<Item> read_item(std::string_view object, const ReadOptions& options);

/// The item's canonical members without blanks. Read again it is the same item.
template <class Item>
[[nodiscard]] std::string item_json(const Item& item);

extern template Result<Template> read_item(std::string_view, const ReadOptions&);
extern template Result<Facet> read_item(std::string_view, const ReadOptions&);
extern template Result<ValueSearch> read_item(std::string_view, const ReadOptions&);
extern template std::string item_json(const Template&);
extern template std::string item_json(const Facet&);
extern template std::string item_json(const ValueSearch&);

/// The list of a set that holds items of a kind.
template <class Item, class Set>
[[nodiscard]] auto& list_of(Set& set) {
  if constexpr (std::is_same_v<Item, Template>) {
    return set.templates;
  } else if constexpr (std::is_same_v<Item, Facet>) {
    return set.facets;
  } else {
    return set.value_searches;
  }
}

}  // namespace querydata::inline v0::context
