#include "knowledge/support.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "knowledge/sentences.hpp"
#include "knowledge/similar_words.hpp"
#include "knowledge/word_shape.hpp"
#include "text/fold.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr double same_word = .7;  ///< similarity from which spellings are forms of one word

constexpr std::array<std::string_view, 21> denials = {"not",    "no",    "never", "none",   "neither", "nor", "without",
                                                      "cannot", "nicht", "kein",  "keine",  "keinen",  "nie", "ohne",
                                                      "nunca",  "sin",   "ne",    "jamais", "non",     "не",  "нет"};

// What ends the reach of a denial besides punctuation.
constexpr std::array<std::string_view, 18> conjunctions = {"and",  "but", "or",   "und", "aber", "sondern",
                                                           "oder", "y",   "pero", "o",   "sino", "et",
                                                           "mais", "ou",  "и",    "а",   "но",   "или"};

// Little words that turn what a sentence says.
constexpr std::array<std::string_view, 29> turning = {
    "before", "after", "over",    "under", "above", "below",  "more",  "less",  "least",  "most",
    "fewer",  "only",  "all",     "every", "each",  "always", "until", "since", "except", "vor",
    "nach",   "mehr",  "weniger", "alle",  "nur",   "antes",  "solo",  "mas",   "menos"};

constexpr std::array<std::string_view, 15> before_years = {"in",  "im", "en",   "since", "seit",   "until", "by", "of",
                                                           "von", "de", "from", "to",    "before", "after", "and"};

/// A word that denies: "cannot", "kein", the t of "isn't".
bool is_denial(const Term& term, std::string_view text) {
  if (text::is_one_of(term.folded, denials)) return true;
  if (term.folded != "t" || term.span.begin < 2) return false;
  const std::string_view before = text.substr(0, term.span.begin);
  return before.ends_with("n'") || before.ends_with("n\u2019");
}

/// Of each term, the number of its clause.
std::vector<std::size_t> clauses_of(const std::vector<Term>& terms, std::string_view text) {
  std::vector<std::size_t> clauses(terms.size());
  for (std::size_t place = 1; place < terms.size(); ++place) {
    const std::size_t end = terms[place - 1].span.end;
    const std::string_view between = Span{end, std::max(end, terms[place].span.begin)}.of(text);
    const bool next =
        between.find_first_of(",;:()") != std::string_view::npos || text::is_one_of(terms[place].folded, conjunctions);
    clauses[place] = clauses[place - 1] + (next ? 1 : 0);
  }
  return clauses;
}

/// A sentence that speaks to a language model.
bool addresses_model(std::string_view sentence) {
  const std::string text = text::normalise(sentence);
  const auto has = [&](std::string_view words) { return text.find(words) != std::string::npos; };
  const bool turns = has("ignore") || has("disregard") || has("forget") || has("override") || has("do not follow");
  const bool orders = has("instruction") || has("previous") || has("above") || has("prompt") || has("rules");
  return (turns && orders) || has("system prompt") || has("you are now") || has("as an ai") || has("language model");
}

/// A word that must not be another: a number or a name.
bool is_exact(WordShape shape) {
  return shape == WordShape::number || shape == WordShape::date || shape == WordShape::name;
}

/// How well a word is another: 1 for the same, 0..1 for a form of it, which begins as it does ("legal" is none of
/// "illegal").
double same(const Term& wanted, bool exact, const Term& term) {
  if (term.stem == wanted.stem) return 1;
  if (exact || term.folded.front() != wanted.folded.front()) return 0;
  const double alike = word_similarity(wanted.folded, term.folded);
  return alike >= same_word ? alike : 0;
}

/// How well terms hold one: 1 for the word itself, 0..1 for a form of it.
double held(const Term& wanted, bool exact, std::span<const Term> terms) {
  double best = 0;
  for (const Term& term : terms) best = std::max(best, same(wanted, exact, term));
  return best;
}

bool holds(const Statement& statement, const Term& term, bool denied) {
  for (std::size_t place = 0; place < statement.terms.size(); ++place)
    if (statement.denied[place] == denied && same(term, false, statement.terms[place]) > 0) return true;
  return false;
}

/// Whether a source denies what a claim denies: the word in question, and half of what the claim's clause says.
bool denies_as(const Statement& source, const Statement& claim, std::size_t focus) {
  if (!holds(source, claim.terms[focus], true)) return false;
  std::size_t words = 0;
  std::size_t found = 0;
  for (std::size_t place = 0; place < claim.terms.size(); ++place) {
    if (claim.clauses[place] != claim.clauses[focus] || claim.terms[place].stop) continue;
    ++words;
    found += holds(source, claim.terms[place], true) ? 1 : 0;
  }
  return 2 * found >= words;
}

/// What the one denies the other must deny, too.
bool agrees_on_denials(const Statement& claim, std::span<const Statement* const> sources) {
  for (const std::size_t focus : claim.foci)
    if (std::ranges::none_of(sources, [&](const Statement* source) { return denies_as(*source, claim, focus); }))
      return false;
  for (const Statement* source : sources) {
    for (const std::size_t place : source->foci) {
      const Term& term = source->terms[place];
      if (holds(claim, term, false) && !holds(claim, term, true)) return false;
    }
  }
  return true;
}

/// A number that counts something: no year as in "in 1997".
bool counts(const Statement& claim, std::size_t place) {
  if (claim.shapes[place] == WordShape::number) return true;
  const std::string& word = claim.terms[place].folded;
  if (claim.shapes[place] != WordShape::date || word.front() < '0' || word.front() > '9') return false;
  return place > 0 && !text::is_one_of(claim.terms[place - 1].folded, before_years);
}

/// A number counts what it counts in the source: "17 tons" is not in "17 kilograms of 3 tons".
bool keeps_units(const Statement& claim, std::span<const Statement* const> sources) {
  constexpr std::size_t reach = 3;  // "two heavy pieces" are "two pieces"
  for (std::size_t place = 0; place + 1 < claim.terms.size(); ++place) {
    const Term& unit = claim.terms[place + 1];
    if (!counts(claim, place) || claim.shapes[place + 1] != WordShape::plain ||
        unit.span.begin > claim.terms[place].span.end + 1)
      continue;
    const bool found = std::ranges::any_of(sources, [&](const Statement* source) {
      for (std::size_t at = 0; at < source->terms.size(); ++at) {
        if (source->terms[at].stem != claim.terms[place].stem) continue;
        const std::size_t end = std::min(source->terms.size(), at + 1 + reach);
        if (held(unit, false, std::span(source->terms).subspan(at + 1, end - at - 1)) > 0) return true;
      }
      return false;
    });
    if (!found) return false;
  }
  return true;
}

bool exchanges_names(const Statement& claim, std::span<const Statement* const> sources) {
  return std::ranges::any_of(sources, [&](const Statement* source) {
    return std::ranges::any_of(claim.relations, [&](const Relation& said) {
      return std::ranges::any_of(source->relations,
                                 [&](const Relation& written) { return are_exchanged(said, written); });
    });
  });
}

}  // namespace

Statement Statement::read(std::string_view text, Language language) {
  Statement out{terms_of(text, language), {}, {}, {}, {}, {}};
  out.clauses = clauses_of(out.terms, text);
  const std::vector<std::size_t>& clauses = out.clauses;
  std::vector<bool> denying(clauses.empty() ? 0 : clauses.back() + 1);
  for (std::size_t place = 0; place < out.terms.size(); ++place) {
    out.shapes.push_back(shape_of(out.terms[place], text, place == 0));
    if (!is_denial(out.terms[place], text)) continue;
    denying[clauses[place]] = true;
    // What is denied stands behind the denial, or at the clause's end before it ("das stimmt nicht").
    const auto content = [&](std::size_t at) { return clauses[at] == clauses[place] && !out.terms[at].stop; };
    std::size_t focus = place + 1;
    while (focus < out.terms.size() && clauses[focus] == clauses[place] && !content(focus)) ++focus;
    if (focus >= out.terms.size() || !content(focus)) {
      focus = place;
      while (focus > 0 && clauses[focus] == clauses[place] && (focus == place || !content(focus))) --focus;
    }
    if (focus != place && content(focus)) out.foci.push_back(focus);
  }
  for (const std::size_t clause : clauses) out.denied.push_back(denying[clause]);
  out.relations = relations_of(out.terms, text);
  return out;
}

SupportIndex::SupportIndex(const std::vector<QuestionWord>& question, const std::vector<Passage>& passages) {
  const auto asked = [&](const Term& term) {
    return std::any_of(question.begin(), question.end(),
                       [&](const QuestionWord& word) { return word.stem == term.stem; });
  };
  for (std::size_t number = 0; number < passages.size(); ++number) {
    const Passage& passage = passages[number];
    const std::vector<Span> spans = split_sentences(passage.text, passage.language);
    std::vector<Sentence> read;
    std::vector<bool> near;
    for (const Span span : spans) {
      const std::string_view text = span.of(passage.text);
      Sentence sentence{{number, span}, Statement::read(text, passage.language)};
      near.push_back(std::ranges::any_of(sentence.says.terms, asked));
      read.push_back(std::move(sentence));
    }
    for (std::size_t place = 0; place < read.size(); ++place) {
      const bool relevant =
          near[place] || (place > 0 && near[place - 1]) || (place + 1 < near.size() && near[place + 1]);
      if (relevant && !addresses_model(spans[place].of(passage.text))) sentences_.push_back(std::move(read[place]));
    }
  }
}

Support SupportIndex::find(std::string_view text, Language language) const {
  const Statement claim = Statement::read(text, language);
  std::vector<std::size_t> wanted;
  for (std::size_t place = 0; place < claim.terms.size(); ++place) {
    const Term& term = claim.terms[place];
    if (!term.stop || text::is_one_of(term.folded, turning)) wanted.push_back(place);
  }
  Support best;
  if (wanted.empty()) return best;
  std::vector<std::vector<double>> shares;
  for (const Sentence& sentence : sentences_) {
    std::vector<double>& row = shares.emplace_back();
    for (const std::size_t place : wanted)
      row.push_back(held(claim.terms[place], is_exact(claim.shapes[place]), sentence.says.terms));
  }
  const auto consider = [&](std::size_t left, std::size_t right) {
    if (sentences_[left].evidence.passage != sentences_[right].evidence.passage) return;
    double sum = 0;
    for (std::size_t word = 0; word < wanted.size(); ++word) {
      const double share = std::max(shares[left][word], shares[right][word]);
      if (share <= 0) return;
      sum += share;
    }
    const double share = sum / static_cast<double>(wanted.size());
    constexpr double second_costs = .05;  // one sentence is better evidence than two
    if (share <= best.share + (left == right || best.evidence.empty() ? 0 : second_costs)) return;
    const std::array both = {&sentences_[left].says, &sentences_[right].says};
    const auto sources = std::span<const Statement* const>(both).first(left == right ? 1 : 2);
    if (!agrees_on_denials(claim, sources) || !keeps_units(claim, sources) || exchanges_names(claim, sources)) return;
    best.share = share;
    best.evidence = {sentences_[left].evidence};
    if (left != right) best.evidence.push_back(sentences_[right].evidence);
  };
  for (std::size_t place = 0; place < sentences_.size(); ++place) consider(place, place);
  for (std::size_t left = 0; left < sentences_.size(); ++left) {
    for (std::size_t right = left + 1; right < sentences_.size(); ++right) consider(left, right);
  }
  best.supported = !best.evidence.empty();
  return best;
}

}  // namespace querydata::inline v0::knowledge
