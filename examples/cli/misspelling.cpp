#include "misspelling.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t shortest_word = 4;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Where the letters of words stand that are long enough.
std::vector<std::size_t> places_in(std::string_view text) {
  std::vector<std::size_t> places;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_letter(text[end])) ++end;
    for (std::size_t i = begin; end - begin >= shortest_word && i < end; ++i) places.push_back(i);
    begin = end + 1;
  }
  return places;
}

char other_letter(char letter, RandomNumbers& random) {
  const char first = letter >= 'a' ? 'a' : 'A';
  const auto place = static_cast<std::size_t>(letter - first);
  return static_cast<char>(first + static_cast<char>((place + 1 + random.below(25)) % 26));
}

}  // namespace

bool can_be_misspelt(std::string_view text) {
  return text.find_first_of("0123456789") == std::string_view::npos && !places_in(text).empty();
}

std::string misspelt(std::string_view text, RandomNumbers& random) {
  const auto places = places_in(text);
  const std::size_t place = places[random.below(places.size())];
  std::string wrong(text);
  const bool next_is_other = place + 1 < text.size() && is_letter(text[place + 1]) && text[place + 1] != text[place];
  switch (random.below(4)) {
    case 0:
      wrong.erase(place, 1);
      break;
    case 1:
      wrong.insert(place, 1, wrong[place]);
      break;
    case 2:
      if (next_is_other) {
        std::swap(wrong[place], wrong[place + 1]);
        break;
      }
      [[fallthrough]];
    default:
      wrong[place] = other_letter(wrong[place], random);
  }
  return wrong;
}
