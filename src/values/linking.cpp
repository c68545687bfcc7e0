#include "values/linking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "search/known_words.hpp"
#include "text/fold.hpp"
#include "text/stem.hpp"
#include "text/utf8.hpp"
#include "values/inflection.hpp"
#include "values/letter_forms.hpp"
#include "values/readings.hpp"
#include "values/search_kind.hpp"
#include "values/search_runner.hpp"
#include "values/span_choice.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t longest_name = 4U << 10U;      // bytes
constexpr std::size_t most_candidates = 200;         // of a phrase
constexpr std::size_t most_candidates_of_span = 50;  // of a question
constexpr std::size_t most_searched_spans = 12;      // of a question, on the database
constexpr std::size_t most_tried_spans = 12;         // of a question, by trigrams in the index
constexpr std::size_t longest_meaning = 3;           // words of "District of Columbia"

constexpr double doubtful = 0.2;     // an ordinary word of the sentence that is also a value
constexpr double rare_doubt = 0.05;  // added for words in lower case that are not spelt as the value is
constexpr double same_text = other_number;
constexpr double other_word = 0.1;     // "female" for F
constexpr double about_as_near = 0.1;  // of approximate matches of one span
constexpr double of_one_name = 0.5;    // relevance of values side by side in columns of one table

// How far a span of a question may be misspelt. A wrong link is worse than none: quotes and capitals say that a name is
// meant, of a word in lower case only its spelling does.
constexpr double name_mismatch = 0.21;
constexpr double rare_mismatch = 0.14;
// A word in lower case has to be most of what tells a longer value from others.
constexpr double rare_rest = 0.35;
constexpr std::size_t common_word = 10;      // values that hold a word which then says nothing about any of them
constexpr std::size_t shortest_word = 3;     // letters; shorter ones are codes
constexpr std::size_t most_codes_alike = 4;  // in a column, each with one letter changed
constexpr std::size_t shortest_joined = 5;   // letters of "wifi" for "wi fi"; "us a" is not "USA"

/// Orders values of equal distance: small letters before capitals for a phrase in small letters.
double nearness(const Closeness& closeness) {
  return closeness.distance + (closeness.other_capitals ? other_case : 0);
}

/// Words of English that no value needs to be like. Short ones are too often something else.
bool is_strange(std::string_view word) {
  return !search::knows_whole(word);
}

/// Whether a phrase may stand for a value by first letters: "UN", or for one that is initials itself: "North Atlantic
/// Treaty Organization". Two letters are the initials of too many names, and words that are misspelt have none.
bool may_be_initials(const Spelling& spelling) {
  const auto words = words_of(spelling.key());
  if (words.size() == 1) return spelling.is_in_capitals();
  return words.size() > 2 && std::none_of(words.begin(), words.end(), is_strange);
}

/// Words of the question that are one of the schema together: "time zone" for "timezone".
std::set<std::string, std::less<>> written_together(const QuestionSpans& spans, const ColumnWords& names) {
  std::set<std::string, std::less<>> together;
  const auto& words = spans.words();
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i].letters && words[i + 1].letters && names.contains(words[i].text + words[i + 1].text))
      together.insert({words[i].text, words[i + 1].text});
  return together;
}

/// Whether a value is of at most four letters, all of them capitals.
bool is_code(const Value& value) {
  const auto* stored = std::get_if<std::string>(&value);
  return stored != nullptr && stored->size() <= longest_code && in_capitals(*stored);
}

bool begins_small(Span span, std::string_view text) {
  return text::is_lower(text::decode_utf8(text, span.begin).value);
}

/// The span with the signs behind it that the value has, too, if its bytes stand there: "Frankfurt (Oder)".
Span with_signs(Span span, std::string_view text, const Value& value) {
  const auto* stored = std::get_if<std::string>(&value);
  if (stored == nullptr || stored->size() <= span.size() || !text.substr(span.begin).starts_with(*stored)) return span;
  const Span longer{span.begin, span.begin + stored->size()};
  return text::normalise(longer.of(text)) == text::normalise(span.of(text)) ? longer : span;
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

Linking::Candidate Linking::candidate_of(IndexedValues::Id id, const Closeness& closeness) const {
  const IndexedValues::Entry entry = sources_.index[id];
  const ValueColumn& column = sources_.index.columns()[entry.column];
  ValueMatch match;
  match.value = entry.value;
  match.table = column.table;
  match.column = column.column;
  match.concept_type = column.concept_type;
  match.distance = closeness.distance;
  match.kind = closeness.kind;
  return {std::move(match), closeness, entry.count};
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
  return {std::move(match), closeness, 0};
}

void Linking::search_index(const Spelling& spelling, std::size_t most, Candidates& candidates) const {
  for (const IndexedValues::Id id : sources_.index.nearest(spelling, visible_, most)) {
    const Closeness closeness = spelling.compare(to_display(sources_.index[id].value), weight_of_);
    if (!closeness.another) candidates.push_back(candidate_of(id, closeness));
  }
  const bool met = std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
    return candidate.match.distance <= options_.max_distance;
  });
  for (const IndexedValues::OtherName& other : sources_.index.other_names(spelling, visible_)) {
    if (other.initials && (met || !may_be_initials(spelling) || is_met_by_chance(other.id))) continue;
    const double distance = (other.kind == MatchKind::synonym ? other_name : abbreviated) + other.mismatch;
    candidates.push_back(candidate_of(other.id, {distance, distance, 0, other.kind}));
  }
}

/// Whether the value is a code and its column has so many like it that any initials meet one.
bool Linking::is_met_by_chance(IndexedValues::Id id) const {
  const IndexedValues::Entry entry = sources_.index[id];
  const std::string code = text::normalise(to_display(entry.value));
  if (code.size() > longest_code) return false;
  std::size_t others = 0;
  for (std::size_t place = 0; place < code.size(); ++place) {
    std::string other = code;
    for (other[place] = 'a'; other[place] <= 'z'; ++other[place])
      for (const IndexedValues::Id like : sources_.index.same_letters(other, visible_))
        others += like != id && sources_.index[like].column == entry.column ? 1 : 0;
  }
  return others > most_codes_alike;
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
  for (const ValueMatch& match : found->second) {
    Candidate candidate = judge(match, spelling);
    if (!candidate.closeness.another || !compares_spellings(match.kind)) candidates.push_back(std::move(candidate));
  }
}

void Linking::add(Candidate candidate, Span span) {
  ValueMatch& match = candidate.match;
  match.span = match.distance == other_case ? with_signs(span, text_, match.value) : span;
  if (match.span != span) {
    match.distance = 0;
    match.kind = MatchKind::exact;
  }
  const std::size_t column = sources_.names.of(match.table, match.column).place;
  const Standing standing{nearness(candidate.closeness), candidate.count, column};
  ranking_.add(std::move(match), standing);
}

Result<ValueLinks> Linking::link_phrase(std::string_view phrase) {
  const std::string key = text::normalise(phrase);
  const auto same = same_spelling(phrase, key);
  Candidates candidates = exact_matches(phrase, same);
  const bool settled = !key.empty() && is_settled(candidates.size());
  if (!settled || !searches_.empty()) {
    const Spelling spelling(phrase);
    if (!settled) candidates = like(spelling, same);
    if (auto searched = search_database({spelling.text()}); !searched) return searched.error();
    add_searched(spelling, candidates);
  }
  for (Candidate& candidate : candidates) add(std::move(candidate), {0, phrase.size()});
  return finish();
}

/// Whether nothing of the index but these values of the same text can be among the matches: it has a distance above 0.
bool Linking::is_settled(std::size_t same_texts) const {
  return options_.max_distance <= 0 || same_texts >= options_.max_matches;
}

/// Those of the values that are the very text.
Linking::Candidates Linking::exact_matches(std::string_view text, const std::set<IndexedValues::Id>& same) const {
  Candidates candidates;
  for (const IndexedValues::Id id : same)
    if (to_display(sources_.index[id].value) == text)
      candidates.push_back(candidate_of(id, {0, 0, 0, MatchKind::exact}));
  return candidates;
}

/// What the index has for a phrase.
Linking::Candidates Linking::like(const Spelling& spelling, const std::set<IndexedValues::Id>& same) const {
  Candidates candidates;
  add_spelled(same, spelling, candidates);
  add_inflections(spelling.key(), candidates);
  add_meanings(spelling.key(), candidates);
  search_index(spelling, most_candidates, candidates);
  return candidates;
}

/// Values that are the words but for case, accents, blanks, and letters written as two.
std::set<IndexedValues::Id> Linking::same_spelling(std::string_view words, const std::string& key) const {
  std::set<IndexedValues::Id> same;
  const auto look_up = [&](std::string_view form) {
    if (form.empty()) return;
    for (const IndexedValues::Id id : sources_.index.same_letters(without_blanks(form), visible_)) same.insert(id);
  };
  look_up(key);
  // Letters that are written as two are beyond ASCII.
  if (std::any_of(words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    look_up(key_with_digraphs(words));
  look_up(key_without_digraphs(key));
  return same;
}

void Linking::add_spelled(const std::set<IndexedValues::Id>& same, const Spelling& spelling,
                          Candidates& candidates) const {
  for (const IndexedValues::Id id : same) {
    const Closeness closeness = spelling.compare(to_display(sources_.index[id].value));
    if (closeness.kind <= MatchKind::normalised) candidates.push_back(candidate_of(id, closeness));
  }
}

/// Values that the host says are the same.
void Linking::add_synonyms(const std::string& key, Candidates& candidates) const {
  const Closeness closeness{other_name, other_name, 0, MatchKind::synonym};
  for (const IndexedValues::Id id : sources_.index.synonyms(without_blanks(key), visible_))
    candidates.push_back(candidate_of(id, closeness));
}

/// Values that are the words with the last one in another form.
void Linking::add_inflections(const std::string& key, Candidates& candidates) const {
  const Closeness closeness{other_number, other_number, 0, MatchKind::normalised};
  for (const std::string& form : other_forms(key))
    for (const IndexedValues::Id id : sources_.index.same_letters(without_blanks(form), visible_))
      if (text::normalise(to_display(sources_.index[id].value)) == form)
        candidates.push_back(candidate_of(id, closeness));
}

/// Whether a column holds another meaning of the set, too: 'F' is a sex beside 'M'.
bool Linking::holds_alternative(std::uint32_t column, const Meaning& meaning) const {
  for (const auto& alternative : meaning.alternatives) {
    if (alternative.data() == meaning.words.data()) continue;
    for (const std::string_view word : alternative)
      for (const IndexedValues::Id id : sources_.index.same_letters(without_blanks(word), visible_))
        if (sources_.index[id].column == column) return true;
  }
  return false;
}

/// Values that are other words for the key in the set of meanings that their columns hold.
void Linking::add_meanings(const std::string& key, Candidates& candidates) const {
  const Closeness closeness{other_word, other_word, 0, MatchKind::semantic};
  for (const Meaning& meaning : meanings_of(key)) {
    for (const std::string_view word : meaning.words) {
      if (word == key) continue;
      for (const IndexedValues::Id id : sources_.index.same_letters(without_blanks(word), visible_))
        if (holds_alternative(sources_.index[id].column, meaning)) candidates.push_back(candidate_of(id, closeness));
    }
  }
}

/// Whether the word names the value's own table: "airport" is what all airports are.
bool Linking::is_of_table(const ValueMatch& match, std::string_view word) const {
  const auto& table = sources_.names.of(match.table, match.column).table;
  return std::find(table.begin(), table.end(), text::stem(text::fold(word))) != table.end();
}

/// Takes in the values that a run of words names, for what they are worth in the sentence.
void Linking::look_up(const WordRun& run, std::string_view question) {
  const std::string_view words = run.span.of(question);
  const std::string key = text::normalise(words);
  if (key.empty()) return;
  Candidates candidates;
  if (const auto same = same_spelling(words, key); !same.empty()) add_spelled(same, Spelling(words), candidates);
  add_synonyms(key, candidates);
  if (run.ends_in_word) add_inflections(key, candidates);
  // A code is written with capitals: "in" is not Indiana.
  const bool code = key.size() < shortest_word && run.small;
  if (run.words <= longest_meaning && !run.only_little && !code) add_meanings(key, candidates);
  // A word of English in small letters is no code: "fly" is not the airline FLY.
  const bool code_word =
      !candidates.empty() && run.words == 1 && !in_capitals(words) && search::knows_whole(text::fold(words));
  for (Candidate& candidate : candidates) {
    ValueMatch& match = candidate.match;
    const bool joined = match.distance == other_blanks;
    if (joined && (run.edge_little || without_blanks(key).size() < shortest_joined)) continue;
    if (code_word && is_code(match.value)) {
      if (match.kind == MatchKind::normalised && match.distance == other_number) continue;
      if (match.kind == MatchKind::normalised) match.distance = doubtful;
    }
    const bool as_spelt = match.kind == MatchKind::exact;
    if (run.only_little && !as_spelt && !(run.deliberate && match.kind == MatchKind::synonym)) continue;
    const bool explained = run.explained && run.small && (!as_spelt || is_of_table(match, words));
    if (run.only_little ? !run.deliberate : explained) match.distance = doubtful;
    add(std::move(candidate), run.span);
  }
}

/// Whether a word in lower case needs no value to explain it: one of the schema, one that many values hold, or one that
/// English has and no value.
bool Linking::is_explained(std::string_view word) const {
  if (sources_.names.contains(word)) return true;
  const std::size_t values = sources_.index.count_with_word(text::normalise(word), visible_);
  return values > common_word || (values == 0 && !is_strange(word) && searches_.empty());
}

/// What the span names as a whole: among what has been found so far, and among candidates.
WholeReadings Linking::whole_readings(const Candidates& candidates, Span span, const Relevance& relevance) {
  WholeReadings whole;
  const auto add = [&](const ValueMatch& match, double mismatch) {
    whole.add(match, mismatch, relevance.of(match.table, match.column, span));
  };
  ranking_.for_each([&](const ValueMatch& match) {
    if (match.span == span && match.distance <= same_text) add(match, 0);
  });
  for (const auto& [match, closeness, count] : candidates) {
    if (match.distance <= same_text && !is_approximate(match.kind)) {
      add(match, 0);
    } else if (closeness.rest <= 0 && closeness.kind == MatchKind::edit_distance &&
               closeness.mismatch <= name_mismatch) {
      add(match, closeness.mismatch);
    }
  }
  return whole;
}

/// @param whole  what the span names as a whole. Other values that are only like it are not meant, unless the question
///               speaks of a part of a value
bool Linking::is_meant(const Candidate& candidate, const NameSpan& name, const WholeReadings& whole,
                       const Relevance& relevance) const {
  const auto& [match, closeness, count] = candidate;
  // Such a word names a code only as it was looked up.
  if (name.look == Look::rare && !name.strange && closeness.other_capitals && is_code(match.value)) return false;
  if (!is_approximate(match.kind)) return match.distance <= options_.max_distance;
  if (closeness.rest > 0 && !name.of_part && whole.are_as_near(closeness) &&
      !whole.allow(match, closeness, relevance.of(match.table, match.column, name.span)))
    return false;
  if (whole.has_spelt()) return closeness.kind == MatchKind::word_similarity && (name.of_part || closeness.rest > 0);
  if (name.look == Look::rare && !name.strange && closeness.rest > rare_rest) return false;
  if (name.look != Look::quoted &&
      (closeness.kind == MatchKind::trigram || (closeness.inside_word && !name.abbreviated)))
    return false;
  // A word that English does not have is misspelt or a name.
  const bool sure = name.look == Look::quoted || name.strange;
  if (sure && closeness.one_slip) return true;
  return closeness.mismatch <= (name.look == Look::rare && !name.strange ? rare_mismatch : name_mismatch);
}

bool Linking::take_in(Candidates candidates, NameSpan name, const Relevance& relevance) {
  const WholeReadings whole = whole_readings(candidates, name.span, relevance);
  bool found = false;
  for (Candidate& candidate : candidates) {
    if (!is_meant(candidate, name, whole, relevance)) continue;
    found = true;
    // The question says that it is a piece of something.
    if (candidate.closeness.inside_word) candidate.match.distance = piece_of_word;
    if (name.look == Look::rare && !name.strange && is_approximate(candidate.match.kind))
      candidate.match.distance += rare_doubt;
    add(std::move(candidate), name.span);
  }
  return found;
}

/// Whether the span names a value.
bool Linking::try_name(std::string_view question, NameSpan name, const Relevance& relevance) {
  const Spelling spelling(name.span.of(question));
  if (spelling.letters().empty() || name.span.size() > longest_name) return false;
  const bool known = ranking_.has_within(name.span, same_text);
  Candidates candidates;
  if ((!known || name.of_part) && tried_spans_++ < most_tried_spans)
    search_index(spelling, most_candidates_of_span, candidates);
  add_searched(spelling, candidates);
  return take_in(std::move(candidates), name, relevance) || known;
}

/// Whether more values hold all words of the phrase than those that it names as a whole.
bool Linking::is_part_elsewhere(const Spelling& spelling) const {
  const std::size_t same = sources_.index.same_letters(spelling.letters(), visible_).size();
  const auto words = words_of(spelling.key());
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return joins_names(word) || sources_.index.count_with_word(word, visible_) > same;
  });
}

/// Looks for longer values that hold a span which names one as it is.
void Linking::try_longer(std::string_view question, NameSpan name, const Relevance& relevance) {
  const Spelling spelling(name.span.of(question));
  if (!ranking_.has_within(name.span, same_text) || !is_part_elsewhere(spelling)) return;
  if (tried_spans_++ >= most_tried_spans) return;
  Candidates candidates;
  search_index(spelling, most_candidates_of_span, candidates);
  (void)take_in(std::move(candidates), name, relevance);
}

/// Tries the parts of a name that names no value as a whole. False once the call has to end.
Result<bool> Linking::try_parts(std::string_view question, const NameSpan& name, const QuestionSpans& spans,
                                const Relevance& relevance) {
  std::vector<Span> taken;
  const std::vector<Span> parts = spans.parts(name);
  if (auto searched = search_names(question, parts); !searched) return searched.error();
  for (const Span part : parts) {
    if (std::any_of(taken.begin(), taken.end(), [&](Span other) { return other.overlaps(part); })) continue;
    const auto on = goes_on("linking the names of the question");
    if (!on || !*on) return on;
    const bool strange = spans.has_word(part, is_strange);
    if (try_name(question, {part, name.look, strange, name.of_part}, relevance)) taken.push_back(part);
  }
  return true;
}

/// A quotation that no value has as a whole may be a name of several columns: values that together have all its words.
void Linking::try_columns(std::string_view question, Span quotation, const QuestionSpans& spans) {
  std::vector<WordRun> parts;
  for (std::size_t at = quotation.begin; at < quotation.end;) {
    const std::vector<WordRun> runs = spans.runs_from(at, quotation);
    const auto named = std::ranges::find_if(runs, [&](const WordRun& run) {
      const std::string_view words = run.span.of(question);
      return !same_spelling(words, text::normalise(words)).empty();
    });
    if (named == runs.end()) {
      if (runs.empty() && !parts.empty()) break;  // signs behind the last word
      return;
    }
    parts.push_back(*named);
    at = named->span.end;
  }
  for (const WordRun& part : parts) look_up(part, question);
}

Result<ValueLinks> Linking::link_question(std::string_view question) {
  text_ = question;
  const QuestionSpans spans(question);
  const Relevance relevance(sources_.names, spans);
  const auto in_schema = [&](std::string_view word) { return sources_.names.contains(word); };
  if (sources_.index.size() > 0)
    for (const WordRun& run : spans.runs(sources_.index.longest(visible_) + 1, in_schema)) look_up(run, question);
  const auto together = written_together(spans, sources_.names);
  const auto is_known = [&](std::string_view word) { return together.contains(word) || is_explained(word); };
  const std::vector<NameSpan> names = spans.names(is_known, is_strange);
  std::vector<Span> places;
  for (const NameSpan& name : names) places.push_back(name.span);
  if (auto searched = search_names(question, places); !searched) return searched.error();
  std::vector<NameSpan> unknown;
  for (const NameSpan& name : names) {
    const auto on = goes_on("linking the names of the question");
    if (!on) return on.error();
    if (!*on) return finish_question(question, spans, relevance);
    if (try_name(question, name, relevance)) continue;
    // A quotation is taken whole.
    if (name.look == Look::quoted) {
      try_columns(question, name.span, spans);
    } else {
      unknown.push_back(name);
    }
  }
  for (const NameSpan& name : spans.widened(names)) (void)try_name(question, name, relevance);
  for (const NameSpan& name : unknown) {
    const auto on = try_parts(question, name, spans, relevance);
    if (!on) return on.error();
    if (!*on) return finish_question(question, spans, relevance);
  }
  for (const NameSpan& name : names) try_longer(question, name, relevance);
  return finish_question(question, spans, relevance);
}

void Linking::choose_spans_of(std::string_view question, const Relevance& relevance) {
  struct Worth {
    double alone = 0;
    double as_rival = 0;
  };
  std::map<Span, Worth> worths;
  ranking_.for_each([&](const ValueMatch& match) {
    const auto letters = static_cast<double>(text::count_code_points(match.span.of(question)));
    const auto beside = static_cast<double>(relevance.letters_beside(match.table, match.column, match.span));
    Worth& worth = worths[match.span];
    worth.alone = std::max(worth.alone, letters * (1 - match.distance));
    worth.as_rival = std::max(worth.as_rival, (letters + beside) * (1 - match.distance));
  });
  std::vector<SpanWorth> choices;
  for (const auto& [span, worth] : worths) choices.push_back({span, worth.alone, worth.as_rival - worth.alone});
  ranking_.keep(choose_spans(std::move(choices)));
}

/// Tells how much the question speaks of the columns: by their names, and by values of the same table side by side.
void Linking::judge_relevance(const QuestionSpans& spans, const Relevance& relevance) {
  std::map<Span, std::map<std::string, std::set<std::string>>> columns;  ///< of a span, by table
  ranking_.for_each([&](ValueMatch& match) {
    match.relevance = relevance.of(match.table, match.column, match.span);
    columns[match.span][match.table].insert(match.column);
  });
  ranking_.for_each([&](ValueMatch& match) {
    const bool of_name = std::any_of(columns.begin(), columns.end(), [&](const auto& other) {
      const auto found = other.second.find(match.table);
      if (found == other.second.end() || (found->second.size() == 1 && found->second.contains(match.column)))
        return false;
      return spans.are_neighbours(other.first, match.span) || spans.are_neighbours(match.span, other.first);
    });
    if (of_name) match.relevance = std::min(1.0, match.relevance + of_one_name);
  });
}

ValueLinks Linking::finish_question(std::string_view question, const QuestionSpans& spans, const Relevance& relevance) {
  ranking_.drop_distant(options_.max_distance, about_as_near);
  choose_spans_of(question, relevance);
  judge_relevance(spans, relevance);
  ValueLinks links = finish();
  // A name is written with capitals or without.
  links.compounds = find_compounds(links.matches, [&](Span left, Span right) {
    return spans.are_neighbours(left, right) && begins_small(left, question) == begins_small(right, question);
  });
  return links;
}

ValueLinks Linking::finish() {
  links_.matches = std::move(ranking_).take(options_.max_distance, options_.max_matches);
  links_.ambiguities = find_ambiguities(links_.matches, sources_.names);
  return std::move(links_);
}

}  // namespace querydata::inline v0::values
