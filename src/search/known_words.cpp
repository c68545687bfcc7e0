#include "search/known_words.hpp"

#include <cstdint>
#include <vector>

#include "search/static_model.hpp"

namespace querydata::inline v0::search {

bool knows_whole(std::string_view folded) {
  static const auto model = built_in_model();
  if (!model) return false;
  std::vector<std::uint32_t> pieces;
  (*model)->pieces.append_rows(folded, pieces);
  return pieces.size() == 1;
}

}  // namespace querydata::inline v0::search
