#include "context/named_numbers.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "text/identifiers.hpp"
#include "text/stem.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::size_t most_steps = 20'000;  // of the search
constexpr int nearest = 32;                 // the worth of a word that stands next to a number

std::set<std::string> stems_of(std::string_view name) {
  std::set<std::string> stems;
  for (const std::string& word : text::split_identifier(name)) stems.insert(text::stem(word));
  return stems;
}

/// The words around a mention, up to the other mentions.
std::vector<NearWord> words_of(const std::vector<Mention>& mentions, std::size_t i, const Sentence& sentence) {
  std::vector<NearWord> words = sentence.words_near(mentions[i]);
  std::erase_if(words, [&](const NearWord& word) {
    const bool before = i > 0 && word.token < mentions[i - 1].last;
    return before || (i + 1 < mentions.size() && word.token >= mentions[i + 1].first);
  });
  return words;
}

/// How near a word stands: from 1 on.
int nearness(const NearWord& word) {
  const int away = static_cast<int>(word.distance) * 2 + (word.behind ? 1 : 0) + (word.parted ? 12 : 0);
  return std::max(1, nearest - away);
}

/// By column and mention.
using Suits = std::vector<std::vector<int>>;

/// How well the mention with these words around it suits the column; 0 if they do not name it.
int suits(const NameStems& names, const std::vector<NearWord>& words) {
  std::map<std::string_view, int> said;
  bool table = false;
  for (const NearWord& word : words) {
    if (names.column.contains(std::string(word.stem))) {
      int& best = said.try_emplace(word.stem, 0).first->second;
      best = std::max(best, nearness(word));
    }
    table = table || (names.table.contains(std::string(word.stem)) && !word.parted);
  }
  int sum = 0;
  for (const auto& [stem, near] : said) sum += near;
  return sum == 0 && table ? 1 : sum;
}

Suits suits_of(const std::vector<NameStems>& names, const std::vector<Mention>& mentions, const Sentence& sentence) {
  Suits all(names.size(), std::vector<int>(mentions.size()));
  for (std::size_t i = 0; i < mentions.size(); ++i) {
    const std::vector<NearWord> words = words_of(mentions, i, sentence);
    for (std::size_t column = 0; column < names.size(); ++column) all[column][i] = suits(names[column], words);
  }
  return all;
}

/// The best way to give each column one mention or none.
class Assignment {
 public:
  explicit Assignment(const Suits& all) : chosen_(all.size()), best_(all.size()) {
    for (const std::vector<int>& suits : all) {
      auto& own = options_.emplace_back();
      for (std::size_t i = 0; i < suits.size(); ++i) {
        if (suits[i] > 0) own.emplace_back(i, suits[i]);
      }
      std::stable_sort(own.begin(), own.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    }
    extend(0, 0);
  }

  [[nodiscard]] const std::vector<std::optional<std::size_t>>& best() const { return best_; }
  [[nodiscard]] int score() const { return best_score_; }

 private:
  void extend(std::size_t column, int score) {
    if (++steps_ > most_steps) return;
    if (column == options_.size()) {
      if (score <= best_score_) return;
      best_score_ = score;
      best_ = chosen_;
      return;
    }
    for (const auto& [mention, suits] : options_[column]) {
      if (!used_.insert(mention).second) continue;
      chosen_[column] = mention;
      extend(column + 1, score + suits);
      chosen_[column].reset();
      used_.erase(mention);
    }
    extend(column + 1, score);
  }

  std::vector<std::vector<std::pair<std::size_t, int>>> options_;  ///< by column: mentions, best first
  std::vector<std::optional<std::size_t>> chosen_;
  std::vector<std::optional<std::size_t>> best_;
  std::set<std::size_t> used_;
  int best_score_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

std::set<std::string> NameStems::all() const {
  std::set<std::string> stems = column;
  stems.insert(table.begin(), table.end());
  return stems;
}

NameStems name_stems(const Subject& subject) {
  return {stems_of(subject.column), stems_of(subject.table)};
}

std::vector<std::optional<std::size_t>> mentions_by_name(const std::vector<NameStems>& names,
                                                         const std::vector<Mention>& mentions,
                                                         const Sentence& sentence) {
  return Assignment(suits_of(names, mentions, sentence)).best();
}

bool are_crossed(const std::vector<NameStems>& names, const std::vector<Mention>& mentions, const Sentence& sentence) {
  constexpr int clearly = nearest / 2;
  std::vector<Mention> ascending = mentions;
  std::ranges::sort(ascending, {}, &Mention::first);
  const Suits all = suits_of(names, ascending, sentence);
  int own = 0;
  for (std::size_t column = 0; column < names.size(); ++column) {
    own += all[column][static_cast<std::size_t>(std::ranges::find(ascending, mentions[column]) - ascending.begin())];
  }
  return Assignment(all).score() >= own + clearly;
}

}  // namespace querydata::inline v0::context
