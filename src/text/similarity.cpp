#include "text/similarity.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "text/utf8.hpp"

namespace querydata::inline v0::text {
namespace {

enum class Swaps { no, yes };

/// What both texts begin and end with costs nothing.
void strip_common(std::u32string_view& left, std::u32string_view& right) {
  const auto differ = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  left.remove_prefix(static_cast<std::size_t>(differ.first - left.begin()));
  right.remove_prefix(static_cast<std::size_t>(differ.second - right.begin()));
  const auto from_end = std::mismatch(left.rbegin(), left.rend(), right.rbegin(), right.rend());
  left.remove_suffix(static_cast<std::size_t>(from_end.first - left.rbegin()));
  right.remove_suffix(static_cast<std::size_t>(from_end.second - right.rbegin()));
}

/// Rows of the dynamic programme, a column for each prefix of `right`; cells outside of the band |i - j| <= limit can't
/// be part of a way of at most `limit` steps and count as limit + 1.
template <Swaps swaps>
std::size_t banded_distance(std::u32string_view left, std::u32string_view right, std::size_t limit) {
  strip_common(left, right);
  if (left.size() < right.size()) std::swap(left, right);
  limit = std::min(limit, left.size());
  if (left.size() - right.size() > limit) return limit + 1;
  if (right.empty()) return left.size();
  const std::size_t far = limit + 1;
  std::vector<std::size_t> before_last(swaps == Swaps::yes ? right.size() + 1 : 0, far);
  std::vector<std::size_t> last(right.size() + 1, far);
  std::vector<std::size_t> row(right.size() + 1, far);
  for (std::size_t j = 0; j <= std::min(right.size(), limit); ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    const std::size_t from = i > limit ? i - limit : 1;
    const std::size_t to = std::min(right.size(), i + limit);
    row[from - 1] = from == 1 && i <= limit ? i : far;
    std::size_t best = row[from - 1];
    for (std::size_t j = from; j <= to; ++j) {
      const bool equal = left[i - 1] == right[j - 1];
      std::size_t steps = std::min({last[j - 1] + (equal ? 0 : 1), last[j] + 1, row[j - 1] + 1, far});
      if constexpr (swaps == Swaps::yes) {
        if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
          steps = std::min(steps, before_last[j - 2] + 1);
      }
      row[j] = steps;
      best = std::min(best, steps);
    }
    if (to < right.size()) row[to + 1] = far;
    if (best > limit) return far;
    if constexpr (swaps == Swaps::yes) std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min(last[right.size()], far);
}

template <Swaps swaps>
double similarity(std::string_view left, std::string_view right, double at_least) {
  const std::u32string a = to_code_points(left);
  const std::u32string b = to_code_points(right);
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer == 0) return 1;
  const auto size = static_cast<double>(longer);
  const double allowed = at_least > 0 ? std::max(0.0, 1 - at_least) : 1;
  const auto limit = static_cast<std::size_t>(allowed * size + 1e-9);  // 0.9 of ten must allow one step
  const std::size_t steps = banded_distance<swaps>(a, b, limit);
  return steps > limit ? 0 : 1 - static_cast<double>(steps) / size;
}

}  // namespace

std::size_t levenshtein_distance(std::u32string_view left, std::u32string_view right, std::size_t limit) {
  return banded_distance<Swaps::no>(left, right, limit);
}

std::size_t levenshtein_distance(std::string_view left, std::string_view right, std::size_t limit) {
  return banded_distance<Swaps::no>(to_code_points(left), to_code_points(right), limit);
}

std::size_t alignment_distance(std::u32string_view left, std::u32string_view right, std::size_t limit) {
  return banded_distance<Swaps::yes>(left, right, limit);
}

std::size_t alignment_distance(std::string_view left, std::string_view right, std::size_t limit) {
  return banded_distance<Swaps::yes>(to_code_points(left), to_code_points(right), limit);
}

double levenshtein_similarity(std::string_view left, std::string_view right, double at_least) {
  return similarity<Swaps::no>(left, right, at_least);
}

double alignment_similarity(std::string_view left, std::string_view right, double at_least) {
  return similarity<Swaps::yes>(left, right, at_least);
}

}  // namespace querydata::inline v0::text
