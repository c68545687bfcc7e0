#include "knowledge/relations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "text/utf8.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::array<std::string_view, 17> articles = {"the", "a",   "an", "der", "die", "das", "den", "dem", "le",
                                                       "la",  "les", "el", "los", "las", "un",  "una", "il"};
constexpr std::array<std::string_view, 5> agents = {"by", "von", "durch", "por", "par"};

class RelationReader {
 public:
  RelationReader(const std::vector<Term>& terms, std::string_view text) : terms_(terms), text_(text) {}

  [[nodiscard]] std::optional<Relation> relation_at(std::size_t verb) const {
    if (terms_[verb].stop || terms_[verb].part || is_name(verb)) return std::nullopt;
    const auto before = name_before(verb);
    if (!before) return std::nullopt;
    Relation relation{*before, terms_[verb].stem, {}};
    std::size_t after = verb + 1;
    if (after < terms_.size() && text::is_one_of(terms_[after].folded, articles)) ++after;
    relation.target = names_from(after);
    if (!relation.target.empty()) return relation;
    for (std::size_t place = verb + 1; place + 1 < terms_.size() && in_clause(verb, place); ++place) {
      if (!text::is_one_of(terms_[place].folded, agents)) continue;
      relation.target = *before;
      relation.doer = names_from(place + 1);
      if (relation.doer.empty()) return std::nullopt;
      return relation;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_name(std::size_t place) const {
    return !terms_[place].stop && text::is_upper(text::decode_utf8(text_, terms_[place].span.begin).value);
  }

  /// No punctuation stands between two words.
  [[nodiscard]] bool in_clause(std::size_t first, std::size_t last) const {
    const std::size_t end = terms_[first].span.end;
    return Span{end, std::max(end, terms_[last].span.begin)}.of(text_).find_first_of(",;:().") ==
           std::string_view::npos;
  }

  [[nodiscard]] std::vector<std::string> names_from(std::size_t place) const {
    std::vector<std::string> names;
    for (; place < terms_.size() && is_name(place) && (place == 0 || in_clause(place - 1, place)); ++place)
      names.push_back(terms_[place].stem);
    return names;
  }

  /// Little words ("was", "has been") may stand before the verb, none but an article before the name.
  [[nodiscard]] std::optional<std::vector<std::string>> name_before(std::size_t verb) const {
    std::size_t end = verb;
    while (end > 0 && terms_[end - 1].stop && in_clause(end - 1, end)) --end;
    std::size_t first = end;
    while (first > 0 && is_name(first - 1) && in_clause(first - 1, first)) --first;
    if (first == end || (end < terms_.size() && !in_clause(end - 1, end))) return std::nullopt;
    const bool governed = first > 0 && in_clause(first - 1, first) && terms_[first - 1].stop &&
                          !text::is_one_of(terms_[first - 1].folded, articles);
    if (governed) return std::nullopt;
    return names_from(first);
  }

  const std::vector<Term>& terms_;
  std::string_view text_;
};

bool share_a_name(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  return std::ranges::any_of(left,
                             [&](const std::string& name) { return std::ranges::find(right, name) != right.end(); });
}

}  // namespace

std::vector<Relation> relations_of(const std::vector<Term>& terms, std::string_view text) {
  const RelationReader reader(terms, text);
  std::vector<Relation> relations;
  for (std::size_t verb = 1; verb < terms.size(); ++verb)
    if (auto relation = reader.relation_at(verb)) relations.push_back(*std::move(relation));
  return relations;
}

bool are_exchanged(const Relation& left, const Relation& right) {
  return left.verb == right.verb && share_a_name(left.doer, right.target) && share_a_name(left.target, right.doer) &&
         !share_a_name(left.doer, right.doer);
}

}  // namespace querydata::inline v0::knowledge
