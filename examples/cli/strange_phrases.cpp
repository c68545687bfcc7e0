#include "strange_phrases.hpp"

#include <map>
#include <string_view>
#include <utility>

#include "random_numbers.hpp"

namespace {

constexpr std::size_t shortest_word = 4;
constexpr std::size_t longest_word = 12;
constexpr char edge = ' ';

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::vector<std::string> words_of(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && is_letter(text[end])) ++end;
      if (end - begin >= shortest_word) words.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return words;
}

/// Which letters follow two others, each as often as it does.
class Chain {
 public:
  explicit Chain(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const std::string text = std::string(2, edge) + word + edge;
      for (std::size_t i = 2; i < text.size(); ++i) following_[text.substr(i - 2, 2)] += text[i];
    }
  }

  [[nodiscard]] std::string word(RandomNumbers& random) const {
    for (;;) {
      std::string made(2, edge);
      while (made.size() < longest_word + 2) {
        const std::string& letters = following_.at(made.substr(made.size() - 2));
        const char next = letters[random.below(letters.size())];
        if (next == edge) break;
        made += next;
      }
      if (made.size() >= shortest_word + 2) return made.substr(2);
    }
  }

 private:
  std::map<std::string, std::string> following_;
};

}  // namespace

std::vector<std::string> strange_phrases(const std::vector<std::string>& texts, std::size_t count, std::uint64_t seed,
                                         const std::function<bool(const std::string&)>& is_strange) {
  constexpr std::size_t tries_a_phrase = 100;
  const std::vector<std::string> words = words_of(texts);
  std::vector<std::string> phrases;
  if (words.empty()) return phrases;
  const Chain chain(words);
  RandomNumbers random(seed);
  for (std::size_t tried = 0; phrases.size() < count && tried < count * tries_a_phrase; ++tried) {
    std::string phrase = chain.word(random);
    for (std::size_t more = random.below(3); more > 0; --more) phrase += ' ' + chain.word(random);
    if (tried % 3 == 2) phrase += ' ' + words[random.below(words.size())];
    if (is_strange(phrase)) phrases.push_back(std::move(phrase));
  }
  return phrases;
}
