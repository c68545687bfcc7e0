#include "values/linking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "text/fold.hpp"
#include "text/stem.hpp"
#include "values/inflection.hpp"
#include "values/search_kind.hpp"
#include "values/search_runner.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t longest_name = 4U << 10U;  // bytes
constexpr std::size_t most_candidates = 200;
constexpr std::size_t most_searched_spans = 12;  // of a question, on the database
constexpr std::size_t most_tried_spans = 200;    // of a question, in the index

constexpr double doubtful = 0.2;     // an ordinary word of the sentence that is also a value
constexpr double rare_doubt = 0.05;  // added for words in lower case that are not spelt as the value is
constexpr double same_text = other_number;

// How far a span of a question may be misspelt. A wrong link is worse than none: quotes and capitals say that a name is
// meant, of a word in lower case only its spelling does.
constexpr double name_mismatch = 0.2;
constexpr double rare_mismatch = 0.13;
// A word in lower case has to be most of what tells a longer value from others.
constexpr double rare_rest = 0.35;
constexpr std::size_t common_word = 10;     // values that hold a word which then says nothing about any of them
constexpr std::size_t shortest_joined = 5;  // letters of "wifi" for "wi fi"; "us a" is not "USA"

/// Orders values of equal distance: small letters before capitals for a phrase in small letters.
double nearness(const Closeness& closeness) {
  return closeness.distance + (closeness.other_capitals ? other_case : 0);
}

bool is_approximate(MatchKind kind) {
  return kind == MatchKind::trigram || kind == MatchKind::word_similarity || kind == MatchKind::edit_distance;
}

}  // namespace

Linking::Linking(const LinkSources& sources, VisibleColumns visible, const LinkOptions& options)
    : sources_(sources), visible_(std::move(visible)), options_(options) {
  for (const PreparedSearch& search : sources.searches)
    if (search.allowed(options.scope)) searches_.push_back(&search);
  // The more values hold a word, the less it tells them apart.
  weight_of_ = [this](std::string_view word) {
    const std::size_t values = std::max<std::size_t>(1, sources_.index.count_with_word(word, visible_));
    return 1 / std::sqrt(static_cast<double>(values));
  };
}

/// False once the deadline has passed: the call ends with what it has. Error: `cancelled`.
Result<bool> Linking::goes_on(std::string_view what) {
  const auto checked = options_.control.check(what);
  if (checked) return true;
  if (checked.error().code == ErrorCode::cancelled) return checked.error();
  links_.partial = true;
  warn(checked.error().message);
  return false;
}

void Linking::warn(std::string warning) {
  auto& warnings = links_.warnings;
  if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(std::move(warning));
}

ValueMatch Linking::match_of(ValueIndex::Id id, double distance, MatchKind kind) const {
  const ValueIndex::Entry& entry = sources_.index[id];
  const ValueColumn& column = sources_.index.columns()[entry.column];
  ValueMatch match;
  match.value = entry.value;
  match.table = column.table;
  match.column = column.column;
  match.concept_type = column.concept_type;
  match.distance = distance;
  match.kind = kind;
  return match;
}

/// A candidate with the nearer of two distances: its search's own, and that of its spelling if that is what was
/// compared.
Linking::Candidate Linking::judge(ValueMatch match, const Spelling& spelling) const {
  const Closeness closeness = spelling.compare(to_display(match.value), weight_of_);
  // Word similarity is whole for every value that holds the phrase, however long.
  const bool says_little = match.kind == MatchKind::word_similarity && closeness.kind == MatchKind::word_similarity;
  const bool nearer = std::pair(closeness.distance, closeness.kind) < std::pair(match.distance, match.kind);
  if (compares_spellings(match.kind) && (nearer || says_little)) {
    match.distance = closeness.distance;
    match.kind = closeness.kind;
  }
  return {std::move(match), closeness};
}

void Linking::search_index(const Spelling& spelling, Candidates& candidates) const {
  const ValueIndex& index = sources_.index;
  auto found = index.same_letters(spelling.letters(), visible_);
  const auto near = index.nearest(spelling, visible_, most_candidates);
  found.insert(found.end(), near.begin(), near.end());
  for (const ValueIndex::Id id : found) candidates.push_back(judge(match_of(id, 1, MatchKind::trigram), spelling));
  for (const ValueIndex::OtherName& other : index.other_names(spelling, visible_)) {
    const double distance = other.kind == MatchKind::synonym ? other_name : abbreviated;
    candidates.push_back({match_of(other.id, distance, other.kind), {distance, distance, 0, other.kind, false}});
  }
}

/// Runs the value searches for phrases that were not searched yet.
Result<void> Linking::search_database(const std::vector<std::string>& phrases) {
  std::vector<std::string> fresh;
  for (const std::string& phrase : phrases)
    if (!searched_.contains(phrase) && std::find(fresh.begin(), fresh.end(), phrase) == fresh.end())
      fresh.push_back(phrase);
  const SearchControl control{options_.max_search_time, options_.control};
  const SearchRunner runner(sources_.database, searches_, options_.scope, control, options_.max_parallel_searches);
  auto outcomes = runner.run(fresh);
  if (!outcomes) return outcomes.error();
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    SearchOutcome& outcome = (*outcomes)[i];
    links_.partial = links_.partial || outcome.partial;
    for (std::string& warning : outcome.warnings) warn(std::move(warning));
    searched_.emplace(std::move(fresh[i]), std::move(outcome.matches));
  }
  return {};
}

/// Runs the value searches for names of a question, as far as its share goes.
Result<void> Linking::search_names(std::string_view question, const std::vector<Span>& names) {
  if (searches_.empty()) return {};
  std::vector<std::string> phrases;
  for (const Span name : names) {
    const Spelling spelling(name.of(question));
    if (spelling.letters().empty() || name.size() > longest_name || searched_.contains(spelling.text())) continue;
    if (searched_.size() + phrases.size() == most_searched_spans) {
      warn(fmt::format("value searches were run for the first {} names of the question only", most_searched_spans));
      break;
    }
    phrases.push_back(spelling.text());
  }
  return search_database(phrases);
}

void Linking::add_searched(const Spelling& spelling, Candidates& candidates) {
  const auto found = searched_.find(spelling.text());
  if (found == searched_.end()) return;
  for (const ValueMatch& match : found->second) candidates.push_back(judge(match, spelling));
}

Result<ValueLinks> Linking::link_phrase(std::string_view phrase) {
  const Spelling spelling(phrase);
  Candidates candidates;
  search_index(spelling, candidates);
  if (auto searched = search_database({spelling.text()}); !searched) return searched.error();
  add_searched(spelling, candidates);
  for (Candidate& candidate : candidates) {
    candidate.match.span = {0, phrase.size()};
    ranking_.add(std::move(candidate.match), nearness(candidate.closeness));
  }
  return finish();
}

/// Takes in a value that a run of words names, for what it is worth in the sentence.
void Linking::add_named(const WordRun& run, ValueMatch match, double nearness) {
  const bool as_spelt = match.kind == MatchKind::exact;
  if (run.only_little) {
    if (!as_spelt) return;
    if (!run.deliberate) match.distance = doubtful;
  } else if (run.explained && run.small && !as_spelt) {
    match.distance = doubtful;
  }
  match.span = run.span;
  ranking_.add(std::move(match), nearness);
}

/// Values that a run of words names as it is, or in the other number.
void Linking::look_up(const WordRun& run, std::string_view question) {
  const ValueIndex& index = sources_.index;
  const std::string_view words = run.span.of(question);
  const std::string key = text::normalise(words);
  if (key.empty()) return;
  if (const auto same = index.same_letters(without_blanks(key), visible_); !same.empty()) {
    const Spelling spelling(words);
    for (const ValueIndex::Id id : same) {
      const Closeness closeness = spelling.compare(to_display(index[id].value));
      const bool joined = closeness.distance == other_blanks;
      if (joined && (run.edge_little || spelling.letters().size() < shortest_joined)) continue;
      add_named(run, match_of(id, closeness.distance, closeness.kind), nearness(closeness));
    }
  }
  for (const ValueIndex::Id id : index.synonyms(without_blanks(key), visible_))
    add_named(run, match_of(id, other_name, MatchKind::synonym), other_name);
  if (!run.ends_in_word) return;
  for (const std::string& form : other_numbers(key))
    for (const ValueIndex::Id id : index.same_letters(without_blanks(form), visible_))
      if (text::normalise(to_display(index[id].value)) == form)
        add_named(run, match_of(id, other_number, MatchKind::normalised), other_number);
}

bool Linking::is_explained(std::string_view word) const {
  return sources_.schema_words.contains(text::stem(word)) ||
         sources_.index.count_with_word(text::normalise(word), visible_) > common_word;
}

/// @param named  the span names a value as it is: those that are only like it are not meant
bool Linking::is_meant(const Candidate& candidate, Look look, bool named) const {
  const Closeness& closeness = candidate.closeness;
  if (!is_approximate(candidate.match.kind)) return candidate.match.distance <= options_.max_distance;
  if (named) return false;
  if (look == Look::rare && closeness.rest > rare_rest) return false;
  if (look != Look::quoted && closeness.kind == MatchKind::trigram) return false;
  return closeness.mismatch <= (look == Look::rare ? rare_mismatch : name_mismatch);
}

bool Linking::take_in(Candidates candidates, NameSpan name) {
  const bool named = ranking_.has_within(name.span, same_text) ||
                     std::any_of(candidates.begin(), candidates.end(), [](const Candidate& candidate) {
                       return candidate.match.distance <= same_text && !is_approximate(candidate.match.kind);
                     });
  bool found = false;
  for (Candidate& candidate : candidates) {
    if (!is_meant(candidate, name.look, named)) continue;
    found = true;
    candidate.match.span = name.span;
    if (name.look == Look::rare && is_approximate(candidate.match.kind)) candidate.match.distance += rare_doubt;
    ranking_.add(std::move(candidate.match), nearness(candidate.closeness));
  }
  return found;
}

/// Whether the span names a value.
bool Linking::try_name(std::string_view question, NameSpan name) {
  const Spelling spelling(name.span.of(question));
  if (spelling.letters().empty() || name.span.size() > longest_name) return false;
  const bool known = ranking_.has_within(name.span, same_text);
  Candidates candidates;
  if (!known && tried_spans_++ < most_tried_spans) search_index(spelling, candidates);
  add_searched(spelling, candidates);
  return take_in(std::move(candidates), name) || known;
}

/// Tries the parts of a name that names no value as a whole. False once the call has to end.
Result<bool> Linking::try_parts(std::string_view question, const NameSpan& name, const QuestionSpans& spans) {
  std::vector<Span> taken;
  const std::vector<Span> parts = spans.parts(name);
  if (auto searched = search_names(question, parts); !searched) return searched.error();
  for (const Span part : parts) {
    if (std::any_of(taken.begin(), taken.end(), [&](Span other) { return other.overlaps(part); })) continue;
    const auto on = goes_on("linking the names of the question");
    if (!on || !*on) return on;
    if (try_name(question, {part, name.look})) taken.push_back(part);
  }
  return true;
}

Result<ValueLinks> Linking::link_question(std::string_view question) {
  const QuestionSpans spans(question);
  const auto in_schema = [&](std::string_view word) { return sources_.schema_words.contains(text::stem(word)); };
  if (sources_.index.size() > 0)
    for (const WordRun& run : spans.runs(sources_.index.longest() + 1, in_schema)) look_up(run, question);
  const std::vector<NameSpan> names = spans.names([&](std::string_view word) { return is_explained(word); });
  std::vector<Span> places;
  for (const NameSpan& name : names) places.push_back(name.span);
  if (auto searched = search_names(question, places); !searched) return searched.error();
  std::vector<NameSpan> unknown;
  for (const NameSpan& name : names) {
    const auto on = goes_on("linking the names of the question");
    if (!on) return on.error();
    if (!*on) return finish();
    if (!try_name(question, name)) unknown.push_back(name);
  }
  for (const NameSpan& name : unknown) {
    const auto on = try_parts(question, name, spans);
    if (!on) return on.error();
    if (!*on) break;
  }
  return finish();
}

ValueLinks Linking::finish() {
  links_.matches = std::move(ranking_).take(options_.max_distance, options_.max_matches);
  return std::move(links_);
}

}  // namespace querydata::inline v0::values
