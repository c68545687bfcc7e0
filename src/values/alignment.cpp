#include "values/alignment.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "text/similarity.hpp"
#include "text/utf8.hpp"
#include "values/little_words.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_phrase_words = 24;
constexpr std::size_t most_value_words = 64;
constexpr std::size_t most_letters = 64;  // of a word that may hold an error

using Word = std::u32string;

bool has_digit(const Word& word) {
  return std::any_of(word.begin(), word.end(), text::is_digit);
}

std::size_t errors_allowed(std::size_t letters) {
  if (letters < 3) return 0;
  if (letters < 4) return 1;
  return letters < 9 ? 2 : 3;
}

/// Where no other word of the phrase says that a value is meant, a short word is met with one error only, and one of
/// seven letters with two only if the words look alike otherwise.
std::size_t errors_allowed_alone(std::size_t letters, bool alike) {
  const bool one = letters <= 6 || (letters == 7 && !alike);
  return one ? std::min<std::size_t>(errors_allowed(letters), 1) : errors_allowed(letters);
}

/// Misspellings seldom begin with another letter (Pollock and Zamora, Collection and characterization of spelling
/// errors, 1983), and most are within a word.
bool look_alike(const Word& left, const Word& right) {
  if (left.empty() || right.empty()) return false;
  return left.back() == right.back() || (left.front() == right.front() && left.size() == right.size());
}

/// Errors between two words, or nothing if they are different words.
std::optional<std::size_t> errors_between(const Word& left, const Word& right, bool alone) {
  if (left == right) return 0;
  const std::size_t longer = std::max(left.size(), right.size());
  const std::size_t allowed = alone ? errors_allowed_alone(longer, look_alike(left, right)) : errors_allowed(longer);
  if (longer > most_letters || longer - std::min(left.size(), right.size()) > allowed) return std::nullopt;
  if (has_digit(left) || has_digit(right)) return std::nullopt;
  const std::size_t errors = text::alignment_distance(std::u32string_view(left), std::u32string_view(right), allowed);
  if (errors > allowed) return std::nullopt;
  return errors;
}

/// How many words of each text a step takes.
struct Step {
  std::uint8_t phrase_words;
  std::uint8_t value_words;
};

class Aligner {
 public:
  Aligner(std::span<const Word> phrase, std::span<const Word> value, std::span<const std::vector<Word>> other_forms)
      : phrase_(phrase), value_(value), other_forms_(other_forms), cells_((phrase.size() + 1) * (value.size() + 1)) {}

  Alignment run() {
    for (std::size_t i = 0; i <= phrase_.size(); ++i)
      for (std::size_t j = 0; j <= value_.size(); ++j) fill(i, j);
    return trace();
  }

  /// Nothing if a word is not met: one left out ("and") may divide two names.
  std::optional<Alignment> run_in_any_order() {
    Alignment found;
    found.reordered = true;
    found.met.resize(value_.size());
    for (std::size_t i = 0; i < phrase_.size(); ++i) {
      std::size_t j = 0;
      while (j < value_.size() && (found.met[j] || !meets(i, j))) ++j;
      if (j == value_.size()) return std::nullopt;
      found.met[j] = true;
      found.covered += value_[j].size();
      found.other_form = found.other_form || phrase_[i] != value_[j];
    }
    return found;
  }

 private:
  struct Cell {
    std::size_t cost = 0;
    Step step{0, 0};
  };

  Cell& at(std::size_t i, std::size_t j) { return cells_[i * (value_.size() + 1) + j]; }

  bool is_other_form(std::size_t i, std::size_t j) const {
    if (other_forms_.empty()) return false;
    const auto& forms = other_forms_[i];
    return std::find(forms.begin(), forms.end(), value_[j]) != forms.end();
  }
  bool meets(std::size_t i, std::size_t j) const { return phrase_[i] == value_[j] || is_other_form(i, j); }
  std::optional<std::size_t> errors_of_words(std::size_t i, std::size_t j) const {
    return is_other_form(i, j) ? 0 : errors_of(phrase_[i], value_[j]);
  }

  static bool may_be_missing(const Word& word) { return joins_names(text::to_utf8(word)); }
  static std::size_t cost_of_leaving_out(const Word& word) { return may_be_missing(word) ? 0 : word.size(); }

  [[nodiscard]] std::optional<std::size_t> errors_of(const Word& left, const Word& right) const {
    return errors_between(left, right, phrase_.size() == 1);
  }

  void fill(std::size_t i, std::size_t j) {
    if (i == 0 && j == 0) return;
    Cell& cell = at(i, j);
    cell.cost = static_cast<std::size_t>(-1);
    const auto offer = [&](Step step, std::optional<std::size_t> cost) {
      if (!cost) return;
      const std::size_t total = at(i - step.phrase_words, j - step.value_words).cost + *cost;
      if (total < cell.cost) cell = {total, step};
    };
    // An apart that should be together, or the other way round, is one more error.
    const auto plus_blank = [](std::optional<std::size_t> errors) {
      return errors ? std::optional(*errors + 1) : errors;
    };
    if (i > 0 && j > 0) offer({1, 1}, errors_of_words(i - 1, j - 1));
    if (i > 0 && j > 1) offer({1, 2}, plus_blank(errors_of(phrase_[i - 1], value_[j - 2] + value_[j - 1])));
    if (i > 1 && j > 0) offer({2, 1}, plus_blank(errors_of(phrase_[i - 2] + phrase_[i - 1], value_[j - 1])));
    if (j > 0) offer({0, 1}, 0);
    if (i > 0) offer({1, 0}, cost_of_leaving_out(phrase_[i - 1]));
  }

  Alignment trace() {
    Alignment found;
    std::size_t i = phrase_.size();
    std::size_t j = value_.size();
    found.edits = at(i, j).cost;
    found.met.resize(value_.size());
    while (i > 0 || j > 0) {
      const Step step = at(i, j).step;
      if (step.phrase_words > 0 && step.value_words > 0) {
        note_meeting(i, j, step, found);
      } else if (step.phrase_words > 0) {
        const bool missing = may_be_missing(phrase_[i - 1]);
        found.left_out_word = found.left_out_word || missing;
        if (!missing) found.worst = 1;
      }
      i -= step.phrase_words;
      j -= step.value_words;
    }
    return found;
  }

  void note_meeting(std::size_t i, std::size_t j, Step step, Alignment& found) {
    const std::size_t errors = at(i, j).cost - at(i - step.phrase_words, j - step.value_words).cost;
    const std::size_t phrase_letters = letters(phrase_, i, step.phrase_words);
    const std::size_t value_letters = letters(value_, j, step.value_words);
    const auto longer = static_cast<double>(std::max(phrase_letters, value_letters));
    found.covered += value_letters;
    found.other_form = found.other_form || (errors == 0 && phrase_[i - 1] != value_[j - 1]);
    for (std::size_t k = j - step.value_words; k < j; ++k) found.met[k] = true;
    found.worst = std::max(found.worst, static_cast<double>(errors) / longer);
    // The trace goes backwards: the last meeting noted is the first of the text.
    found.begins_alike = phrase_[i - step.phrase_words].front() == value_[j - step.value_words].front();
  }

  static std::size_t letters(std::span<const Word> words, std::size_t end, std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t k = end - count; k < end; ++k) sum += words[k].size();
    return sum;
  }

  std::span<const Word> phrase_;
  std::span<const Word> value_;
  std::span<const std::vector<Word>> other_forms_;
  std::vector<Cell> cells_;
};

}  // namespace

std::optional<Alignment> align(std::span<const std::u32string> phrase, std::span<const std::u32string> value,
                               std::span<const std::vector<std::u32string>> other_forms) {
  if (phrase.size() > most_phrase_words || value.size() > most_value_words) return std::nullopt;
  Aligner aligner(phrase, value, other_forms);
  Alignment found = aligner.run();
  if (found.worst >= 1 && phrase.size() > 1)
    if (auto other = aligner.run_in_any_order()) return other;
  if (found.covered == 0) return std::nullopt;
  return found;
}

}  // namespace querydata::inline v0::values
