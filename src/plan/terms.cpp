#include "plan/terms.hpp"

#include <algorithm>

#include "text/stem.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr double least_similarity = 0.35;  // below it two words are unrelated

template <class T>
std::size_t common(const std::vector<T>& left, const std::vector<T>& right) {
  std::size_t count = 0;
  for (auto l = left.begin(), r = right.begin(); l != left.end() && r != right.end();) {
    if (*l == *r) ++count;
    const bool advance_left = *l <= *r;
    const bool advance_right = *r <= *l;
    if (advance_left) ++l;
    if (advance_right) ++r;
  }
  return count;
}

std::vector<std::uint32_t> character_trigrams(std::string_view word) {
  std::u32string points = U" " + text::to_code_points(word) + U" ";
  std::vector<std::uint32_t> grams;
  for (std::size_t i = 0; i + 2 < points.size(); ++i) {
    grams.push_back(static_cast<std::uint32_t>(points[i]) * 961U + static_cast<std::uint32_t>(points[i + 1]) * 31U +
                    static_cast<std::uint32_t>(points[i + 2]));
  }
  std::sort(grams.begin(), grams.end());
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

double spelling_similarity(const Term& left, const Term& right) {
  if (left.trigrams.empty() || right.trigrams.empty() || left.text.front() != right.text.front()) return 0;
  const double shared = static_cast<double>(common(left.trigrams, right.trigrams));
  const double dice = 2 * shared / static_cast<double>(left.trigrams.size() + right.trigrams.size());
  // A beginning of four letters that is the other word cut short: "dept" is no case of it, "num" and "number" are not
  // either, "descr" and "description" are.
  const auto& [shorter, longer] =
      std::minmax(left.text, right.text, [](const auto& a, const auto& b) { return a.size() < b.size(); });
  if (shorter.size() >= 4 && longer.starts_with(shorter)) return std::max(0.6, dice);
  return dice >= 0.6 ? 0.9 * dice : 0;
}

bool shares_measure(const Term& left, const Term& right) {
  return std::any_of(left.measures.begin(), left.measures.end(), [&](const std::string& measure) {
    return std::find(right.measures.begin(), right.measures.end(), measure) != right.measures.end();
  });
}

double superlative_similarity(const Term& left, const Term& right) {
  if (left.direction != right.direction) return 0;
  if (shares_measure(left, right)) return 0.85;
  return left.measures.empty() || right.measures.empty() ? 0.7 : 0.4;
}

bool strict(Comparison comparison) {
  return comparison == Comparison::less || comparison == Comparison::greater;
}

double comparison_similarity(Comparison left, Comparison right) {
  if (left == right) return 1;
  const auto loosened = [](Comparison comparison) {
    if (comparison == Comparison::less) return Comparison::less_equal;
    return comparison == Comparison::greater ? Comparison::greater_equal : comparison;
  };
  return loosened(left) == loosened(right) && strict(left) != strict(right) ? 0.4 : 0;
}

double role_similarity(const Term& left, const Term& right) {
  switch (left.role) {
    case Role::aggregate:
      return left.aggregate == right.aggregate ? 1 : 0;
    case Role::superlative:
      return superlative_similarity(left, right);
    case Role::comparison:
      return comparison_similarity(left.comparison, right.comparison);
    case Role::measure:
      return shares_measure(left, right) ? 0.9 : 0;
    case Role::negation:
    case Role::grouping:
    case Role::distinct:
      return 1;
    case Role::ordering:
      return 0.7;
    case Role::none:
      break;
  }
  return 0;
}

/// "how long" and "length", "longest" and "length".
double measure_similarity(const Term& cue, const Term& noun) {
  const bool named = std::any_of(cue.measures.begin(), cue.measures.end(), [&](const std::string& measure) {
    return measure == noun.text || measure == noun.stem;
  });
  if (!named) return 0;
  return cue.role == Role::measure ? 0.8 : 0.5;
}

/// "maximum" asked for as an aggregate and as a superlative.
double extreme_similarity(const Term& aggregate, const Term& superlative_term) {
  const Direction direction = superlative_term.direction;
  const bool same = (aggregate.aggregate == Aggregate::maximum && direction == Direction::highest) ||
                    (aggregate.aggregate == Aggregate::minimum && direction == Direction::lowest);
  return same ? 0.7 : 0;
}

double mixed_role_similarity(const Term& left, const Term& right) {
  if (left.role == Role::aggregate && right.role == Role::superlative) return extreme_similarity(left, right);
  if (right.role == Role::aggregate && left.role == Role::superlative) return extreme_similarity(right, left);
  if (left.role == Role::superlative || left.role == Role::measure) return measure_similarity(left, right);
  if (right.role == Role::superlative || right.role == Role::measure) return measure_similarity(right, left);
  return 0;
}

std::string key_of(const Term& term) {
  std::string key = term.text;
  key += '\x1f';
  key += static_cast<char>('a' + static_cast<int>(term.role));
  key += static_cast<char>('a' + static_cast<int>(term.aggregate));
  key += static_cast<char>('a' + static_cast<int>(term.comparison));
  key += static_cast<char>('a' + static_cast<int>(term.direction));
  for (const std::string& measure : term.measures) key += '\x1f' + measure;
  return key;
}

}  // namespace

double Term::weight() const noexcept {
  switch (role) {
    case Role::superlative:
      return 1.2;
    case Role::negation:
      return 1.0;
    case Role::measure:
      return 0.8;
    case Role::aggregate:
      return 0.6;
    case Role::comparison:
      return 0.6;
    case Role::grouping:
      return 0.5;
    case Role::ordering:
      return 0.4;
    case Role::distinct:
      return 0.2;
    case Role::none:
      break;
  }
  switch (word_class) {
    case WordClass::content:
      return 1.0;
    case WordClass::light:
      return 0.35;
    case WordClass::function:
      return 0.1;
    case WordClass::request:
      return 0.05;
  }
  return 0;
}

bool Term::is_content() const noexcept {
  return role == Role::none && word_class == WordClass::content;
}

Term make_term(std::string_view folded) {
  Term term;
  term.text = folded;
  term.stem = text::stem(folded);
  term.word_class = word_class(folded);
  const auto groups = synonym_groups(term.text, term.stem);
  term.groups.assign(groups.begin(), groups.end());
  // Short words, function words and degrees of adjectives resemble others by chance.
  const bool spelled = folded.size() >= 4 && term.word_class == WordClass::content && superlative(folded) == nullptr &&
                       comparative(folded) == Direction::none;
  if (spelled) term.trigrams = character_trigrams(folded);
  return term;
}

const Term& TermMemo::of(const std::string& folded) {
  const auto known = terms_.find(folded);
  return known != terms_.end() ? known->second : terms_.emplace(folded, make_term(folded)).first->second;
}

double similarity(const Term& left, const Term& right) {
  if (left.role == Role::none && right.role == Role::none) {
    if (left.text == right.text) return 1;
    if (left.stem == right.stem) return 0.95;
    if (common(left.groups, right.groups) > 0) return 0.8;
    return spelling_similarity(left, right);
  }
  if (left.role == right.role)
    return left.text == right.text ? std::max(role_similarity(left, right), 0.0) : role_similarity(left, right);
  if (left.text == right.text) return 0.6;
  if (const double mixed = mixed_role_similarity(left, right); mixed > 0) return mixed;
  return common(left.groups, right.groups) > 0 ? 0.5 : 0;
}

std::size_t Vocabulary::add(const Term& term) {
  const auto [found, added] = by_key_.try_emplace(key_of(term), terms_.size());
  if (added) terms_.push_back(term);
  return found->second;
}

std::vector<std::pair<std::size_t, float>> Vocabulary::resembling(const Term& term) const {
  std::vector<std::pair<std::size_t, float>> found;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const double score = similarity(term, terms_[i]);
    if (score >= least_similarity) found.emplace_back(i, static_cast<float>(score));
  }
  return found;
}

}  // namespace querydata::inline v0::plan
