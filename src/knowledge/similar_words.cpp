#include "knowledge/similar_words.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {
namespace {

std::size_t longest_common_part(const std::u32string& left, const std::u32string& right) {
  std::vector<std::size_t> before(right.size() + 1);
  std::size_t longest = 0;
  for (const char32_t c : left) {
    std::size_t diagonal = 0;
    for (std::size_t place = 1; place <= right.size(); ++place) {
      const std::size_t above = before[place];
      before[place] = c == right[place - 1] ? diagonal + 1 : 0;
      longest = std::max(longest, before[place]);
      diagonal = above;
    }
  }
  return longest;
}

/// A part of so many code points has at least as many bytes; most words share none.
bool may_share_a_part(std::string_view left, std::string_view right) {
  for (std::size_t at = 0; at + shortest_common_part <= left.size(); ++at)
    if (right.find(left.substr(at, shortest_common_part)) != std::string_view::npos) return true;
  return false;
}

}  // namespace

double word_similarity(std::string_view left, std::string_view right) {
  if (left == right) return 1;
  if (!may_share_a_part(left, right)) return 0;
  constexpr double inside = .8;
  const std::u32string a = text::to_code_points(left);
  const std::u32string b = text::to_code_points(right);
  const std::size_t shorter = std::min(a.size(), b.size());
  if (shorter < shortest_common_part) return 0;
  const std::size_t common = longest_common_part(a, b);
  if (common < shortest_common_part) return 0;
  const double part = static_cast<double>(common) / static_cast<double>(std::max(a.size(), b.size()));
  const double held =
      common > shortest_common_part ? inside * static_cast<double>(common) / static_cast<double>(shorter) : 0;
  const double share = std::max(part, held);
  return share * share;
}

}  // namespace querydata::inline v0::knowledge
