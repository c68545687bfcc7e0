#include "plan/follow_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace querydata::inline v0::plan {
namespace {

constexpr double farthest_link = 0.3;     // weaker links are not the value that is meant
constexpr std::size_t most_readings = 4;  // of places that are alike
constexpr std::array openings = {"and",   "or", "but",  "then", "now", "so", "what", "how",
                                 "about", "if", "also", "same", "for", "as", "ok",   "okay"};
constexpr std::array restrictions = {"only", "just"};
constexpr std::array closings = {"instead", "too", "well", "only", "ones", "one", "please", "then", "as"};
constexpr std::array references = {"that", "those", "these", "them", "they", "it", "this", "there", "rows", "results"};

template <std::size_t size>
bool is_one_of(const std::array<const char*, size>& words, const std::string& word) {
  return std::ranges::find(words, std::string_view(word)) != words.end();
}

/// A value of the earlier question.
struct Place {
  Span span;
  const PlanParameter* parameter = nullptr;
  bool number = false;
  bool date = false;
  std::string before;  ///< the word in front of it
};

std::string word_before(const Utterance& question, Span span) {
  std::string before;
  for (const Word& word : question.words) {
    if (word.span.end <= span.begin) before = word.term.text;
  }
  return before;
}

std::vector<Place> values_with_places(const Plan& earlier, const Utterance& question) {
  std::vector<Place> places;
  for (const PlanParameter& parameter : earlier.parameters) {
    const Span span = parameter.span;
    const auto same = [&](const Place& place) { return place.span == span; };
    if (span.empty() || std::ranges::any_of(places, same)) continue;
    const auto over = [&](const auto& mention) { return mention.span.overlaps(span); };
    Place place{span, &parameter, false, false, word_before(question, span)};
    place.date = !parameter.link && std::ranges::any_of(question.dates, over);
    place.number = !parameter.link && !place.date && std::ranges::any_of(question.numbers, over);
    places.push_back(std::move(place));
  }
  return places;
}

/// The words of a question without those that only tie it to the earlier one.
class Remainder {
 public:
  explicit Remainder(const Utterance& question) : question_(question), last_(question.words.size()) {
    while (first_ < last_ && (opens(first_) || restricts(first_))) restricted_ = restricts(first_++) || restricted_;
    while (last_ > first_ && is_one_of(closings, text(last_ - 1))) --last_;
  }

  [[nodiscard]] bool is_restricted() const { return restricted_; }
  [[nodiscard]] bool is_empty() const { return first_ == last_; }
  [[nodiscard]] std::string words() const {
    if (is_empty()) return {};
    return std::string(
        Span{question_.words[first_].span.begin, question_.words[last_ - 1].span.end}.of(question_.text));
  }

 private:
  [[nodiscard]] const std::string& text(std::size_t word) const { return question_.words[word].term.text; }
  [[nodiscard]] bool restricts(std::size_t word) const { return is_one_of(restrictions, text(word)); }
  /// "how" of "how about", not of "how many"; "for" of "what about for 2024" stays with its value.
  [[nodiscard]] bool opens(std::size_t word) const {
    if (!is_one_of(openings, text(word))) return false;
    const std::string next = word + 1 < question_.words.size() ? text(word + 1) : std::string();
    if (text(word) == "how" || text(word) == "what") return next == "about" || next == "if";
    if (text(word) == "for" || text(word) == "as") return word > 0 && text(word - 1) == "same";
    return true;
  }

  const Utterance& question_;
  std::size_t first_ = 0;
  std::size_t last_;
  bool restricted_ = false;
};

/// The values of a question: its mentions, the longest of those that overlap.
std::vector<const Mention*> values_of(const Matches& asked) {
  std::vector<const Mention*> values;
  for (const Mention& mention : asked.mentions) {
    const bool linked = !mention.links.empty() && mention.links.front()->distance <= farthest_link;
    if (!linked && mention.number == nullptr && mention.date == nullptr) continue;
    const auto covers = [&](const Mention* other) { return other->span.overlaps(mention.span); };
    if (std::ranges::none_of(values, covers)) values.push_back(&mention);
  }
  return values;
}

bool takes(const Place& place, const Mention& value) {
  if (place.date) return value.date != nullptr;
  if (place.number) return value.number != nullptr && value.date == nullptr;
  return std::ranges::any_of(value.links, [&](const ValueMatch* link) {
    return link->distance <= farthest_link && link->table == place.parameter->table &&
           link->column == place.parameter->column;
  });
}

using Exchange = std::vector<std::pair<Span, std::string>>;

class Exchanger {
 public:
  Exchanger(const Matches& asked, std::vector<Place> places) : asked_(asked), places_(std::move(places)) {}

  /// The ways to give every value a place of its own; none where one finds none.
  std::vector<Exchange> run() {
    values_ = values_of(asked_);
    if (!values_.empty()) extend(0, {}, {});
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::vector<std::size_t> places_for(const Mention& value, const std::vector<std::size_t>& used) const {
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (takes(places_[i], value) && std::ranges::find(used, i) == used.end()) fitting.push_back(i);
    }
    const std::string before = word_before(asked_.question, value.span);
    std::vector<std::size_t> alike;
    std::ranges::copy_if(fitting, std::back_inserter(alike),
                         [&](std::size_t i) { return places_[i].before == before; });
    return alike.empty() ? fitting : alike;
  }

  void extend(std::size_t value, Exchange done, std::vector<std::size_t> used) {
    if (found_.size() == most_readings) return;
    if (value == values_.size()) {
      found_.push_back(std::move(done));
      return;
    }
    for (const std::size_t place : places_for(*values_[value], used)) {
      Exchange next = done;
      next.emplace_back(places_[place].span, values_[value]->span.of(asked_.question.text));
      std::vector<std::size_t> taken = used;
      taken.push_back(place);
      extend(value + 1, std::move(next), std::move(taken));
    }
  }

  const Matches& asked_;
  std::vector<Place> places_;
  std::vector<const Mention*> values_;
  std::vector<Exchange> found_;
};

std::string exchanged(std::string text, Exchange exchange) {
  std::ranges::sort(exchange, std::greater<>(), [](const auto& one) { return one.first.begin; });
  for (const auto& [span, value] : exchange) text.replace(span.begin, span.size(), value);
  return text;
}

/// "How many is that?", "count them".
bool asks_for_count(const Utterance& question) {
  if (!question.has(Aggregate::count)) return false;
  bool refers = false;
  for (const Word& word : question.words) {
    const bool reference = is_one_of(references, word.term.text);
    refers = refers || reference;
    const bool other = word.term.is_content() && word.term.role != Role::aggregate && !reference;
    if (other) return false;
  }
  return refers || question.words.size() <= 2;
}

}  // namespace

FollowUp read_follow_up(const Matches& asked, const Plan& earlier, text::Now now) {
  FollowUp out;
  const Remainder remainder(asked.question);
  out.insists = remainder.is_restricted();
  out.counts = asks_for_count(asked.question);
  if (remainder.is_empty() || out.counts) return out;
  const Utterance question = read_question(earlier.question, now);
  for (Exchange& exchange : Exchanger(asked, values_with_places(earlier, question)).run()) {
    out.exchanged.push_back(exchanged(earlier.question, std::move(exchange)));
  }
  std::string_view stem = earlier.question;
  while (!stem.empty() && std::string_view("?.! ").find(stem.back()) != std::string_view::npos) stem.remove_suffix(1);
  out.added = fmt::format("{} {}{}", stem, remainder.words(), earlier.question.ends_with('?') ? "?" : "");
  return out;
}

Statement count_rows_of(const Statement& earlier) {
  std::string_view sql = earlier.sql;
  while (!sql.empty() && std::string_view("; \n\t").find(sql.back()) != std::string_view::npos) sql.remove_suffix(1);
  Statement statement = earlier;
  // A comment at the end of the statement must not take the bracket with it.
  statement.sql = fmt::format("SELECT COUNT(*) FROM (\n{}\n) AS counted", sql);
  return statement;
}

}  // namespace querydata::inline v0::plan
