#include "sql/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "model/names.hpp"

namespace querydata::inline v0::sql {

namespace {

/// Insertions, deletions and exchanges that turn one into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto exchanged = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, exchanged});
    }
  }
  return row.back();
}

constexpr std::size_t longest = 128;  ///< names of engines are shorter

}  // namespace

Nearest::Nearest(std::string_view wanted)
    : wanted_(model::lower(wanted)), distance_(wanted.size() > longest ? 0 : wanted.size() / 3 + 1) {}

void Nearest::offer(std::string_view name) {
  const auto gap = name.size() > wanted_.size() ? name.size() - wanted_.size() : wanted_.size() - name.size();
  if (name.empty() || gap > distance_) return;
  const auto distance = edit_distance(wanted_, model::lower(name));
  const bool nearer = distance < distance_ || (distance == distance_ && (best_.empty() || name < best_));
  if (!nearer) return;
  distance_ = distance;
  best_ = name;
}

}  // namespace querydata::inline v0::sql
