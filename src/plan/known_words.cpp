#include "plan/known_words.hpp"

#include "search/known_words.hpp"

namespace querydata::inline v0::plan {

bool is_known_word(std::string_view folded) {
  constexpr std::size_t shortest = 5;  // shorter ones are often pieces of other words
  return folded.size() >= shortest && search::knows_whole(folded);
}

}  // namespace querydata::inline v0::plan
