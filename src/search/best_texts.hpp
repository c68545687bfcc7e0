/// @file
/// The texts most similar to a phrase, as they are found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "search/trigram_index.hpp"

namespace querydata::inline v0::search {

/// Keeps the `limit` texts of largest similarity, of equal ones those whose bytes come first, then the lowest ids.
class BestTexts {
 public:
  /// @param at_least  what a text must have to be offered
  BestTexts(double at_least, std::size_t limit, const TextOf& text_of)
      : least_(std::max(at_least, 0.0)), limit_(limit), text_of_(&text_of) {}

  /// What a text must have at least to be kept: grows. A text that just has it is kept only if its bytes come early.
  [[nodiscard]] double least() const noexcept { return least_; }
  [[nodiscard]] bool is_full() const noexcept { return items_.size() >= limit_; }
  /// Changes whenever a text is kept.
  [[nodiscard]] std::size_t generation() const noexcept { return generation_; }

  /// Whether a text could be kept for its bytes if its similarity was `least()`.
  [[nodiscard]] bool comes_early(std::uint32_t id) const {
    return !is_full() || comes_before(text_of_->operator()(id), id, items_.front());
  }

  /// @return  whether the text is kept. If not, no text of the same similarity is whose bytes come later.
  bool offer(std::uint32_t id, float similarity) {
    if (static_cast<double>(similarity) < least_) return false;
    const Item item{id, similarity, (*text_of_)(id)};
    if (is_full()) {
      if (!is_better(item, items_.front())) return false;
      std::pop_heap(items_.begin(), items_.end(), is_better);
      items_.pop_back();
    }
    items_.push_back(item);
    ++generation_;
    if (limit_ != unlimited) std::push_heap(items_.begin(), items_.end(), is_better);
    if (is_full()) least_ = std::max(least_, static_cast<double>(items_.front().similarity));
    return true;
  }

  [[nodiscard]] std::vector<TextMatch> take() {
    std::sort(items_.begin(), items_.end(), is_better);
    std::vector<TextMatch> matches;
    matches.reserve(items_.size());
    for (const Item& item : items_) matches.push_back({item.id, item.similarity});
    return matches;
  }

  [[nodiscard]] std::vector<std::uint32_t> ids() const {
    std::vector<std::uint32_t> ids;
    for (const Item& item : items_) ids.push_back(item.id);
    std::sort(ids.begin(), ids.end());
    return ids;
  }

 private:
  struct Item {
    std::uint32_t id;
    float similarity;
    std::string_view text;
  };

  static bool comes_before(std::string_view text, std::uint32_t id, const Item& other) {
    const int order = text.compare(other.text);
    return order != 0 ? order < 0 : id < other.id;
  }
  static bool is_better(const Item& a, const Item& b) {
    if (a.similarity != b.similarity) return a.similarity > b.similarity;
    return comes_before(a.text, a.id, b);
  }

  double least_;
  std::size_t limit_;
  const TextOf* text_of_;
  std::size_t generation_ = 0;
  std::vector<Item> items_;  ///< a heap with the worst in front, unless there is no limit
};

}  // namespace querydata::inline v0::search
