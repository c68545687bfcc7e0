#include "plan/template_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "context/item_changes.hpp"
#include "context/json_text.hpp"
#include "context/names.hpp"
#include "context/placeholder_pairing.hpp"
#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "sql/analysis.hpp"
#include "sql/parser.hpp"
#include "sql/predicate.hpp"
#include "sql/values.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr double resembles_name = 0.5;  // from here on a word speaks of a name

/// The texts of a template or a facet under common names.
struct ItemTexts {
  std::string pointer;  ///< of the item in the file
  std::string_view query_member;
  std::string query;
  std::string parameterized_query;
  std::string intent;
  std::string parameterized_intent;
  std::string nl_query;  ///< empty for facets
};

Error located(Error error, const ItemTexts& texts, std::string_view member) {
  error.where.json_pointer = fmt::format("{}/parameterized/{}", texts.pointer, member);
  return error;
}

std::size_t number_of(const ParameterUse& use) {
  std::size_t number = 0;
  for (std::size_t i = 1; i < use.name.size(); ++i) {
    if (use.name[i] < '0' || use.name[i] > '9' || number > 100'000) return use.number;
    number = number * 10 + static_cast<std::size_t>(use.name[i] - '0');
  }
  return number == 0 ? use.number : number;
}

Comparison comparison_named(std::string_view op) {
  if (op == "=" || op == "IN" || op == "IS") return Comparison::equal;
  if (op == "<>" || op.starts_with("NOT ") || op == "IS NOT") return Comparison::not_equal;
  if (op == "<") return Comparison::less;
  if (op == "<=") return Comparison::less_equal;
  if (op == ">") return Comparison::greater;
  if (op == ">=") return Comparison::greater_equal;
  if (op == "BETWEEN") return Comparison::between;
  return op.empty() || op == "LIMIT" || op == "OFFSET" ? Comparison::none : Comparison::like;
}

void add_use(Slot& slot, const ParameterUse& use) {
  const bool first = slot.name.empty();
  if (first) slot.name = use.name;
  if (!use.column.empty()) {
    const ColumnKey key{use.table, use.column};
    if (std::find(slot.columns.begin(), slot.columns.end(), key) == slot.columns.end()) slot.columns.push_back(key);
  }
  if (first || slot.comparison == Comparison::none) slot.comparison = comparison_named(use.op);
  if (slot.type == ValueType::unknown) slot.type = use.type;
  slot.limit = slot.limit || use.op == "LIMIT";
}

/// BETWEEN's two parameters are a lower and an upper bound.
void split_between(std::vector<Slot>& slots, const std::vector<ParameterUse>& uses) {
  const ParameterUse* lower = nullptr;
  for (const ParameterUse& use : uses) {
    if (use.op != "BETWEEN") continue;
    Slot& slot = slots[number_of(use) - 1];
    const bool second = lower != nullptr && lower->table == use.table && lower->column == use.column;
    slot.comparison = second ? Comparison::less_equal : Comparison::greater_equal;
    lower = second ? nullptr : &use;
  }
}

bool bounds_below(Comparison comparison) {
  return comparison == Comparison::greater || comparison == Comparison::greater_equal;
}

bool bounds_above(Comparison comparison) {
  return comparison == Comparison::less || comparison == Comparison::less_equal;
}

void find_partners(std::vector<Slot>& slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      if (slots[i].columns.empty() || slots[i].columns != slots[k].columns || slots[i].partner || slots[k].partner) {
        continue;
      }
      if (!bounds_below(slots[i].comparison) || !bounds_above(slots[k].comparison)) continue;
      slots[i].partner = k;
      slots[k].partner = i;
    }
  }
}

/// Takes the wildcards off the sample, with the blanks beside them. The query puts its own around a part of a pattern;
/// a pattern that is the parameter as a whole gets those of the sample: 'Ann %' looks for a whole word.
void split_sample(Slot& slot, std::string_view wildcards) {
  const std::string trimmed = std::string(wildcards) + ' ';
  std::size_t begin = slot.sample.find_first_not_of(trimmed);
  if (begin == std::string::npos) return;
  std::size_t end = slot.sample.find_last_not_of(trimmed) + 1;
  if (slot.sample.find_first_of(wildcards) >= begin) begin = 0;
  const std::size_t last = slot.sample.find_last_of(wildcards);
  if (last == std::string::npos || last < end) end = slot.sample.size();
  if (begin == 0 && end == slot.sample.size()) return;
  if (!slot.fragment) {
    slot.prefix = slot.sample.substr(0, begin);
    slot.suffix = slot.sample.substr(end);
  }
  slot.fragment = true;
  slot.sample = slot.sample.substr(begin, end - begin);
}

/// Finds the parameters that are parts of patterns: `LIKE '%' || $1 || '%'`, and `LIKE $1` where the sample is '%Sea%'.
void find_fragments(std::vector<Slot>& slots, const sql::Tree& tree, const std::vector<ParameterUse>& uses) {
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const sql::Compared compared = sql::compared_with(tree, tree.parameters[i]);
    const bool like = compared.op.ends_with("LIKE");
    if (!like && !compared.op.ends_with("GLOB")) continue;
    Slot& slot = slots[number_of(uses[i]) - 1];
    slot.fragment = slot.fragment || compared.joined;
    if (slot.sample_known) split_sample(slot, like ? "%_" : "*?");
  }
}

void take_samples(std::vector<Slot>& slots, const context::PlaceholderPairing& pairing) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[i];
    slot.sample = pairing.samples[i];
    slot.sample_known = pairing.sample_known[i];
    slot.sample_quoted = pairing.sample_quoted[i];
  }
  for (const SlotSpan& place : pairing.intent_slots) slots[place.slot].in_pattern = true;
}

Result<std::vector<Slot>> slots_of(const std::vector<ParameterUse>& uses, const ItemTexts& texts) {
  std::vector<Slot> slots;
  for (const ParameterUse& use : uses) {
    const std::size_t number = number_of(use);
    if (number == 0 || number > 1000) {
      return located({ErrorCode::invalid_argument,
                      fmt::format("The placeholder {} is out of range; number placeholders from $1 on.", use.name),
                      {}},
                     texts, texts.query_member);
    }
    if (slots.size() < number) slots.resize(number);
    add_use(slots[number - 1], use);
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].name.empty()) continue;
    return located({ErrorCode::invalid_argument,
                    fmt::format("The placeholders leave out ${}; number them without gaps from $1 on.", i + 1),
                    {}},
                   texts, texts.query_member);
  }
  split_between(slots, uses);
  find_partners(slots);
  return slots;
}

/// The places of phrases in another wording of the intent.
class PhraseFinder {
 public:
  PhraseFinder(std::string_view wording, const context::PlaceholderPairing& pairing, const std::vector<Slot>& slots)
      : lowered_(model::lower(wording)), pairing_(pairing), slots_(slots) {
    const auto tokens = text::tokenize(wording);
    dates_ = text::find_dates(wording, tokens, text::Now{});
  }

  /// Nothing if one is missing.
  std::optional<std::vector<SlotSpan>> find() {
    for (const std::size_t slot : longest_first()) {
      if (!find_literally(slot) && !find_date(slot)) return std::nullopt;
    }
    std::sort(places_.begin(), places_.end(), [](const SlotSpan& a, const SlotSpan& b) { return a.span < b.span; });
    return places_;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> longest_first() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < pairing_.phrases.size(); ++i) {
      if (!pairing_.phrases[i].empty()) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return pairing_.phrases[a].size() > pairing_.phrases[b].size();
    });
    return order;
  }

  [[nodiscard]] bool taken(Span span) const {
    return std::any_of(places_.begin(), places_.end(),
                       [&](const SlotSpan& place) { return place.span.overlaps(span); });
  }

  bool find_literally(std::size_t slot) {
    const std::string phrase = model::lower(pairing_.phrases[slot]);
    std::size_t at = lowered_.find(phrase);
    while (at != std::string::npos && taken({at, at + phrase.size()})) at = lowered_.find(phrase, at + 1);
    if (at == std::string::npos) return false;
    places_.push_back({{at, at + phrase.size()}, slot});
    return true;
  }

  /// "June 2024" stands for 2024-06-01, and for the day after its end.
  bool find_date(std::size_t slot) {
    for (const text::DateMention& date : dates_) {
      if (date.relative || !names_edge(date.range, pairing_.samples[slot])) continue;
      const auto shares = [&](const SlotSpan& place) {
        return place.span == date.span && slots_[slot].partner == place.slot;
      };
      if (std::any_of(places_.begin(), places_.end(), shares)) return true;
      if (taken(date.span)) continue;
      places_.push_back({date.span, slot});
      return true;
    }
    return false;
  }

  static bool names_edge(const text::DateRange& range, std::string_view sample) {
    const ValueForm day{FormKind::date, DateLayout::day, false};
    for (const DateEdge edge : {DateEdge::first, DateEdge::last, DateEdge::after_last}) {
      const auto value = date_as(day, range, edge);
      if (value && sample.substr(0, 10) == std::get<std::string>(*value)) return true;
    }
    return false;
  }

  std::string lowered_;
  const context::PlaceholderPairing& pairing_;
  const std::vector<Slot>& slots_;
  std::vector<text::DateMention> dates_;
  std::vector<SlotSpan> places_;
};

/// "from $1 up to but not including $2": the words between two bounds of one column only say that it is a range.
void soften_range_words(Utterance& utterance, const std::vector<Slot>& slots) {
  std::vector<Word>& words = utterance.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].slot == no_slot || !slots[words[i].slot].partner) continue;
    const std::size_t partner = *slots[words[i].slot].partner;
    for (std::size_t k = i + 1; k < words.size() && k <= i + 8; ++k) {
      if (words[k].slot != partner) continue;
      for (std::size_t between = i + 1; between < k; ++between) {
        words[between].term = make_term(words[between].term.text);
        words[between].term.word_class = WordClass::function;
        words[between].term.trigrams.clear();
      }
    }
  }
}

Pattern make_pattern(Utterance utterance, Vocabulary& vocabulary) {
  Pattern pattern;
  pattern.utterance = std::move(utterance);
  for (const Word& word : pattern.utterance.words) {
    pattern.terms.push_back(word.slot == no_slot ? vocabulary.add(word.term) : no_slot);
  }
  return pattern;
}

std::vector<std::size_t> literal_terms(const std::vector<std::string>& literals, Vocabulary& vocabulary) {
  std::vector<std::size_t> terms;
  for (const std::string& literal : literals) {
    for (const text::Token& token : text::tokenize(literal)) {
      if (token.kind == text::TokenKind::punctuation) continue;
      terms.push_back(vocabulary.add(make_term(token.text)));
    }
  }
  return terms;
}

void add_elements(ItemAnalysis& item, SchemaWords& words) {
  const QueryShape& shape = item.shape;
  for (const std::string& table : shape.tables) {
    item.elements.push_back({ElementKind::table, words.table(table), {}});
  }
  for (const ShapeColumn& column : shape.selected) {
    item.elements.push_back({ElementKind::selected, words.column(column.table, column.column), {}});
  }
  for (const ShapePredicate& predicate : shape.predicates) {
    item.elements.push_back({ElementKind::predicate, words.column(predicate.subject.table, predicate.subject.column),
                             literal_terms(predicate.literals, words.vocabulary())});
  }
  if (shape.extreme_of) {
    item.elements.push_back({ElementKind::order, words.column(shape.extreme_of->table, shape.extreme_of->column), {}});
  }
  for (const ShapeColumn& column : shape.groups) {
    item.elements.push_back({ElementKind::group, words.column(column.table, column.column), {}});
  }
}

void add_name_terms(ItemAnalysis& item, const SchemaWords& words) {
  const auto add = [&](const std::vector<std::size_t>& terms) {
    item.name_terms.insert(item.name_terms.end(), terms.begin(), terms.end());
  };
  for (const std::string& table : item.shape.tables) add(words.table(table));
  for (const ShapeColumn& column : item.shape.columns) add(words.column(column.table, column.column));
  std::sort(item.name_terms.begin(), item.name_terms.end());
  item.name_terms.erase(std::unique(item.name_terms.begin(), item.name_terms.end()), item.name_terms.end());
}

void mark_explaining_words(ItemAnalysis& item, const Vocabulary& vocabulary) {
  for (Pattern& pattern : item.patterns) {
    for (const std::size_t term : pattern.terms) {
      const bool explains =
          term != no_slot && std::any_of(item.name_terms.begin(), item.name_terms.end(), [&](std::size_t name) {
            return similarity(vocabulary[term], vocabulary[name]) >= resembles_name;
          });
      pattern.explains_sql.push_back(explains);
    }
  }
}

bool speaks_of(const Pattern& pattern, const std::vector<std::size_t>& names, const Vocabulary& vocabulary) {
  return std::any_of(pattern.terms.begin(), pattern.terms.end(), [&](std::size_t term) {
    return term != no_slot && std::any_of(names.begin(), names.end(), [&](std::size_t name) {
             return similarity(vocabulary[term], vocabulary[name]) >= resembles_name;
           });
  });
}

void mark_worded_elements(ItemAnalysis& item, const Vocabulary& vocabulary) {
  for (Element& element : item.elements) {
    for (const Pattern& pattern : item.patterns) {
      element.worded.push_back(speaks_of(pattern, element.terms, vocabulary) ||
                               speaks_of(pattern, element.literals, vocabulary));
    }
  }
}

/// Slots, patterns and words of an item whose shape is known.
Result<void> complete(ItemAnalysis& item, const ItemTexts& texts, const sql::Tree& tree,
                      const std::vector<ParameterUse>& uses, SchemaWords& words, TermMemo& memo) {
  auto slots = slots_of(uses, texts);
  if (!slots) return slots.error();
  item.slots = std::move(*slots);
  auto pairing =
      context::pair_placeholders({texts.parameterized_intent, texts.intent, texts.parameterized_query, texts.query},
                                 tree.dialect, item.slots.size());
  if (!pairing) return located(pairing.error(), texts, "parameterized_intent");
  take_samples(item.slots, *pairing);
  find_fragments(item.slots, tree, uses);
  const auto add_pattern = [&](std::string_view wording, const std::vector<SlotSpan>& places) {
    Utterance utterance = read_pattern(wording, places, memo);
    soften_range_words(utterance, item.slots);
    item.patterns.push_back(make_pattern(std::move(utterance), words.vocabulary()));
  };
  add_pattern(texts.parameterized_intent, pairing->intent_slots);
  if (!texts.nl_query.empty() && texts.nl_query != texts.intent) {
    if (const auto places = PhraseFinder(texts.nl_query, *pairing, item.slots).find()) {
      add_pattern(texts.nl_query, *places);
    }
  }
  add_elements(item, words);
  add_name_terms(item, words);
  mark_explaining_words(item, words.vocabulary());
  mark_worded_elements(item, words.vocabulary());
  return {};
}

/// The item's own "id", or "template 3".
std::string template_id(const Template& item, std::size_t index) {
  const std::string id = context::id_of(item.extra);
  if (!id.starts_with('"')) return fmt::format("template {}", index + 1);
  std::string buffer;
  return std::string(context::JsonCursor(id).text(buffer));
}

std::string first_filled(std::string_view a, std::string_view b, std::string_view c = {}) {
  if (!a.empty()) return std::string(a);
  return std::string(b.empty() ? c : b);
}

/// The tables that a facet's columns are qualified with.
Result<context::ConditionTables> facet_tables(const sql::Tree& tree, const Schema& schema, const ItemTexts& texts) {
  context::ConditionTables named = context::tables_of_condition(tree);
  if (!named.unqualified.empty()) {
    return located({ErrorCode::invalid_argument,
                    fmt::format("The column {} of the facet has no table; write table.column.",
                                tree.text(named.unqualified.front())),
                    {}},
                   texts, texts.query_member);
  }
  for (const context::Qualifier& qualifier : named.qualifiers) {
    if (schema.find_table(qualifier.name) == nullptr) {
      return located({ErrorCode::not_found,
                      fmt::format("The facet names the table {}, which the database does not have.", qualifier.written),
                      {}},
                     texts, texts.query_member);
    }
  }
  return named;
}

}  // namespace

Result<TemplateAnalysis> ItemAnalyser::analyse(const Template& item, std::size_t index) {
  TemplateAnalysis analysis;
  analysis.index = index;
  analysis.id = template_id(item, index);
  analysis.intent = first_filled(item.intent, item.nl_query);
  ItemTexts texts{fmt::format("/templates/{}", index),
                  "parameterized_sql",
                  item.sql,
                  first_filled(item.parameterized_sql, item.sql),
                  analysis.intent,
                  first_filled(item.parameterized_intent, item.intent, item.nl_query),
                  item.nl_query};
  analysis.parameterized_sql = texts.parameterized_query;
  auto tree = sql::parse_query(texts.parameterized_query, dialect_);
  if (!tree) return located(tree.error(), texts, texts.query_member);
  analysis.tree = std::move(*tree);
  auto resolution = resolver_.resolve(analysis.tree);
  if (!resolution) return located(resolution.error(), texts, texts.query_member);
  const auto uses = sql::parameter_uses(analysis.tree, *resolution);
  if (!uses) return located(uses.error(), texts, texts.query_member);
  analysis.resolution = std::move(*resolution);
  analysis.shape = shape_of(analysis.tree, analysis.resolution);
  if (auto done = complete(analysis, texts, analysis.tree, *uses, words_, memo_); !done) return done.error();
  return analysis;
}

Result<FacetAnalysis> ItemAnalyser::analyse(const Facet& item, std::size_t index) {
  FacetAnalysis analysis;
  analysis.index = index;
  analysis.intent = item.intent;
  const ItemTexts texts{fmt::format("/facets/{}", index),
                        "parameterized_sql_snippet",
                        item.sql_snippet,
                        first_filled(item.parameterized_sql_snippet, item.sql_snippet),
                        item.intent,
                        first_filled(item.parameterized_intent, item.intent),
                        {}};
  analysis.parameterized_sql = texts.parameterized_query;
  auto condition = sql::parse_expression(texts.parameterized_query, dialect_);
  if (!condition) return located(condition.error(), texts, texts.query_member);
  auto tables = facet_tables(*condition, schema_, texts);
  if (!tables) return tables.error();
  const sql::Tree query = context::query_on_tables(*condition, *tables);
  auto resolution = resolver_.resolve(query);
  if (!resolution) return located(resolution.error(), texts, texts.query_member);
  const auto uses = sql::parameter_uses(query, *resolution);
  if (!uses) return located(uses.error(), texts, texts.query_member);
  analysis.shape = shape_of(query, *resolution);
  analysis.condition = std::move(*condition);
  for (const sql::Qualifier& qualifier : sql::free_qualifiers(analysis.condition)) {
    analysis.tables.push_back({qualifier.span, schema_.find_table(qualifier.table)});
  }
  if (auto done = complete(analysis, texts, query, *uses, words_, memo_); !done) return done.error();
  return analysis;
}

}  // namespace querydata::inline v0::plan
