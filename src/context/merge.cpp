#include <algorithm>
#include <ranges>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "context/item_changes.hpp"
#include "context/item_hash.hpp"
#include "context/merged_extra.hpp"
#include "querydata/context_changes.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

/// Merges the lists of one kind of items.
template <class Item>
class ListMerger {
 public:
  ListMerger(const std::vector<Item>& ours, const std::vector<Item>& theirs, MergePreference preference)
      : ours_(ours), theirs_(theirs), preference_(preference) {
    std::unordered_set<const Item*, ItemHash, SameItem> of_theirs;
    for (const Item& item : theirs) of_theirs.insert(&item);
    std::vector<std::size_t> shared;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      known_.insert(&ours[i]);
      if (of_theirs.contains(&ours[i])) {
        shared.push_back(i);
      } else {
        offer(i);
      }
    }
    // What both sets have is nobody's to replace, and a rival only where there is no other.
    for (const std::size_t place : shared) offer(place);
    settled_.insert(shared.begin(), shared.end());
  }

  std::vector<Item> merge(MergedSet& merged) {
    std::vector<Item> items = ours_;
    for (std::size_t i = 0; i < theirs_.size(); ++i) {
      if (!known_.insert(&theirs_[i]).second) continue;
      const std::vector<std::size_t> rivals = rivals_of(theirs_[i]);
      for (const std::size_t rival : rivals) merged.conflicts.push_back(change_of(ours_, rival, theirs_, i));
      if (rivals.empty()) ++merged.added;
      const bool replaces = preference_ == MergePreference::theirs && replace(items, rivals, theirs_[i]);
      if (!replaces && (rivals.empty() || preference_ != MergePreference::ours)) items.push_back(theirs_[i]);
    }
    for (const std::size_t place : std::views::reverse(dropped_)) {
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
    }
    return items;
  }

 private:
  /// Makes an item of ours known as a rival.
  void offer(std::size_t place) {
    const Item& item = ours_[place];
    if (std::string id = id_of(item.extra); !id.empty()) by_id_.emplace(std::move(id), place);
    if (std::string subject = subject_of(item); !subject.empty()) by_subject_.emplace(std::move(subject), place);
  }

  /// The item with the same id and the one with the same subject, each once.
  [[nodiscard]] std::vector<std::size_t> rivals_of(const Item& item) const {
    std::vector<std::size_t> rivals;
    if (const auto found = by_id_.find(id_of(item.extra)); found != by_id_.end()) rivals.push_back(found->second);
    const auto found = by_subject_.find(subject_of(item));
    if (found != by_subject_.end() && std::ranges::find(rivals, found->second) == rivals.end()) {
      rivals.push_back(found->second);
    }
    return rivals;
  }

  /// Puts an item in the place of the first of its rivals that may go; the other goes too.
  /// @return  whether there was one
  bool replace(std::vector<Item>& items, const std::vector<std::size_t>& rivals, const Item& item) {
    bool placed = false;
    for (const std::size_t rival : rivals) {
      if (!settled_.insert(rival).second) continue;
      if (placed) {
        dropped_.insert(rival);
      } else {
        items[rival] = item;
      }
      placed = true;
    }
    return placed;
  }

  const std::vector<Item>& ours_;
  const std::vector<Item>& theirs_;
  MergePreference preference_;
  std::unordered_set<const Item*, ItemHash, SameItem> known_;
  std::unordered_map<std::string, std::size_t> by_id_;
  std::unordered_map<std::string, std::size_t> by_subject_;
  std::unordered_set<std::size_t> settled_;  ///< places whose items stay as they are by now
  std::set<std::size_t> dropped_;            ///< places whose items lost to one that took another's place
};

/// Members that both sets have and that differ; what only one of them has is none.
void add_extra_conflicts(const ContextSet& ours, const ContextSet& theirs, std::vector<ItemChange>& conflicts) {
  std::vector<MemberChange> members = member_changes(ours.extra, theirs.extra);
  std::erase_if(members, [](const MemberChange& change) { return change.before.empty() || change.after.empty(); });
  if (!members.empty()) conflicts.push_back({"", "", std::move(members)});
}

}  // namespace
}  // namespace context

MergedSet merge(const ContextSet& ours, const ContextSet& theirs, MergePreference preference) {
  using context::ListMerger;
  MergedSet merged;
  context::add_extra_conflicts(ours, theirs, merged.conflicts);
  ContextSet& set = merged.set;
  set.templates = ListMerger(ours.templates, theirs.templates, preference).merge(merged);
  set.facets = ListMerger(ours.facets, theirs.facets, preference).merge(merged);
  set.value_searches = ListMerger(ours.value_searches, theirs.value_searches, preference).merge(merged);
  set.extra = preference == MergePreference::theirs ? context::merged_extra(theirs.extra, ours.extra, set)
                                                    : context::merged_extra(ours.extra, theirs.extra, set);
  return merged;
}

}  // namespace querydata::inline v0
