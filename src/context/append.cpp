#include <unordered_set>
#include <utility>

#include "context/extra.hpp"
#include "context/item_hash.hpp"
#include "context/json_text.hpp"
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

/// The members of both, the first's where both have one; without those that `is_gone`.
template <class IsGone>
std::string merged(const std::string& first, const std::string& second, const IsGone& is_gone) {
  const ExtraMembers mine(first);
  const ExtraMembers theirs(second);
  JsonWriter writer(JsonLayout::compact);
  writer.begin('{');
  std::unordered_set<std::string_view> names;
  for (const ExtraMembers* members : {&mine, &theirs}) {
    for (const ExtraMembers::Member& member : members->members()) {
      if (is_gone(member.name) || !names.insert(member.name).second) continue;
      writer.name(member.name);
      writer.value(member.value);
    }
  }
  writer.end('}');
  std::string members = writer.take();
  return members == "{}" ? std::string() : members;
}

}  // namespace
}  // namespace context

void ContextSet::append(const ContextSet& other) {
  if (&other == this) return;
  context::append_items(templates, other.templates);
  context::append_items(facets, other.facets);
  context::append_items(value_searches, other.value_searches);
  // A list that is no longer empty need not be remembered as empty.
  extra = context::merged(extra, other.extra, [&](std::string_view name) {
    return (name == context::Format<Template>::list.name && !templates.empty()) ||
           (name == context::Format<Facet>::list.name && !facets.empty()) ||
           (name == context::Format<ValueSearch>::list.name && !value_searches.empty());
  });
}

}  // namespace querydata::inline v0
