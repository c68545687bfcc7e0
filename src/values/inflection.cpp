#include "values/inflection.hpp"

#include <algorithm>

#include "text/stem.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t shortest_singular = 3;
constexpr std::size_t shortest_stem = 4;

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

/// Words that take "es": "box", "church", "bus".
bool takes_es(std::string_view word) {
  return word.ends_with('s') || word.ends_with('x') || word.ends_with('z') || word.ends_with("ch") ||
         word.ends_with("sh");
}

bool ends_in_y(std::string_view word) {
  return word.size() > 1 && word.ends_with('y') && !is_vowel(word[word.size() - 2]);
}

std::string without_end(std::string_view key, std::size_t letters, std::string_view instead = "") {
  return std::string(key.substr(0, key.size() - letters)).append(instead);
}

}  // namespace

std::vector<std::string> other_numbers(std::string_view key) {
  const std::size_t begin = key.rfind(' ') == std::string_view::npos ? 0 : key.rfind(' ') + 1;
  const std::string_view word = key.substr(begin);
  std::vector<std::string> forms;
  if (word.size() < shortest_singular ||
      !std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
    return forms;
  if (ends_in_y(word)) {
    forms.push_back(without_end(key, 1, "ies"));
  } else {
    forms.push_back(without_end(key, 0, takes_es(word) ? "es" : "s"));
  }
  if (!word.ends_with('s') || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is")) return forms;
  if (word.size() > shortest_singular) forms.push_back(without_end(key, 1));
  if (word.ends_with("ies") && word.size() > shortest_singular + 1) forms.push_back(without_end(key, 3, "y"));
  if (word.ends_with("es") && takes_es(word.substr(0, word.size() - 2)) && word.size() > shortest_singular + 1)
    forms.push_back(without_end(key, 2));
  return forms;
}

std::vector<std::string> other_forms(std::string_view key) {
  std::vector<std::string> forms = other_numbers(key);
  const std::size_t begin = key.rfind(' ') == std::string_view::npos ? 0 : key.rfind(' ') + 1;
  const std::string_view word = key.substr(begin);
  if (!word.ends_with("ing") && !word.ends_with("ed")) return forms;
  const std::string stem = text::stem(word);
  if (stem.size() >= shortest_stem && stem.size() < word.size()) forms.push_back(without_end(key, word.size(), stem));
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  return forms;
}

}  // namespace querydata::inline v0::values
