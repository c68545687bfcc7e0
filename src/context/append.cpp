#include <unordered_set>
#include <utility>

#include "context/extra.hpp"
#include "context/item_hash.hpp"
#include "context/json_text.hpp"
#include "context/merged_extra.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

template <class Item>
void append_items(std::vector<Item>& items, const std::vector<Item>& other) {
  items.reserve(items.size() + other.size());  // so that the pointers stay
  std::unordered_set<const Item*, ItemHash, SameItem> known;
  for (const Item& item : items) known.insert(&item);
  for (const Item& item : other) {
    if (known.contains(&item)) continue;
    items.push_back(item);
    known.insert(&items.back());
  }
}

/// Whether a member only remembers that a list was empty, which it no longer is.
bool is_outdated(std::string_view name, const ContextSet& set) {
  return (name == Format<Template>::list.name && !set.templates.empty()) ||
         (name == Format<Facet>::list.name && !set.facets.empty()) ||
         (name == Format<ValueSearch>::list.name && !set.value_searches.empty());
}

}  // namespace

std::string merged_extra(const std::string& first, const std::string& second, const ContextSet& set) {
  const ExtraMembers mine(first);
  const ExtraMembers theirs(second);
  JsonWriter writer(JsonLayout::compact);
  writer.begin('{');
  std::unordered_set<std::string_view> names;
  for (const ExtraMembers* members : {&mine, &theirs}) {
    for (const ExtraMembers::Member& member : members->members()) {
      if (is_outdated(member.name, set) || !names.insert(member.name).second) continue;
      writer.name(member.name);
      writer.value(member.value);
    }
  }
  writer.end('}');
  std::string members = writer.take();
  return members == "{}" ? std::string() : members;
}

}  // namespace context

void ContextSet::append(const ContextSet& other) {
  if (&other == this) return;
  context::append_items(templates, other.templates);
  context::append_items(facets, other.facets);
  context::append_items(value_searches, other.value_searches);
  extra = context::merged_extra(extra, other.extra, *this);
}

}  // namespace querydata::inline v0
