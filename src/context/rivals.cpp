#include "context/rivals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <type_traits>

#include "context/align_texts.hpp"
#include "context/check_members.hpp"
#include "context/format.hpp"
#include "context/item_hash.hpp"
#include "context/names.hpp"
#include "context/placeholder_pairing.hpp"
#include "context/value_kind.hpp"
#include "core/hash.hpp"
#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "sql/parser.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::ExpressionKind;
using sql::Tree;

constexpr std::size_t most_compared = 32;  // items of one hash that an item is compared with
constexpr std::size_t many_wordings = 10;  // of known queries, from which on they may be the style of a set
constexpr std::size_t most_placeholders = 1000;
/// Words of a sentence that others may cover; what is longer is no question.
constexpr std::size_t longest_covered = 200;
constexpr std::size_t longest_value = 3;  // words of a value that a placeholder may stand for

/// The texts of an item under common names.
struct ItemTexts {
  std::string_view intent;
  std::string_view sentence;  ///< without values where there is such a form
  std::string_view literal;
  std::string_view query;     ///< likewise
  std::string_view manifest;  ///< the sentence with the kinds of its values
};

ItemTexts texts_of(const Template& item) {
  const std::string& intent = first_filled(item.intent, item.nl_query);
  return {intent, first_filled(item.parameterized_intent, intent), item.sql,
          first_filled(item.parameterized_sql, item.sql), item.manifest};
}

ItemTexts texts_of(const Facet& item) {
  return {item.intent, first_filled(item.parameterized_intent, item.intent), item.sql_snippet,
          first_filled(item.parameterized_sql_snippet, item.sql_snippet), item.manifest};
}

ItemTexts texts_of(const ValueSearch& item) {
  return {{}, {}, item.query, item.query, {}};
}

/// A text without its blanks.
std::string without_blanks(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; });
  return out;
}

std::uint64_t folded_hash(std::string_view text) {
  return stable_hash(model::lower(text));
}

/// One of the two directions in which a comparison can be written.
sql::Operator without_direction(sql::Operator op) {
  if (op == sql::Operator::greater) return sql::Operator::less;
  return op == sql::Operator::greater_equal ? sql::Operator::less_equal : op;
}

/// Of what equal queries have in common in whatever order: names of tables, columns and functions, literals, operators
/// of comparisons, the number of alternatives and of placeholders.
std::uint64_t hash_of(const Tree& tree) {
  std::uint64_t hash = tree.parameters.size();
  std::set<std::string> aliases;
  for (const sql::Select& select : tree.selects) {
    for (const sql::SelectItem& item : select.items) {
      if (item.alias) aliases.insert(model::lower(item.alias->text));
    }
  }
  for (const sql::FromItem& item : tree.from_items) {
    if (item.kind == sql::FromKind::table) hash += 3 * folded_hash(tree.names(item.names).back().text);
  }
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    const sql::ExpressionId id{i};
    if (tree[id].kind == ExpressionKind::column) {
      const std::string name = model::lower(tree.names(id).back().text);
      if (tree.names(id).size() > 1 || !aliases.contains(name)) hash += 5 * stable_hash(name);
      // Of a condition the tables, which are no aliases there.
      if (tree.names(id).size() > 1 && tree.from_items.empty()) {
        hash += 13 * folded_hash(tree.names(id)[tree.names(id).size() - 2].text);
      }
    } else if (tree[id].kind == ExpressionKind::function) {
      hash += 7 * stable_hash(sql::function_name(tree, id));
    } else if (tree[id].kind == ExpressionKind::literal) {
      hash += 11 * stable_hash(tree.text(id));
    } else if (tree[id].kind == ExpressionKind::comparison) {
      hash += 17 * stable_hash(sql::to_string(without_direction(tree[id].op)));
    } else if (tree[id].kind == ExpressionKind::disjunction) {
      hash += 19 * (tree.operands(id).size() - 1);  // the same however they are nested
    }
  }
  return hash;
}

/// Of the words in their order. Placeholders count alike in a `loose` one, which is looked up for what they may cover.
std::uint64_t hash_of(const std::vector<SentenceWord>& words, bool loose) {
  std::uint64_t hash = words.size();
  for (const SentenceWord& word : words) {
    hash = hash * 31 + (word.is_placeholder && loose ? stable_hash("$") : stable_hash(word.text));
  }
  return hash;
}

std::uint64_t hash_with_placeholder(const std::vector<SentenceWord>& words, std::size_t begin, std::size_t end) {
  std::uint64_t hash = words.size() - (end - begin) + 1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > begin && i < end) continue;
    const bool masked = i == begin || words[i].is_placeholder;
    hash = hash * 31 + (masked ? stable_hash("$") : stable_hash(words[i].text));
  }
  return hash;
}

bool same_words(const std::vector<SentenceWord>& a, const std::vector<SentenceWord>& b) {
  return std::ranges::equal(a, b, {}, &SentenceWord::text, &SentenceWord::text);
}

/// The placeholders of the sentence. A question mark that the literal form has too is none.
std::vector<Placeholder> places_in(const ItemTexts& texts) {
  if (texts.sentence == texts.intent) return {};
  if (auto matched = match_intent(texts.sentence, texts.intent)) return *std::move(matched);
  auto aligned = align_sentences(texts.sentence, texts.intent);
  return aligned ? *std::move(aligned) : numbered_placeholders(texts.sentence);
}

/// The phrases that the placeholders of an item stand for, by number.
std::vector<std::string> phrases_of(const ItemTexts& texts) {
  std::vector<std::string> phrases;
  for (const Placeholder& placeholder : places_in(texts)) {
    if (placeholder.number > most_placeholders) continue;
    phrases.resize(std::max(phrases.size(), placeholder.number));
    if (placeholder.number > 0) phrases[placeholder.number - 1] = placeholder.literal;
  }
  return phrases;
}

ValueKind kind_of_phrase(const std::vector<std::string>& phrases, std::size_t number) {
  return number == 0 || number > phrases.size() ? ValueKind::either : kind_of_value(phrases[number - 1]);
}

/// The names of columns, and of a function, that stand with a value: what it is compared with, or an argument beside.
std::string partners_of(const Tree& tree, sql::ExpressionId value) {
  sql::ExpressionId whole = tree[value].parent;
  while (whole && (tree[whole].kind == ExpressionKind::cast || tree[whole].kind == ExpressionKind::unary)) {
    whole = tree[whole].parent;
  }
  if (!whole) return {};
  std::string names = tree[whole].kind == ExpressionKind::function ? sql::function_name(tree, whole) : std::string();
  sql::walk(tree, whole, [&](sql::ExpressionId id) {
    if (tree[id].kind == ExpressionKind::column) names += ' ' + model::lower(tree.names(id).back().text);
    return true;
  });
  return names;
}

std::vector<std::pair<std::string, sql::ExpressionId>> placeholders_by_partners(const Tree& tree) {
  std::vector<std::pair<std::string, sql::ExpressionId>> out;
  for (const sql::ExpressionId id : tree.parameters) out.emplace_back(partners_of(tree, id), id);
  std::ranges::sort(out);
  return out;
}

/// The values of a query: what each stands with, and the value, or the name that the placeholder is given.
template <class Name>
std::string value_lines(const Tree& tree, const Name& name_of) {
  std::vector<std::string> lines;
  for (const sql::Literal& literal : sql::find_literals(tree)) {
    lines.push_back(fmt::format("{}: {}\n", partners_of(tree, literal.expression), to_json(literal.value)));
  }
  for (const auto& [partners, id] : placeholders_by_partners(tree)) {
    lines.push_back(fmt::format("{}: {}\n", partners, name_of(tree.text(id))));
  }
  std::ranges::sort(lines);
  return fmt::format("{}", fmt::join(lines, ""));
}

/// With the placeholders named by their places in the sentence.
std::string values_by_sentence(const Tree& tree, const std::vector<SentenceWord>& words) {
  return value_lines(tree, [&](std::string_view name) {
    const auto found = std::ranges::find_if(words, [&](const SentenceWord& word) {
      return word.is_placeholder && name == fmt::format("${}", word.number);
    });
    return found == words.end() ? std::string("?") : found->text;
  });
}

/// With the placeholders numbered by what they stand with: the same whatever the sentence and its numbers.
std::string values_by_query(const Tree& tree) {
  std::map<std::string, std::size_t, std::less<>> numbers;
  return value_lines(tree, [&](std::string_view name) {
    if (name == "?") return std::string(name);
    return fmt::format("${}", numbers.emplace(name, numbers.size() + 1).first->second);
  });
}

/// The query itself, or the one that a condition makes with its tables.
template <class Item>
std::string whole_query(const Item& item, Dialect) {
  return std::string(texts_of(item).query);
}

std::string whole_query(const Facet& item, Dialect dialect) {
  const std::string_view condition = texts_of(item).query;
  const auto tree = sql::parse_expression(condition, dialect);
  if (!tree) return std::string(condition);
  return query_around(condition, tables_of_condition(*tree));
}

}  // namespace

template <class Item>
void Rivals<Item>::add(std::size_t index, const Tree* tree) {
  Entry entry;
  entry.index = index;
  const ItemTexts texts = texts_of(items_[index]);
  entry.words = sentence_words(texts.sentence, places_in(texts));
  if (tree != nullptr) entry.dialect = tree->dialect;
  entry.query_hash = tree != nullptr ? hash_of(*tree) : stable_hash(without_blanks(texts.query));
  entries_.push_back(std::move(entry));
}

template <class Item>
void Rivals<Item>::report(Findings& findings) {
  if constexpr (!std::is_same_v<Item, ValueSearch>) report_same_sentences(findings);
  if constexpr (std::is_same_v<Item, Template>) report_covered(findings);
  report_same_queries(findings);
}

template <class Item>
void Rivals<Item>::tell(const Rule& rule, Entry& later, const Entry& first, std::string_view message,
                        Findings& findings) {
  later.told = true;
  findings.add(
      rule, Place(Format<Item>::list.name, later.index).pointer(),
      fmt::format(fmt::runtime(message), Format<Item>::noun, Place(Format<Item>::list.name, first.index).pointer()));
}

/// "in $1" may be in a given city and in a given year: the manifests say so, or the values.
template <class Item>
bool Rivals<Item>::are_apart(const Entry& a, const Entry& b) const {
  const ItemTexts x = texts_of(items_[a.index]);
  const ItemTexts y = texts_of(items_[b.index]);
  const bool both = !is_blank(x.manifest) && !is_blank(y.manifest) && x.manifest != y.manifest;
  if (both && !same_words(sentence_words(x.manifest, {}), sentence_words(y.manifest, {}))) return true;
  const auto x_phrases = phrases_of(x);
  const auto y_phrases = phrases_of(y);
  for (std::size_t i = 0; i < a.words.size(); ++i) {
    if (!a.words[i].is_placeholder) continue;
    if (contradict(kind_of_phrase(x_phrases, a.words[i].number), kind_of_phrase(y_phrases, b.words[i].number))) {
      return true;
    }
  }
  return false;
}

template <class Item>
const typename Rivals<Item>::NormalQuery& Rivals<Item>::normal_query(const Entry& entry) {
  const auto known = normal_queries_.find(entry.index);
  if (known != normal_queries_.end()) return known->second;
  if (!entry.dialect) {
    NormalQuery text{without_blanks(texts_of(items_[entry.index]).query), {}, {}};
    return normal_queries_.emplace(entry.index, std::move(text)).first->second;
  }
  NormalQuery normal{model::lower(texts_of(items_[entry.index]).query), {}, {}};
  const std::string query = whole_query(items_[entry.index], *entry.dialect);
  const auto tree = sql::parse_query(query, *entry.dialect);
  InspectOptions inspecting;
  if (tree) inspecting.extra_functions = resolve_options(*tree, options_).extra_functions;
  const auto form = querydata::normal_form(query, *entry.dialect, options_.schema, inspecting);
  if (form) normal = {*form, values_by_sentence(*tree, entry.words), values_by_query(*tree)};
  return normal_queries_.emplace(entry.index, std::move(normal)).first->second;
}

template <class Item>
bool Rivals<Item>::has_same_text(const Entry& a, const Entry& b) const {
  return texts_of(items_[a.index]).query == texts_of(items_[b.index]).query;
}

template <class Item>
bool Rivals<Item>::same_query(const Entry& a, const Entry& b, bool same_sentence) {
  if (has_same_text(a, b) &&
      (!same_sentence || std::ranges::equal(a.words, b.words, {}, &SentenceWord::number, &SentenceWord::number))) {
    return true;  // which needs no normal forms
  }
  const NormalQuery& x = normal_query(a);
  const NormalQuery& y = normal_query(b);
  return x.form == y.form && (same_sentence ? x.by_sentence == y.by_sentence : x.by_query == y.by_query);
}

template <class Item>
template <class IsMatch>
const typename Rivals<Item>::Entry* Rivals<Item>::find(const ByHash& entries, std::uint64_t hash,
                                                       const IsMatch& is_match) const {
  const auto found = entries.find(hash);
  if (found == entries.end()) return nullptr;
  for (std::size_t i = 0; i < std::min(found->second.size(), most_compared); ++i) {
    const Entry& entry = entries_[found->second[i]];
    if (is_match(entry)) return &entry;
  }
  return nullptr;
}

template <class Item>
void Rivals<Item>::report_same_sentences(Findings& findings) {
  constexpr bool facets = std::is_same_v<Item, Facet>;
  ByHash firsts;
  for (Entry& entry : entries_) {
    if (entry.words.empty()) continue;
    const std::uint64_t hash = hash_of(entry.words, false);
    const Entry* rival = find(firsts, hash, [&](const Entry& other) {
      return same_words(entry.words, other.words) && (has_same_text(other, entry) || !are_apart(other, entry));
    });
    if (rival == nullptr) {
      firsts[hash].push_back(static_cast<std::size_t>(&entry - entries_.data()));
      continue;
    }
    const Entry& first = *rival;
    if (SameKnownMembers()(&items_[first.index], &items_[entry.index])) {
      entry.told = true;  // a duplicate
    } else if (entry.query_hash == first.query_hash && same_query(entry, first, true)) {
      tell(rules::near_duplicate_item, entry, first,
           "This {} asks the same as {} and has the same query: one is enough.", findings);
    } else {
      tell(facets ? rules::contradicting_facets : rules::shadowed_template, entry, first,
           facets ? "This {} is worded as {} but has another condition, so nothing tells which one is meant. Word them "
                    "apart, or remove one."
                  : "This {} is asked in the same words as {} but has another query, so nothing tells which one is "
                    "meant. Word them apart, or remove one.",
           findings);
    }
  }
}

template <class Item>
bool Rivals<Item>::covers(const Entry& pattern, const Entry& entry, std::size_t begin, std::size_t end) const {
  if (pattern.words.size() != entry.words.size() - (end - begin) + 1) return false;
  if (!pattern.words[begin].is_placeholder) return false;
  for (std::size_t i = 0; i < pattern.words.size(); ++i) {
    const SentenceWord& word = entry.words[i < begin ? i : i - begin + end - 1];
    const bool same = pattern.words[i].is_placeholder ? word.is_placeholder : pattern.words[i].text == word.text;
    if (i != begin && !same) return false;
  }
  std::string value;
  for (std::size_t i = begin; i < end; ++i) value += entry.words[i].text + ' ';
  const auto phrases = phrases_of(texts_of(items_[pattern.index]));
  return !contradict(kind_of_phrase(phrases, pattern.words[begin].number), kind_of_value(value));
}

template <class Item>
bool Rivals<Item>::report_covered(Entry& entry, std::size_t begin, std::size_t end, const ByHash& patterns,
                                  Findings& findings) {
  const Entry* pattern = find(patterns, hash_with_placeholder(entry.words, begin, end),
                              [&](const Entry& other) { return &other != &entry && covers(other, entry, begin, end); });
  if (pattern == nullptr) return false;
  if (normal_query(*pattern).form == normal_query(entry).form) {
    tell(rules::near_duplicate_item, entry, *pattern, "This {} is {} with a value put in: one is enough.", findings);
  } else {
    tell(rules::shadowed_template, entry, *pattern,
         "Whatever asks for this {} is also asked by {}, whose placeholder takes its value, and their queries differ. "
         "Word them apart, or remove one.",
         findings);
  }
  return true;
}

template <class Item>
void Rivals<Item>::report_covered(Findings& findings) {
  ByHash patterns;
  for (const Entry& entry : entries_) {
    if (std::ranges::none_of(entry.words, &SentenceWord::is_placeholder)) continue;
    patterns[hash_of(entry.words, true)].push_back(static_cast<std::size_t>(&entry - entries_.data()));
  }
  for (Entry& entry : entries_) {
    if (entry.told || entry.words.size() > longest_covered) continue;
    for (std::size_t begin = 0; begin < entry.words.size() && !entry.told; ++begin) {
      if (!entry.words[begin].is_value) continue;
      for (std::size_t end = begin + 1; end <= std::min(begin + longest_value, entry.words.size()); ++end) {
        if (entry.words[end - 1].is_placeholder) break;
        if (entry.words[end - 1].is_value && report_covered(entry, begin, end, patterns, findings)) break;
      }
    }
  }
}

template <class Item>
void Rivals<Item>::report_same_queries(Findings& findings) {
  ByHash firsts;
  std::vector<std::pair<Entry*, const Entry*>> same_queries;
  for (Entry& entry : entries_) {
    const Entry* same =
        find(firsts, entry.query_hash, [&](const Entry& other) { return same_query(other, entry, false); });
    if (same == nullptr) {
      firsts[entry.query_hash].push_back(static_cast<std::size_t>(&entry - entries_.data()));
    } else if (!entry.told && !SameKnownMembers()(&items_[same->index], &items_[entry.index])) {
      same_queries.emplace_back(&entry, same);
    }
  }
  if (same_queries.size() >= many_wordings && 3 * same_queries.size() >= entries_.size()) {
    findings.add(rules::near_duplicate_item.as(Severity::information), fmt::format("/{}", Format<Item>::list.name),
                 fmt::format("{} of {} {}s have the query of an earlier one in other words, so the set seems to be "
                             "written that way; they are not named one by one.",
                             same_queries.size(), entries_.size(), Format<Item>::noun));
    return;
  }
  for (const auto& [entry, same] : same_queries) {
    tell(rules::near_duplicate_item, *entry, *same,
         "This {} has the same query as {}. One is enough, unless both wordings are wanted.", findings);
  }
}

template class Rivals<Template>;
template class Rivals<Facet>;
template class Rivals<ValueSearch>;

}  // namespace querydata::inline v0::context
