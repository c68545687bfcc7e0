#include "plan/matcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <tuple>

#include "context/numbered_forms.hpp"
#include "model/scope_index.hpp"
#include "plan/domains.hpp"
#include "plan/facet_placement.hpp"
#include "plan/guards.hpp"
#include "plan/known_words.hpp"
#include "plan/meaning.hpp"
#include "plan/row_templates.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr std::size_t most_full_readings = 250;  // templates that are read in full for one question
constexpr std::size_t most_unbound = 12;         // and those among them that lack a value
constexpr std::size_t most_narrowed = 12;        // readings that facets are tried on
constexpr std::size_t most_facets = 5;
constexpr std::size_t least_composed = 12;  // readings that are composed and compared
constexpr double left_over = 0.25;          // weight of an unexplained word that calls for a facet
constexpr double facet_said = 0.65;         // share of a facet's own words that the question must say
constexpr double surely_said = 0.75;        // resemblance by spelling or lexicon, not by meaning alone
constexpr double certain_link = 0.05;       // distance of a value that is surely meant
constexpr double exact_confidence = 0.99;   // of a wording that is met word for word

double value(const Features& features, Feature feature) {
  return features[static_cast<std::size_t>(feature)];
}

double left_over_weight(const Features& features) {
  return value(features, Feature::question_unexplained) + value(features, Feature::links_foreign) +
         value(features, Feature::numbers_foreign) + value(features, Feature::dates_foreign) +
         0.5 * value(features, Feature::comparison_foreign);
}

/// Words of the question that are values or that the wordings say: the "first" of "first class" is no number.
std::vector<bool> used_words(const Candidate& candidate, const BindingTask& task) {
  constexpr float same_word = 0.9F;
  std::vector<bool> used = candidate.laid.bound;
  for (std::size_t i = 0; i < candidate.laid.question.size(); ++i) {
    const std::size_t word = candidate.laid.question[i].word;
    if (candidate.laid.alignment.question[i] < same_word || task.question.words[word].term.weight() < 0.5) continue;
    used[word] = true;
  }
  return used;
}

/// Share of a wording's words that the question has at all.
double rough_score(const TemplateAnalysis& item, const std::vector<float>& best_of_term,
                   const std::vector<double>& weights) {
  double best = 0;
  for (const Pattern& pattern : item.patterns) {
    double met = 0, all = 0.5;
    for (const std::size_t term : pattern.terms) {
      if (term == no_slot) continue;
      met += weights[term] * static_cast<double>(best_of_term[term]);
      all += weights[term];
    }
    best = std::max(best, met / all + 0.2 * met);
  }
  return best;
}

/// How well the question says a word of a facet outside of bound values, 0 where it hardly does; "when" says no "time"
/// of "left on time".
/// @param  claimed  leave out words that say one of the template's better
double said_for_facet(const AlignedReading& laid, std::size_t term, Role role, const BindingTask& task, bool claimed) {
  double best = 0;
  for (std::size_t i = 0; i < laid.question.size(); ++i) {
    const MaskedItem& item = laid.question[i];
    if (item.slot != no_slot || task.question.words[item.word].term.role != role) continue;
    const float saying = task.similarities(item.word, term);
    const std::size_t partner = laid.alignment.partners[i];
    if (claimed && partner < laid.template_items && laid.alignment.question[i] > saying) continue;
    best = std::max(best, static_cast<double>(saying));
  }
  return best < 0.5 ? 0 : best;
}

/// Whether the question speaks of the facet that was added last though all its content words are the template's too:
/// by the value itself (a stored one, or a period), by a word that the facet has for itself, or by "newer than". A
/// number and "more than" or "since" alone are no reason for a condition.
bool names_its_subject(const Candidate& candidate, const BindingTask& task) {
  const FacetUse& use = candidate.reading.facets.back();
  for (std::size_t slot = 0; slot < use.assignment.bindings.size(); ++slot) {
    const SlotBinding& binding = use.assignment.bindings[slot];
    const bool period = task.mentions[binding.mention].date != nullptr && use.facet->slots[slot].partner;
    if (binding.link != nullptr || period) return true;
  }
  const AlignedReading& laid = candidate.laid;
  for (std::size_t i = 0; i < laid.question.size(); ++i) {
    const std::size_t partner = laid.alignment.partners[i];
    if (laid.question[i].slot != no_slot || partner == no_slot || partner < laid.template_items) continue;
    const Term& term = task.question.words[laid.question[i].word].term;
    const bool names_table =
        std::any_of(use.facet->shape.tables.begin(), use.facet->shape.tables.end(), [&](const std::string& table) {
          return task.similarities.best(laid.question[i].word, task.words.table(table)) >= surely_said;
        });
    if (term.is_content() && !names_table && laid.alignment.question[i] >= surely_said) return true;
    if (term.role == Role::comparison && term.text == laid.pattern[partner].word->term.text &&
        says_what_is_compared(term.text)) {
      return true;
    }
  }
  return false;
}

/// Whether the question speaks of the facet that was added last: a number and "more than" alone are no reason for one.
/// Words that the template has too are no words of its own, nor, where a value speaks for the facet, words that
/// resemble those: "departing" of "departing in 2024" after "departures".
bool speaks_of_last_facet(const Candidate& candidate, const BindingTask& task) {
  const FacetUse& use = candidate.reading.facets.back();
  if (use.verbatim) return true;
  const AlignedReading& laid = candidate.laid;
  const bool fixed = use.facet->slots.empty();
  const double own = fixed ? 0.9 : 0.5;
  double said = 0, all = 0, best = 0, content = 0;
  for (std::size_t i = laid.pattern.size() - use.facet->patterns[use.pattern].terms.size(); i < laid.pattern.size();
       ++i) {
    const PatternItem& item = laid.pattern[i];
    if (item.slot != no_slot) continue;
    const Term& term = item.word->term;
    const bool negation = term.role == Role::negation;
    if ((!term.is_content() && !negation) || item.repeated >= own) continue;
    const double saying = said_for_facet(laid, item.term, term.role, task, !fixed);
    if (negation && saying <= 0) return false;
    said += saying * term.weight();
    all += term.weight();
    if (negation) continue;
    best = std::max(best, said_for_facet(laid, item.term, term.role, task, true));
    content += 1;
  }
  if (all <= 0) return fixed || names_its_subject(candidate, task);
  // A likeness of meaning alone may be that of an opposite: "delayed" and "punctual".
  return said >= facet_said * all && (!fixed || content <= 0 || best >= surely_said);
}

/// Whether a facet takes up something that was left over: a value, or a word that only now is accounted for. A better
/// synonym for what the template says is no reason for a condition.
bool takes_up_more(const Candidate& before, const Candidate& after) {
  constexpr float accounted = 0.5F;
  std::vector<float> known(before.laid.bound.size(), 0);
  for (std::size_t i = 0; i < before.laid.question.size(); ++i) {
    known[before.laid.question[i].word] = before.laid.explained[i];
  }
  for (std::size_t i = 0; i < after.laid.question.size(); ++i) {
    const MaskedItem& item = after.laid.question[i];
    if (item.slot != no_slot ? !before.laid.bound[item.word]
                             : known[item.word] < accounted && after.laid.explained[i] >= accounted) {
      return true;
    }
  }
  return false;
}

/// Where the user chose a value, the others that the same words name in its column go.
void keep_chosen(std::vector<ValueMatch>& links, const std::vector<std::string>& choices) {
  if (choices.empty()) return;
  const auto is_chosen = [&](const ValueMatch& link) {
    return std::find(choices.begin(), choices.end(), to_display(link.value)) != choices.end();
  };
  std::vector<ValueMatch> chosen;
  std::copy_if(links.begin(), links.end(), std::back_inserter(chosen), is_chosen);
  std::erase_if(links, [&](const ValueMatch& link) {
    return !is_chosen(link) && std::any_of(chosen.begin(), chosen.end(), [&](const ValueMatch& other) {
      return other.span == link.span && other.table == link.table && other.column == link.column;
    });
  });
}

/// "Aarhus" is how "Århus" is written without that letter.
std::string without_digraphs(std::string_view text) {
  std::string plain = text::normalise(text);
  for (const std::string_view digraph : {"aa", "ae", "oe", "ue"}) {
    for (std::size_t at = plain.find(digraph); at != std::string::npos; at = plain.find(digraph, at + 1)) {
      plain.erase(at + 1, 1);
    }
  }
  return plain;
}

/// Takes the links that only a typing error would explain where every word is known: "Ireland" is no misspelt
/// "Iceland". A value that the user chose stays.
std::vector<ValueMatch> take_doubtful(std::vector<ValueMatch>& links, const Utterance& question,
                                      const std::vector<std::string>& choices) {
  const auto is_known = [&](const ValueMatch& link) {
    return std::all_of(question.words.begin(), question.words.end(), [&](const Word& word) {
      return !word.span.overlaps(link.span) || is_known_word(word.term.text);
    });
  };
  const auto stays = [&](const ValueMatch& link) {
    const bool misspelt = link.kind == MatchKind::edit_distance || link.kind == MatchKind::trigram;
    const bool spelled = without_digraphs(link.span.of(question.text)) == without_digraphs(to_display(link.value));
    return !misspelt || spelled || std::find(choices.begin(), choices.end(), to_display(link.value)) != choices.end() ||
           !is_known(link);
  };
  const auto place = std::stable_partition(links.begin(), links.end(), stays);
  std::vector<ValueMatch> taken(std::make_move_iterator(place), std::make_move_iterator(links.end()));
  links.erase(place, links.end());
  return taken;
}

bool by_score(const Candidate& a, const Candidate& b) {
  if (a.bound != b.bound) return a.bound;
  if (a.standing.score != b.standing.score) return a.standing.score > b.standing.score;
  if (a.reading.facets.size() != b.reading.facets.size()) return a.reading.facets.size() < b.reading.facets.size();
  return std::less<>()(a.reading.item, b.reading.item);  // of one list
}

bool stands(const Candidate& candidate, const PlanOptions& options) {
  return candidate.bound && candidate.obstacles.empty() && candidate.confidence >= options.min_confidence;
}

/// Whether the question says every word of content of the template's wording.
bool says_whole_template(const Candidate& candidate) {
  constexpr float said = 0.5F;
  for (std::size_t i = 0; i < candidate.laid.template_items; ++i) {
    const PatternItem& item = candidate.laid.pattern[i];
    if (item.slot == no_slot && item.word->term.is_content() && candidate.laid.alignment.pattern[i] < said)
      return false;
  }
  return true;
}

/// Whether every facet is said word for word too.
bool is_said_whole(const Candidate& candidate) {
  return says_whole_template(candidate) &&
         std::ranges::all_of(candidate.reading.facets, [](const FacetUse& use) { return use.verbatim.has_value(); });
}

/// Of two facets the one whose wording the question says word for word, then the better reading.
bool is_better(const Candidate& a, const Candidate& b) {
  const bool said = a.reading.facets.back().verbatim.has_value();
  if (said != b.reading.facets.back().verbatim.has_value()) return said;
  return a.standing.score > b.standing.score;
}

bool has_fragment(const ItemAnalysis* item) {
  return std::any_of(item->slots.begin(), item->slots.end(), [](const Slot& slot) { return slot.fragment; });
}

std::vector<ValueSearch> usable_searches(const ContextSet& set, const LeftOut& left_out) {
  std::vector<ValueSearch> searches;
  for (std::size_t i = 0; i < set.value_searches.size(); ++i) {
    if (!left_out.contains("value_searches", i)) searches.push_back(set.value_searches[i]);
  }
  return searches;
}

/// The caller's, or the static one where the build has it, else none: hashed n-grams know no more than the spelling.
std::shared_ptr<const Embedder> embedder_of(const PlannerOptions& options) {
  if (options.embedder != nullptr) return options.embedder;
  auto built_in = make_static_embedder();
  return built_in ? *built_in : nullptr;
}

}  // namespace

Result<std::unique_ptr<Matcher>> Matcher::build(std::shared_ptr<Database> database, const Schema& schema,
                                                const ContextSet& context, const LeftOut& left_out,
                                                const PlannerOptions& options) {
  std::unique_ptr<Matcher> matcher(new Matcher(schema, options.joins));
  if (auto done = matcher->analyse(context, left_out, database->dialect()); !done) return done.error();
  auto vectors = WordVectors::build(embedder_of(options), matcher->words_.vocabulary());
  if (!vectors) return vectors.error();
  matcher->vectors_ = std::move(*vectors);
  std::vector<ItemAnalysis*> items;
  for (TemplateAnalysis& item : matcher->templates_) items.push_back(&item);
  for (FacetAnalysis& item : matcher->facets_) items.push_back(&item);
  matcher->looks_for_parts_ = std::any_of(items.begin(), items.end(), has_fragment);
  // One more than the linker keeps, which tells it that there are more.
  ColumnReader reader(*database, schema, options.max_values_per_column + 1, options.control);
  auto columns = read_domains(items, reader, schema);
  if (!columns) return columns.error();
  ValueLinkerOptions linking;
  if (!columns->empty()) linking.index = options.index;
  linking.columns = std::move(*columns);
  linking.read_values = [&](const IndexedColumn& column) { return reader.take({column.table, column.column}); };
  linking.max_values_per_column = options.max_values_per_column;
  linking.control = options.control;
  auto linker = ValueLinker::build(std::move(database), usable_searches(context, left_out), linking);
  if (!linker) return linker.error();
  matcher->linker_.push_back(std::move(*linker));
  return matcher;
}

Result<void> Matcher::analyse(const ContextSet& set, const LeftOut& left_out, Dialect dialect) {
  dialect_ = dialect;
  templates_.reserve(set.templates.size());
  facets_.reserve(set.facets.size());
  ItemAnalyser analyser(dialect, schema_, words_);
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (left_out.contains("templates", i)) continue;
    auto item = analyser.analyse(context::with_numbered_forms(set.templates[i], dialect, &schema_), i);
    if (!item) return item.error();
    templates_.push_back(std::move(*item));
  }
  for (std::size_t i = 0; i < set.facets.size(); ++i) {
    if (left_out.contains("facets", i)) continue;
    auto item = analyser.analyse(context::with_numbered_forms(set.facets[i], dialect, &schema_), i);
    if (!item) return item.error();
    facets_.push_back(std::move(*item));
  }
  sort_items();
  for (const Template& rows : row_templates(facets_, dialect)) {
    auto item = analyser.analyse(rows, set.templates.size() + rows_.size());
    if (!item) return item.error();
    item->id = "rows of " + rows.intent;
    item->is_made = true;
    rows_.push_back(std::move(*item));
  }
  rate_terms();
  return {};
}

/// The order in the file decides nothing: ties between items are broken by what they say.
void Matcher::sort_items() {
  std::sort(templates_.begin(), templates_.end(), [](const TemplateAnalysis& a, const TemplateAnalysis& b) {
    return std::tie(a.intent, a.parameterized_sql, a.id, a.index) <
           std::tie(b.intent, b.parameterized_sql, b.id, b.index);
  });
  std::sort(facets_.begin(), facets_.end(), [](const FacetAnalysis& a, const FacetAnalysis& b) {
    return std::tie(a.intent, a.parameterized_sql, a.index) < std::tie(b.intent, b.parameterized_sql, b.index);
  });
}

/// Inverse document frequency over the templates, kept within bounds: in a small set even its subject is no noise.
void Matcher::rate_terms() {
  std::vector<double> holders(words_.vocabulary().size(), 0);
  for (const TemplateAnalysis& item : templates_) {
    std::set<std::size_t> terms;
    for (const Pattern& pattern : item.patterns) {
      for (const std::size_t term : pattern.terms) {
        if (term != no_slot) terms.insert(term);
      }
    }
    for (const std::size_t term : terms) holders[term] += 1;
  }
  const double count = static_cast<double>(templates_.size()) + 1;
  for (const double held : holders) {
    const double rarity = std::log(count / (held + 0.5)) / std::log(count + 1);
    rarity_.push_back(0.5 + 0.7 * std::clamp(rarity, 0.0, 1.0));
  }
}

Result<std::unique_ptr<Matches>> Matcher::match(std::string_view question, text::Now now,
                                                const PlanOptions& options) const {
  auto matches = std::make_unique<Matches>();
  matches->question = read_question(question, now);
  LinkOptions linking;
  linking.scope = options.scope;
  linking.control = options.control;
  auto links = linker_.front().link_question(question, linking);
  if (!links) return links.error();
  matches->links = std::move(*links);
  keep_chosen(matches->links.matches, options.choices);
  matches->doubtful = take_doubtful(matches->links.matches, matches->question, options.choices);
  matches->mentions = find_mentions(matches->question, matches->links.matches);
  if (looks_for_parts_) add_phrases(matches->question, matches->mentions);
  auto similarities = SimilarityTable::build(matches->question, words_.vocabulary(), vectors_);
  if (!similarities) return similarities.error();
  matches->similarities = std::make_unique<SimilarityTable>(std::move(*similarities));
  matches->task =
      std::make_unique<BindingTask>(BindingTask{matches->question, matches->mentions, *matches->similarities, words_,
                                                question_weights(matches->question, *matches->similarities, rarity_)});
  matches->candidates = read_templates(*matches->task, options.scope);
  if (auto done = options.control.check("matching templates"); !done) return done.error();
  std::sort(matches->candidates.begin(), matches->candidates.end(), by_score);
  add_facets(matches->candidates, *matches->task, options.scope);
  std::sort(matches->candidates.begin(), matches->candidates.end(), by_score);
  finish(matches->candidates, std::max(least_composed, options.max_nearest));
  find_obstacles(*matches, options.scope);
  const auto answers = [&](const Candidate& candidate) {
    return stands(candidate, options) && says_whole_template(candidate);
  };
  if (std::ranges::none_of(matches->candidates, answers)) add_rows(*matches, options);
  return matches;
}

/// Where no template answers as it is worded, conditions on the rows of a table may. A reading that stands goes before
/// the others; one that the question says as a whole shadows those that ask for more than it says.
void Matcher::add_rows(Matches& matches, const PlanOptions& options) const {
  std::vector<Candidate> rows;
  for (const TemplateAnalysis& item : rows_) {
    if (!allowed(item, options.scope)) continue;
    if (auto candidate = read_template(item, *matches.task)) rows.push_back(std::move(*candidate));
  }
  std::sort(rows.begin(), rows.end(), by_score);
  add_facets(rows, *matches.task, options.scope);
  std::erase_if(rows, [](const Candidate& candidate) { return candidate.reading.facets.empty(); });
  std::sort(rows.begin(), rows.end(), by_score);
  finish(rows, least_composed);
  std::swap(rows, matches.candidates);
  find_obstacles(matches, options.scope);
  std::swap(rows, matches.candidates);
  const auto place =
      std::ranges::stable_partition(rows, [&](const Candidate& candidate) { return stands(candidate, options); });
  if (place.begin() != rows.begin() && is_said_whole(rows.front())) {
    for (Candidate& other : matches.candidates) {
      if (says_whole_template(other)) continue;
      other.obstacles.push_back(fmt::format("The question asks for the {}.", rows.front().reading.item->id));
    }
  }
  matches.candidates.insert(matches.candidates.end(), std::make_move_iterator(place.begin()),
                            std::make_move_iterator(rows.end()));
  matches.candidates.insert(matches.candidates.begin(), std::make_move_iterator(rows.begin()),
                            std::make_move_iterator(place.begin()));
}

bool Matcher::allowed(const ItemAnalysis& item, const Scope& scope) const {
  if (!scope.tables && !scope.columns) return true;
  const model::ScopeIndex index(scope);
  for (const std::string& name : item.shape.tables) {
    const Table* table = schema_.find_table(name);
    if (table == nullptr || !index.allows(*table)) return false;
  }
  for (const ShapeColumn& used : item.shape.columns) {
    const Table* table = schema_.find_table(used.table);
    const Column* column = table == nullptr ? nullptr : table->find_column(used.column);
    if (column == nullptr || !index.allows(*table, *column)) return false;
  }
  return true;
}

std::vector<Matcher::RatedTemplate> Matcher::rate_templates(const BindingTask& task, const Scope& scope) const {
  std::vector<float> best_of_term(words_.vocabulary().size(), 0);
  for (std::size_t word = 0; word < task.question.words.size(); ++word) {
    for (std::size_t term = 0; term < best_of_term.size(); ++term) {
      best_of_term[term] = std::max(best_of_term[term], task.similarities(word, term));
    }
  }
  std::vector<double> weights(words_.vocabulary().size());
  for (std::size_t term = 0; term < weights.size(); ++term)
    weights[term] = words_.vocabulary()[term].weight() * rarity_[term];
  std::vector<RatedTemplate> rated;
  for (const TemplateAnalysis& item : templates_) {
    if (allowed(item, scope)) rated.emplace_back(-rough_score(item, best_of_term, weights), &item);
  }
  const auto most = rated.begin() + static_cast<std::ptrdiff_t>(std::min(rated.size(), most_full_readings));
  std::partial_sort(rated.begin(), most, rated.end(), [](const RatedTemplate& a, const RatedTemplate& b) {
    return a.first != b.first ? a.first < b.first : std::less<>()(a.second, b.second);
  });
  rated.erase(most, rated.end());
  return rated;
}

/// Templates that can't be bound are no answers: the likeliest of them are read all the same, to say what is missing.
std::vector<Candidate> Matcher::read_templates(const BindingTask& task, const Scope& scope) const {
  std::vector<Candidate> candidates;
  std::size_t unbound = 0;
  for (const auto& [rating, item] : rate_templates(task, scope)) {
    if (auto candidate = read_template(*item, task)) {
      candidates.push_back(std::move(*candidate));
    } else if (unbound++ < most_unbound) {
      candidates.push_back(evaluate(Reading{item, 0, {}, {}}, false, task));
    }
  }
  return candidates;
}

/// The template by the wording that fits best; nothing if there is a parameter without a value.
std::optional<Candidate> Matcher::read_template(const TemplateAnalysis& item, const BindingTask& task) const {
  std::optional<Candidate> best;
  for (std::size_t i = 0; i < item.patterns.size(); ++i) {
    auto assignment = bind_slots(item, item.patterns[i], task);
    if (!assignment) break;  // what no wording changes
    Candidate candidate = evaluate(Reading{&item, i, std::move(*assignment), {}}, true, task);
    if (!best || candidate.standing.score > best->standing.score) best = std::move(candidate);
  }
  return best;
}

Candidate Matcher::evaluate(Reading reading, bool bound, const BindingTask& task) const {
  Candidate candidate;
  candidate.reading = std::move(reading);
  candidate.bound = bound;
  candidate.laid = lay_out(candidate.reading, task, rarity_);
  candidate.features = measure(candidate.reading, candidate.laid, task);
  candidate.standing.score = rank_score(candidate.features);
  return candidate;
}

void Matcher::add_facets(std::vector<Candidate>& candidates, const BindingTask& task, const Scope& scope) const {
  if (facets_.empty()) return;
  std::vector<Candidate> narrowed;
  for (std::size_t i = 0; i < std::min(candidates.size(), most_narrowed) && candidates[i].bound; ++i) {
    Candidate current = candidates[i];
    for (std::size_t count = 0; count < most_facets && left_over_weight(current.features) > left_over; ++count) {
      std::optional<Candidate> best;
      for (const FacetAnalysis& facet : facets_) {
        if (!allowed(facet, scope)) continue;
        auto next = with_facet(current, facet, task);
        if (next && (!best || is_better(*next, *best))) best = std::move(next);
      }
      if (!best) break;
      current = std::move(*best);
      narrowed.push_back(current);
    }
  }
  for (Candidate& candidate : narrowed) candidates.push_back(std::move(candidate));
}

std::optional<Candidate> Matcher::with_facet(const Candidate& candidate, const FacetAnalysis& facet,
                                             const BindingTask& task) const {
  // "Over 10 and over 20 euros" is said with one facet twice; a fixed one says nothing new.
  const auto used = [&](const FacetUse& use) { return use.facet == &facet && facet.slots.empty(); };
  if (std::any_of(candidate.reading.facets.begin(), candidate.reading.facets.end(), used)) return std::nullopt;
  if (!has_level(facet, *candidate.reading.item, lookups_)) return std::nullopt;
  const std::vector<bool> taken = used_words(candidate, task);
  std::optional<Candidate> best;
  for (std::size_t i = 0; i < facet.patterns.size(); ++i) {
    auto assignment = bind_slots(facet, facet.patterns[i], task, taken);
    if (!assignment) return std::nullopt;
    Reading reading = candidate.reading;
    const auto verbatim = said_verbatim(facet.patterns[i], *assignment, task);
    reading.facets.push_back({&facet, i, std::move(*assignment), verbatim});
    Candidate next = evaluate(std::move(reading), true, task);
    const bool consumes = left_over_weight(next.features) < left_over_weight(candidate.features) - left_over / 2;
    if (!consumes || next.standing.score <= candidate.standing.score || !takes_up_more(candidate, next) ||
        !speaks_of_last_facet(next, task)) {
      continue;
    }
    if (!best || next.standing.score > best->standing.score) best = std::move(next);
  }
  return best;
}

/// Word for word the wording of one template and of no other: its author has said what that means.
void Matcher::trust_exact_wording(std::vector<Candidate>& candidates) {
  const auto is_exact = [](const Candidate& candidate) {
    return candidate.bound && candidate.reading.facets.empty() && value(candidate.features, Feature::exact) > 0 &&
           value(candidate.features, Feature::link_distance_worst) <= certain_link;
  };
  Candidate* exact = nullptr;
  for (Candidate& candidate : candidates) {
    if (!is_exact(candidate) || candidate.meaning.empty()) continue;
    if (exact != nullptr && exact->meaning != candidate.meaning) return;
    if (exact == nullptr) exact = &candidate;
  }
  if (exact == nullptr || exact != &candidates.front()) return;
  exact->confidence = std::max(exact->confidence, exact_confidence);
}

/// Of the readings that have a statement: no other becomes an answer.
void Matcher::find_obstacles(Matches& matches, const Scope& scope) const {
  std::vector<const FacetAnalysis*> facets;
  for (const FacetAnalysis& facet : facets_) {
    if (allowed(facet, scope)) facets.push_back(&facet);
  }
  for (Candidate& candidate : matches.candidates) {
    if (!candidate.meaning.empty())
      candidate.obstacles = plan::find_obstacles({candidate, matches, facets, schema_, lookups_});
  }
}

/// Statements, standings and confidences.
void Matcher::finish(std::vector<Candidate>& candidates, std::size_t most) const {
  const std::size_t count = std::min(candidates.size(), most);
  for (std::size_t i = 0; i < count && candidates[i].bound; ++i) {
    auto statement = compose(candidates[i].reading, dialect_, lookups_);
    if (!statement) {
      candidates[i].bound = false;
      candidates[i].obstacles.push_back(statement.error().message);
      continue;
    }
    candidates[i].statement = std::move(*statement);
    candidates[i].meaning = meaning_of(candidates[i].statement, schema_);
  }
  std::stable_partition(candidates.begin(), candidates.end(), [](const Candidate& c) { return c.bound; });
  for (std::size_t i = 0; i < count && candidates[i].bound; ++i) {
    Standing& standing = candidates[i].standing;
    standing.margin = 5;
    bool alone = true;
    for (std::size_t k = 0; k < count && candidates[k].bound; ++k) {
      if (k == i || candidates[k].meaning == candidates[i].meaning) continue;
      const double ahead = standing.score - candidates[k].standing.score;
      standing.margin = alone ? ahead : std::min(standing.margin, ahead);
      alone = false;
      if (ahead < 1 && ahead > -1) standing.runners += 1;
    }
    candidates[i].confidence = confidence(candidates[i].features, standing);
  }
  trust_exact_wording(candidates);
}

}  // namespace querydata::inline v0::plan
