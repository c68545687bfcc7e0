#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "context/item_changes.hpp"
#include "context/item_hash.hpp"
#include "querydata/context_changes.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

/// Places that wait for a partner, the first of them first.
class Waiting {
 public:
  void add(std::size_t place) { places_.push_back(place); }
  std::optional<std::size_t> take() { return next_ < places_.size() ? std::optional(places_[next_++]) : std::nullopt; }

 private:
  std::vector<std::size_t> places_;
  std::size_t next_ = 0;
};

/// For each item of one list the item of the other that it was, or became.
template <class Item>
class Pairing {
 public:
  Pairing(const std::vector<Item>& before, const std::vector<Item>& after)
      : before_(before), after_(after), of_before_(before.size()), of_after_(after.size()) {
    pair_equal();
    pair_by([](const Item& item) { return id_of(item.extra); });
    pair_by([](const Item& item) { return subject_of(item); });
    pair_by([](const Item& item) { return second_key_of(item); });
  }

  void add_to(ContextSetDiff& diff) const {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (!of_before_[i]) diff.removed.push_back(pointer_of<Item>(i));
    }
    for (std::size_t i = 0; i < after_.size(); ++i) {
      if (!of_after_[i]) {
        diff.added.push_back(pointer_of<Item>(i));
      } else if (before_[*of_after_[i]] != after_[i]) {
        diff.changed.push_back(change_of(before_, *of_after_[i], after_, i));
      }
    }
  }

 private:
  void pair(std::size_t before, std::size_t after) {
    of_before_[before] = after;
    of_after_[after] = before;
  }

  void pair_equal() {
    std::unordered_map<const Item*, Waiting, ItemHash, SameItem> waiting;
    for (std::size_t i = 0; i < before_.size(); ++i) waiting[&before_[i]].add(i);
    for (std::size_t i = 0; i < after_.size(); ++i) {
      const auto found = waiting.find(&after_[i]);
      const auto place = found == waiting.end() ? std::nullopt : found->second.take();
      if (place) pair(*place, i);
    }
  }

  template <class Key>
  void pair_by(const Key& key) {
    std::unordered_map<std::string, Waiting> waiting;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (!of_before_[i]) waiting[key(before_[i])].add(i);
    }
    for (std::size_t i = 0; i < after_.size() && !waiting.empty(); ++i) {
      if (of_after_[i]) continue;
      const std::string own = key(after_[i]);
      const auto found = own.empty() ? waiting.end() : waiting.find(own);
      const auto place = found == waiting.end() ? std::nullopt : found->second.take();
      if (place) pair(*place, i);
    }
  }

  const std::vector<Item>& before_;
  const std::vector<Item>& after_;
  std::vector<std::optional<std::size_t>> of_before_;
  std::vector<std::optional<std::size_t>> of_after_;
};

}  // namespace
}  // namespace context

ContextSetDiff diff(const ContextSet& before, const ContextSet& after) {
  ContextSetDiff diff;
  if (auto own = context::member_changes(before.extra, after.extra); !own.empty()) {
    diff.changed.push_back({"", "", std::move(own)});
  }
  context::Pairing(before.templates, after.templates).add_to(diff);
  context::Pairing(before.facets, after.facets).add_to(diff);
  context::Pairing(before.value_searches, after.value_searches).add_to(diff);
  return diff;
}

}  // namespace querydata::inline v0
