#include "values/relevance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "text/stem.hpp"
#include "text/utf8.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::values {
namespace {

// What a word of the name is worth far away, and how fast that grows beside the span.
constexpr double far_worth = 0.4;
constexpr double fading = 0.25;
constexpr double behind = 0.5;  // a word behind the span is as far as one so much farther before it

// Stems in the names of columns that hold where something begins and ends.
constexpr std::array<std::string_view, 6> origins = {"origin", "sourc", "from", "start", "depart", "departur"};
constexpr std::array<std::string_view, 6> destinations = {"destin", "dest", "to", "end", "arriv", "target"};

}  // namespace

Relevance::Relevance(const ColumnWords& names, const QuestionSpans& question) : names_(names) {
  for (const QuestionSpans::Word& word : question.words())
    // What is called something has it for a name.
    if (word.letters) words_.push_back({word.span, word.text, word.text == "called" ? "name" : text::stem(word.text)});
}

/// 0 if the question does not have the word, else more the nearer it stands. A name of several words may say itself
/// what it is ("Munich Airport"); a word alone does not.
double Relevance::nearness(std::string_view stem, Span span) const {
  double best = 0;
  const auto before =
      std::partition_point(words_.begin(), words_.end(), [&](const Word& word) { return word.span.end <= span.begin; });
  const auto after =
      std::partition_point(before, words_.end(), [&](const Word& word) { return word.span.begin < span.end; });
  const auto offer = [&](double distance) {
    best = std::max(best, far_worth + (1 - far_worth) / (1 + fading * distance));
  };
  if (after - before > 1 && std::any_of(before, after, [&](const Word& word) { return word.stem == stem; })) return 1;
  for (auto word = words_.begin(); word != before; ++word)
    if (word->stem == stem) offer(static_cast<double>(before - word - 1));
  for (auto word = after; word != words_.end(); ++word)
    if (word->stem == stem) offer(static_cast<double>(word - after) + behind);
  return best;
}

/// "from Oslo" leads to columns of origins, "to Oslo" to those of destinations.
bool Relevance::is_led_to(const std::vector<std::string>& column, Span span) const {
  const auto next =
      std::partition_point(words_.begin(), words_.end(), [&](const Word& word) { return word.span.end <= span.begin; });
  if (next == words_.begin()) return false;
  const std::string& leading = std::prev(next)->text;
  return std::any_of(column.begin(), column.end(), [&](const std::string& stem) {
    return (leading == "from" && text::is_one_of(stem, origins)) ||
           (leading == "to" && text::is_one_of(stem, destinations));
  });
}

double Relevance::of(const std::string& table, const std::string& column, Span span) const {
  const ColumnWords::Name& name = names_.of(table, column);
  double met = 0;
  double all = 0;
  for (const std::string& stem : name.column) {
    const double weight = 1 / std::sqrt(static_cast<double>(names_.columns_with(stem)));
    met += weight * nearness(stem, span);
    all += weight;
  }
  const double by_column = is_led_to(name.column, span) ? 1 : all > 0 ? met / all : 0;
  double by_table = 0;
  for (const std::string& stem : name.table) by_table += nearness(stem, span) / static_cast<double>(name.table.size());
  return (by_column + by_table) / 2;
}

std::size_t Relevance::letters_beside(const std::string& table, const std::string& column, Span span) const {
  const ColumnWords::Name& name = names_.of(table, column);
  const auto letters = [&](const Word& word) -> std::size_t {
    const bool known = std::find(name.column.begin(), name.column.end(), word.stem) != name.column.end() ||
                       std::find(name.table.begin(), name.table.end(), word.stem) != name.table.end();
    return known ? text::count_code_points(word.text) + 1 : 0;
  };
  const auto before =
      std::partition_point(words_.begin(), words_.end(), [&](const Word& word) { return word.span.end <= span.begin; });
  const auto after =
      std::partition_point(before, words_.end(), [&](const Word& word) { return word.span.begin < span.end; });
  return std::max(before == words_.begin() ? 0 : letters(*std::prev(before)),
                  after == words_.end() ? 0 : letters(*after));
}

}  // namespace querydata::inline v0::values
