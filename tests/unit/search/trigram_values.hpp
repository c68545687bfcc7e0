/// @file
/// Large sets of values and misspelt phrases for tests and benchmarks of trigram searches, the same on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace querydata::test {

/// Names of two to four words of few syllables: hard, since each trigram is in thousands of them.
inline std::string hard_name(std::mt19937& random) {
  static constexpr std::array<std::string_view, 29> syllables = {
      "an", "ba",  "cor", "da",  "el", "fi", "gan", "ho", "in", "ja", "ka",  "lo",  "mar", "ne", "or",
      "pa", "qui", "ra",  "sen", "ta", "ul", "va",  "wi", "xe", "yo", "zan", "ber", "lin", "ton"};
  std::string name;
  for (std::size_t words = 2 + random() % 3; words > 0; --words) {
    if (!name.empty()) name += ' ';
    const std::size_t begin = name.size();
    for (std::size_t parts = 2 + random() % 3; parts > 0; --parts) name += syllables[random() % syllables.size()];
    name[begin] = static_cast<char>(name[begin] - 'a' + 'A');
  }
  return name;
}

/// The first words of one string and the last ones of another.
inline std::string recombined(const std::vector<std::string>& strings, std::mt19937& random) {
  const auto part = [&](bool first) {
    const std::string& string = strings[random() % strings.size()];
    std::vector<std::size_t> blanks;
    for (std::size_t i = 0; i < string.size(); ++i)
      if (string[i] == ' ') blanks.push_back(i);
    if (blanks.empty()) return string;
    const std::size_t cut = blanks[random() % blanks.size()];
    return first ? string.substr(0, cut) : string.substr(cut + 1);
  };
  return part(true) + " " + part(false);
}

/// `count` different results of `make`.
template <class Make>
std::vector<std::string> distinct_values(std::size_t count, std::mt19937& random, Make make) {
  std::unordered_set<std::string> seen;
  std::vector<std::string> values;
  while (values.size() < count)
    if (auto value = make(random); seen.insert(value).second) values.push_back(std::move(value));
  return values;
}

/// A value with one byte replaced, left out, doubled, or swapped with the next, outside characters of several bytes.
inline std::string misspelt(std::string value, std::mt19937& random) {
  for (int tries = 0; tries < 100 && value.size() > 2; ++tries) {
    const std::size_t at = random() % (value.size() - 1);
    const auto is_ascii = [&](std::size_t i) { return static_cast<unsigned char>(value[i]) < 0x80 && value[i] != ' '; };
    if (!is_ascii(at) || !is_ascii(at + 1)) continue;
    switch (random() % 4) {
      case 0:
        value[at] = static_cast<char>('a' + random() % 26);
        break;
      case 1:
        value.erase(at, 1);
        break;
      case 2:
        value.insert(at, 1, value[at]);
        break;
      default:
        std::swap(value[at], value[at + 1]);
        break;
    }
    break;
  }
  return value;
}

}  // namespace querydata::test
