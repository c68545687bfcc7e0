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

}  // namespace

double word_similarity(std::string_view left, std::string_view right) {
  if (left == right) return 1;
  constexpr std::size_t shortest = 4;
  constexpr double inside = .8;
  const std::u32string a = text::to_code_points(left);
  const std::u32string b = text::to_code_points(right);
  const std::size_t shorter = std::min(a.size(), b.size());
  if (shorter < shortest) return 0;
  const std::size_t common = longest_common_part(a, b);
  if (common < shortest) return 0;
  const double part = static_cast<double>(common) / static_cast<double>(std::max(a.size(), b.size()));
  const double held = common > shortest ? inside * static_cast<double>(common) / static_cast<double>(shorter) : 0;
  const double share = std::max(part, held);
  return share * share;
}

}  // namespace querydata::inline v0::knowledge
