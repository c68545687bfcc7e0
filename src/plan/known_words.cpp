#include "plan/known_words.hpp"

#include <cstdint>
#include <vector>

#include "search/static_model.hpp"

namespace querydata::inline v0::plan {

bool is_known_word(std::string_view folded) {
  static const auto model = search::built_in_model();
  if (!model) return false;
  constexpr std::size_t shortest = 5;  // shorter ones are often pieces of other words
  if (folded.size() < shortest) return false;
  std::vector<std::uint32_t> pieces;
  (*model)->pieces.append_rows(folded, pieces);
  return pieces.size() == 1;
}

}  // namespace querydata::inline v0::plan
