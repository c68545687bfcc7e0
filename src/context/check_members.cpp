#include "context/check_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "context/extra.hpp"
#include "context/format.hpp"
#include "context/item_hash.hpp"
#include "context/unwritable.hpp"
#include "sql/lexer.hpp"
#include "sql/nearest.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::context {
namespace {

/// Says that a member is not there, as gravely as it deserves.
void tell_missing(Need need, std::string_view noun, std::string_view name, const std::string& text, std::string pointer,
                  Findings& findings) {
  const std::string_view how = text.empty() ? "missing" : "blank";
  switch (need) {
    case Need::key:
      findings.error(std::move(pointer),
                     fmt::format("`{}` is {}. A {} is of no use without it: fill it in.", name, how, noun));
      break;
    case Need::derivable:
      findings.warning(
          std::move(pointer),
          fmt::format("`{}` is {}. Derive it from the other members; some readers insist on it.", name, how));
      break;
    case Need::defaulted:
      findings.information(
          std::move(pointer),
          fmt::format("`{}` is {}, so `nl_query` stands for it; some readers insist on it.", name, how));
      break;
    case Need::decoration:
      break;
  }
}

template <class Item>
bool lacks_parameterized(const Item& item) {
  return std::ranges::all_of(Format<Item>::parameterized,
                             [&](const Field<Item>& field) { return (item.*field.text).empty(); });
}

template <class Item>
void check_need(const Item& item, const Place& place, Findings& findings) {
  const auto check_field = [&](const Field<Item>& field, const std::string& member) {
    const std::string& text = item.*field.text;
    if (!is_blank(text)) return;
    tell_missing(field.need, Format<Item>::noun, field.spelling.name, text, place.pointer(member), findings);
  };
  for (const auto& field : Format<Item>::own) check_field(field, std::string(field.spelling.name));
  if constexpr (Parameterized<Item>) {
    if (lacks_parameterized(item)) {
      tell_missing(Need::derivable, Format<Item>::noun, parameterized, "", place.pointer(parameterized), findings);
      return;
    }
    for (const auto& field : Format<Item>::parameterized) {
      check_field(field, fmt::format("{}/{}", parameterized, field.spelling.name));
    }
  }
}

template <class Item>
void check_needs(const std::vector<Item>& items, Findings& findings) {
  for (std::size_t i = 0; i < items.size(); ++i) check_need(items[i], Place(Format<Item>::list.name, i), findings);
}

/// A member that the format does not know is kept and means nothing; one that is called nearly as a known one is
/// probably misspelt.
void find_misspelt(std::string_view extra, const std::vector<std::string_view>& known, const std::string& pointer,
                   Findings& findings) {
  const ExtraMembers unknown(extra);
  for (const ExtraMembers::Member& member : unknown.members()) {
    if (std::ranges::find(known, member.name) != known.end()) continue;  // there, but empty
    sql::Nearest nearest(member.name);
    for (const std::string_view name : known) nearest.offer(name);
    if (nearest.best().empty()) continue;
    findings.warning(pointer, fmt::format("`{}` is no member of the format and is not used. Did you mean `{}`?",
                                          member.name, nearest.best()));
  }
}

template <class Item>
void find_misspelt(const std::vector<Item>& items, Findings& findings) {
  std::vector<std::string_view> own, inner;
  each_field<Item>([&](const Field<Item>& field, std::string_view parent) {
    (parent.empty() ? own : inner).push_back(field.spelling.name);
  });
  if constexpr (Parameterized<Item>) own.push_back(parameterized);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Place place(Format<Item>::list.name, i);
    find_misspelt(items[i].extra, own, place.pointer(), findings);
    if constexpr (Parameterized<Item>) {
      find_misspelt(items[i].parameterized_extra, inner, place.pointer(parameterized), findings);
    }
  }
}

template <class Item>
void find_duplicates(const std::vector<Item>& items, Findings& findings) {
  std::unordered_map<const Item*, std::size_t, ItemHash, SameKnownMembers> first;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto [known, is_new] = first.emplace(&items[i], i);
    if (is_new) continue;
    findings.warning(Place(Format<Item>::list.name, i).pointer(),
                     fmt::format("This {} is the same as /{}/{}. Remove one.", Format<Item>::noun,
                                 Format<Item>::list.name, known->second));
  }
}

/// A query without what does not matter: blanks, comments, the case of words, a semicolon at the end.
std::string skeleton(std::string_view sql) {
  std::string out;
  for (const sql::Token& token : sql::tokenize(sql, Dialect::sqlite)) {
    if (token.is_trivia()) continue;
    const std::string_view text = token.span.of(sql);
    out += token.kind == sql::TokenKind::word ? text::fold(text) : std::string(text);
    out += ' ';
  }
  if (out.ends_with("; ")) out.resize(out.size() - 2);
  return out;
}

/// What an item is recognised by, and what it then does.
struct Meaning {
  const std::string& sentence;
  const std::string& query;
};

Meaning meaning_of(const Template& item) {
  return {first_filled(item.parameterized_intent, first_filled(item.intent, item.nl_query)),
          first_filled(item.parameterized_sql, item.sql)};
}

Meaning meaning_of(const Facet& item) {
  return {first_filled(item.parameterized_intent, item.intent),
          first_filled(item.parameterized_sql_snippet, item.sql_snippet)};
}

/// The manifest counts too: "in $1" may be in a given city or in a given year.
template <class Item>
std::string question_of(const Item& item) {
  return text::normalise(meaning_of(item).sentence) + '\n' + text::normalise(item.manifest);
}

template <class Item>
void find_rivals(const std::vector<Item>& items, Findings& findings) {
  std::unordered_map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Meaning meaning = meaning_of(items[i]);
    if (is_blank(meaning.sentence) || is_blank(meaning.query)) continue;
    const auto [known, is_new] = first.emplace(question_of(items[i]), i);
    if (is_new || SameKnownMembers()(&items[known->second], &items[i])) continue;
    const std::string other = Place(Format<Item>::list.name, known->second).pointer();
    const std::string pointer = Place(Format<Item>::list.name, i).pointer();
    if (skeleton(meaning.query) == skeleton(meaning_of(items[known->second]).query)) {
      findings.information(pointer, fmt::format("With its values replaced this {} is the same as {}: one is enough.",
                                                Format<Item>::noun, other));
    } else {
      findings.warning(pointer,
                       fmt::format("With its values replaced this {} is asked in the same words as {} but has another "
                                   "query, so nothing tells which one is meant. Word them apart, or remove one.",
                                   Format<Item>::noun, other));
    }
  }
}

}  // namespace

void check_members(const ContextSet& set, Findings& findings) {
  find_unwritable(
      set, [&](std::string pointer, std::string message) { findings.error(std::move(pointer), std::move(message)); });
  check_needs(set.templates, findings);
  check_needs(set.facets, findings);
  check_needs(set.value_searches, findings);
  find_misspelt(set.extra, {Format<Template>::list.name, Format<Facet>::list.name, Format<ValueSearch>::list.name}, "",
                findings);
  find_misspelt(set.templates, findings);
  find_misspelt(set.facets, findings);
  find_misspelt(set.value_searches, findings);
  find_duplicates(set.templates, findings);
  find_duplicates(set.facets, findings);
  find_duplicates(set.value_searches, findings);
  find_rivals(set.templates, findings);
  find_rivals(set.facets, findings);
}

}  // namespace querydata::inline v0::context
