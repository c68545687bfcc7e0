#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "context/check_members.hpp"
#include "context/extra.hpp"
#include "context/format.hpp"
#include "context/item_changes.hpp"
#include "context/item_json.hpp"
#include "context/json_text.hpp"
#include "context/merged_extra.hpp"
#include "context/unwritable.hpp"
#include "querydata/context_changes.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

/// An identifier, ready to be compared with items.
template <class Item>
class Identifier {
 public:
  explicit Identifier(const Item& pattern) : pattern_(pattern), json_(item_json(pattern)), members_(json_) {}

  [[nodiscard]] bool is_empty() const noexcept { return members_.members().empty(); }

  [[nodiscard]] bool fits(const Item& item) const {
    // Most items differ in a text; only for the others JSON is worth its while.
    for (const Field<Item>& field : Format<Item>::own) {
      const std::string& wanted = pattern_.*field.text;
      if (!wanted.empty() && wanted != item.*field.text) return false;
    }
    const std::string json = item_json(item);
    const ExtraMembers own(json);
    return std::ranges::all_of(members_.members(), [&](const ExtraMembers::Member& wanted) {
      return std::ranges::any_of(own.members(), [&](const ExtraMembers::Member& member) {
        return member.name == wanted.name && member.value == wanted.value;
      });
    });
  }

 private:
  const Item& pattern_;
  std::string json_;
  ExtraMembers members_;
};

/// Whether the members that tell everything else are equal.
template <class Item>
bool same_key_members(const Item& a, const Item& b) {
  return std::ranges::all_of(Format<Item>::own, [&](const Field<Item>& field) {
    return field.need != Need::key || a.*field.text == b.*field.text;
  });
}

/// The items of a list by the members that tell everything else.
template <class Item>
class KeyIndex {
 public:
  /// The first item with the same key members, `own` left out. Items may have been appended since the last call.
  [[nodiscard]] std::optional<std::size_t> find(const std::vector<Item>& items, const Item& item,
                                                std::optional<std::size_t> own) {
    for (; known_ < items.size(); ++known_) places_[hash_of(items[known_])].push_back(known_);
    for (const std::size_t place : places_[hash_of(item)]) {
      if (own != place && same_key_members(items[place], item)) return place;
    }
    return {};
  }

  /// Before the item at a place becomes another one.
  void change(std::size_t place, const Item& before, const Item& after) {
    if (place >= known_) return;
    std::erase(places_[hash_of(before)], place);
    std::vector<std::size_t>& same = places_[hash_of(after)];
    same.insert(std::ranges::lower_bound(same, place), place);
  }

  /// When items have moved.
  void forget() {
    places_.clear();
    known_ = 0;
  }

 private:
  static std::size_t hash_of(const Item& item) {
    std::size_t hash = 0;
    for (const Field<Item>& field : Format<Item>::own) {
      if (field.need == Need::key) hash = hash * 31 + std::hash<std::string>()(item.*field.text);
    }
    return hash;
  }

  std::unordered_map<std::size_t, std::vector<std::size_t>> places_;  ///< by hash, ascending
  std::size_t known_ = 0;                                             ///< items that are in it
};

/// The item with the members of `value`, and without those that are cleared.
template <class Item>
Result<Item> updated(const Item& item, const Item& value, const std::vector<std::string>& cleared) {
  const std::string before = item_json(item);
  const std::string after = item_json(value);
  const ExtraMembers old_members(before);
  const ExtraMembers new_members(after);
  const auto has = [](const ExtraMembers& members, std::string_view name) {
    return std::ranges::find(members.members(), name, &ExtraMembers::Member::name) != members.members().end();
  };
  JsonWriter writer(JsonLayout::compact);
  writer.begin('{');
  const auto write = [&](const ExtraMembers::Member& member) {
    if (std::ranges::find(cleared, member.name) != cleared.end()) return;
    writer.name(member.name);
    writer.value(member.value);
  };
  for (const ExtraMembers::Member& member : old_members.members()) {
    if (!has(new_members, member.name)) write(member);
  }
  for (const ExtraMembers::Member& member : new_members.members()) write(member);
  writer.end('}');
  ReadOptions unlimited;
  unlimited.max_text_bytes = std::string::npos;
  return read_item<Item>(writer.take(), unlimited);
}

class Mutator {
 public:
  Mutator(const ContextSet& set, const MutateOptions& options) : set_(set), options_(options) {}

  Result<MutatedSet> apply(const std::vector<Mutation>& mutations);

 private:
  template <class Item>
  Result<MutationEffect> apply_to(std::vector<Item>& items, const Mutation& mutation);
  template <class Item>
  Result<MutationEffect> add(std::vector<Item>& items, const Item& value);
  template <class Item>
  Result<MutationEffect> update(std::vector<Item>& items, const std::vector<std::size_t>& found, const Item& value,
                                const std::vector<std::string>& cleared);
  template <class Item>
  Result<MutationEffect> remove(std::vector<Item>& items, const std::vector<std::size_t>& found);
  template <class Item>
  Result<void> check_writable(const Item& item) const;
  template <class Item>
  Result<void> check_item(const std::vector<Item>& items, const Item& item, std::optional<std::size_t> own);
  [[nodiscard]] Error error(ErrorCode code, std::string message) const {
    Error error{code, std::move(message), {}};
    error.where.json_pointer = fmt::format("/{}", index_);
    return error;
  }

  /// Where the item of an `add` or `update` stands, whatever is removed later.
  struct Placed {
    std::size_t mutation;
    std::string (*pointer)(std::size_t);  ///< also tells which list it is
    std::optional<std::size_t> place;     ///< none: it was removed
  };

  ContextSet set_;
  const MutateOptions& options_;
  std::size_t index_ = 0;  ///< of the mutation at hand
  std::vector<Placed> placed_;
  std::tuple<KeyIndex<Template>, KeyIndex<Facet>, KeyIndex<ValueSearch>> keys_;
};

template <class Item>
Result<void> Mutator::check_writable(const Item& item) const {
  ContextSet alone;
  list_of<Item>(alone).push_back(item);
  std::optional<Error> failure;
  find_unwritable(alone, [&](const std::string&, const std::string& message) {
    if (!failure) failure = error(ErrorCode::invalid_argument, message);
  });
  if (failure) return *std::move(failure);
  return {};
}

/// What keeps an item out of a set: it lacks a key member, or another one has the same.
/// @param own  its place, if it has one
template <class Item>
Result<void> Mutator::check_item(const std::vector<Item>& items, const Item& item, std::optional<std::size_t> own) {
  for (const Field<Item>& field : Format<Item>::own) {
    if (field.need != Need::key || !is_blank(item.*field.text)) continue;
    return error(ErrorCode::invalid_argument, fmt::format("The {} would have no `{}`, and is of no use without it.",
                                                          Format<Item>::noun, field.spelling.name));
  }
  if (options_.allow_duplicates) return {};
  const auto same = std::get<KeyIndex<Item>>(keys_).find(items, item, own);
  if (!same) return {};
  return error(ErrorCode::already_exists, fmt::format("{} is the same {}. Update it, or allow duplicates.",
                                                      pointer_of<Item>(*same), Format<Item>::noun));
}

template <class Item>
Result<MutationEffect> Mutator::add(std::vector<Item>& items, const Item& value) {
  if (auto checked = check_writable(value); !checked) return std::move(checked).error();
  if (auto checked = check_item(items, value, {}); !checked) return std::move(checked).error();
  placed_.push_back({index_, &pointer_of<Item>, items.size()});
  items.push_back(value);
  return MutationEffect{MutationOperation::add, {}, 0};
}

template <class Item>
Result<MutationEffect> Mutator::update(std::vector<Item>& items, const std::vector<std::size_t>& found,
                                       const Item& value, const std::vector<std::string>& cleared) {
  if (auto checked = check_writable(value); !checked) return std::move(checked).error();
  MutationEffect effect{MutationOperation::update, {}, found.size()};
  if (found.empty()) return effect;
  const std::size_t place = found.front();
  auto item = updated(items[place], value, cleared);
  if (!item) return error(item.error().code, item.error().message);
  if (auto checked = check_item(items, *item, place); !checked) return std::move(checked).error();
  std::get<KeyIndex<Item>>(keys_).change(place, items[place], *item);
  items[place] = *std::move(item);
  placed_.push_back({index_, &pointer_of<Item>, place});
  return effect;
}

template <class Item>
Result<MutationEffect> Mutator::remove(std::vector<Item>& items, const std::vector<std::size_t>& found) {
  MutationEffect effect{MutationOperation::remove, {}, found.size()};
  for (const std::size_t place : found) effect.json_pointers.push_back(pointer_of<Item>(place));
  for (Placed& placed : placed_) {
    if (placed.pointer != &pointer_of<Item> || !placed.place) continue;
    const auto behind = std::ranges::lower_bound(found, *placed.place);
    const bool gone = behind != found.end() && *behind == *placed.place;
    *placed.place -= static_cast<std::size_t>(behind - found.begin());
    if (gone) placed.place.reset();
  }
  if (!found.empty()) std::get<KeyIndex<Item>>(keys_).forget();
  std::size_t place = 0;
  std::erase_if(items, [&](const Item&) { return std::ranges::binary_search(found, place++); });
  return effect;
}

template <class Item>
Result<MutationEffect> Mutator::apply_to(std::vector<Item>& items, const Mutation& mutation) {
  const auto* value = std::get_if<Item>(&mutation.value);
  if (mutation.operation == MutationOperation::add) return add(items, *value);
  const Identifier<Item> identifier(std::get<Item>(mutation.identifier));
  if (identifier.is_empty()) {
    return error(
        ErrorCode::invalid_argument,
        fmt::format("The identifier is empty, which would mean every {}. Name members of the one that you mean.",
                    Format<Item>::noun));
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (identifier.fits(items[i])) found.push_back(i);
  }
  if (found.empty() && !options_.allow_missing) {
    return error(ErrorCode::not_found,
                 fmt::format("No {} has the members of the identifier; they are compared whole and byte by byte.",
                             Format<Item>::noun));
  }
  if (mutation.operation == MutationOperation::remove) return remove(items, found);
  if (value == nullptr) {
    return error(ErrorCode::invalid_argument,
                 fmt::format("The identifier is that of a {}, the value is not one.", Format<Item>::noun));
  }
  return update(items, found, *value, mutation.cleared);
}

Result<MutatedSet> Mutator::apply(const std::vector<Mutation>& mutations) {
  std::vector<MutationEffect> effects;
  for (; index_ < mutations.size(); ++index_) {
    const Mutation& mutation = mutations[index_];
    const ContextItem& kind = mutation.operation == MutationOperation::add ? mutation.value : mutation.identifier;
    auto effect = std::visit([&]<class Item>(const Item&) { return apply_to(list_of<Item>(set_), mutation); }, kind);
    if (!effect) return std::move(effect).error();
    effects.push_back(*std::move(effect));
  }
  for (const Placed& placed : placed_) {
    if (placed.place) effects[placed.mutation].json_pointers.push_back(placed.pointer(*placed.place));
  }
  set_.extra = merged_extra(set_.extra, {}, set_);
  return MutatedSet{std::move(set_), std::move(effects)};
}

}  // namespace
}  // namespace context

Result<MutatedSet> mutate(const ContextSet& set, const std::vector<Mutation>& mutations, const MutateOptions& options) {
  return context::Mutator(set, options).apply(mutations);
}

}  // namespace querydata::inline v0
