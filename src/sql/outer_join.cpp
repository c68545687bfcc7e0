#include "sql/outer_join.hpp"

#include <algorithm>
#include <utility>

namespace querydata::inline v0::sql {
namespace {

using Items = std::vector<FromId>;

bool holds(const Tree& tree, FromId id, FromId item) {
  return id == item || std::ranges::any_of(tree[id].items, [&](FromId inner) { return holds(tree, inner, item); });
}

void add_tables(const Tree& tree, FromId id, Items& out) {
  if (tree[id].kind != FromKind::group) return out.push_back(id);
  for (const FromId inner : tree[id].items) add_tables(tree, inner, out);
}

class SideFinder {
 public:
  SideFinder(const Tree& tree, FromId item) : tree_(tree), item_(item) {}

  void look(const Items& list) {
    const auto own = std::ranges::find_if(list, [&](FromId id) { return holds(tree_, id, item_); });
    if (own == list.end()) return;
    const JoinKind kind = tree_[*own].join;
    if (kind == JoinKind::left || kind == JoinKind::full) add(*own, own, own + 1);
    // Of "a, b RIGHT JOIN c" only b is joined.
    auto begin = own;
    while (begin != list.begin() && tree_[*begin].join != JoinKind::comma) --begin;
    for (auto later = own + 1; later != list.end() && tree_[*later].join != JoinKind::comma; ++later) {
      const JoinKind join = tree_[*later].join;
      if (join == JoinKind::right || join == JoinKind::full) add(*later, begin, later);
    }
    look(tree_[*own].items);
  }

  [[nodiscard]] std::optional<OptionalSide> found() && { return std::move(found_); }

 private:
  void add(FromId join, Items::const_iterator begin, Items::const_iterator end) {
    const bool one = !found_ && tree_[join].join != JoinKind::full;
    found_ = OptionalSide{join, {}, one};
    for (; begin != end; ++begin) add_tables(tree_, *begin, found_->items);
  }

  const Tree& tree_;
  FromId item_;
  std::optional<OptionalSide> found_;
};

}  // namespace

std::optional<OptionalSide> optional_side(const Tree& tree, SelectId select, FromId item) {
  SideFinder finder(tree, item);
  finder.look(tree[select].from);
  return std::move(finder).found();
}

}  // namespace querydata::inline v0::sql
