#include "values/scoped_meanings.hpp"

#include <algorithm>

namespace querydata::inline v0::values {

/// Names that are not visible are passed over when an index is searched, so one of more columns serves as well.
bool ScopedMeanings::serves(const Known& known, const VisibleColumns& visible) const {
  if (known.index == nullptr) return known.visible == visible;
  for (std::size_t column = 0; column < visible.size(); ++column)
    if (visible[column] && !known.visible[column]) return false;
  return true;
}

Result<std::shared_ptr<const MeaningIndex>> ScopedMeanings::of(const VisibleColumns& visible) const {
  // Threads that ask for the same scope wait for one to embed its names.
  const std::scoped_lock lock(mutex_);
  const auto found =
      std::find_if(known_.begin(), known_.end(), [&](const Known& item) { return serves(item, visible); });
  if (found != known_.end()) {
    known_.splice(known_.begin(), known_, found);
    return found->index;
  }
  auto made = MeaningIndex::build(values_, visible, embedder_);
  if (!made) return made.error();
  known_.push_front({visible, *std::move(made)});
  if (known_.size() > most_scopes) known_.pop_back();
  return known_.front().index;
}

}  // namespace querydata::inline v0::values
