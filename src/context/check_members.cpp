#include "context/check_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "context/extra.hpp"
#include "context/format.hpp"
#include "context/item_hash.hpp"
#include "context/restricted_text.hpp"
#include "context/schema_columns.hpp"
#include "context/unwritable.hpp"
#include "core/json.hpp"
#include "model/dotted_path.hpp"
#include "sql/nearest.hpp"

namespace querydata::inline v0::context {
namespace {

/// Says that a member is not there, as gravely as it deserves.
void tell_missing(Need need, std::string_view noun, std::string_view name, const std::string& text, std::string pointer,
                  Findings& findings) {
  const std::string_view how = text.empty() ? "missing" : "blank";
  switch (need) {
    case Need::key:
      findings.add(rules::missing_member, std::move(pointer),
                   fmt::format("`{}` is {}. A {} is of no use without it: fill it in.", name, how, noun));
      break;
    case Need::derivable:
      findings.add(rules::derivable_member, std::move(pointer),
                   fmt::format("`{}` is {}. Derive it from the other members; some readers insist on it.", name, how));
      break;
    case Need::defaulted:
      findings.add(rules::derivable_member, std::move(pointer),
                   fmt::format("`{}` is {}, so another member stands for it; some readers insist on it.", name, how));
      break;
    case Need::decoration:
      break;
  }
}

bool is_query(const Field<Template>& field) {
  return field.text == &Template::sql || field.text == &Template::parameterized_sql;
}
bool is_query(const Field<Facet>& field) {
  return field.text == &Facet::sql_snippet || field.text == &Facet::parameterized_sql_snippet;
}
bool is_query(const Field<ValueSearch>& field) {
  return field.text == &ValueSearch::query;
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
/// probably misspelt, and a list among the lists is probably meant to be of use.
void find_misspelt(std::string_view extra, const std::vector<std::string_view>& known, const std::string& pointer,
                   Findings& findings) {
  const ExtraMembers unknown(extra);
  for (const ExtraMembers::Member& member : unknown.members()) {
    if (std::ranges::find(known, member.name) != known.end()) continue;  // there, but empty
    const std::string place = pointer + '/' + json::pointer_escape(member.name);
    sql::Nearest nearest(member.name);
    for (const std::string_view name : known) nearest.offer(name);
    if (!nearest.best().empty()) {
      findings.add(rules::misspelt_member, place,
                   fmt::format("`{}` is no member of the format and is not used. Did you mean `{}`?", member.name,
                               nearest.best()));
    } else if (pointer.empty() && member.value.starts_with('[')) {
      findings.add(rules::unknown_item_kind, place,
                   fmt::format("`{}` is no kind of item of the format and is not used. It has templates, facets and "
                               "value_searches.",
                               member.name));
    }
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
    const bool whole = SameItem()(known->first, &items[i]);
    findings.add(
        whole ? rules::duplicate_item : rules::near_duplicate_item, Place(Format<Item>::list.name, i).pointer(),
        fmt::format("This {} is the same as /{}/{}{}. Remove one.", Format<Item>::noun, Format<Item>::list.name,
                    known->second, whole ? "" : " but for members that the format does not know"));
  }
}

/// What people read of a set is read by those too who may not see all tables.
template <class Item>
void find_restricted(const std::vector<Item>& items, const CheckOptions& options, Findings& findings) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    each_field<Item>([&](const Field<Item>& field, std::string_view parent) {
      if (is_query(field)) return;
      const std::string& text = items[i].*field.text;
      const auto found = find_restricted_name(text, options);
      if (!found) return;
      findings.add(rules::restricted_name,
                   fmt::format("/{}/{}{}/{}", Format<Item>::list.name, i, parent, field.spelling.name),
                   fmt::format("The text names `{}`, which is out of the scope that was given. Say it in other words.",
                               found->of(text)),
                   found->begin);
    });
  }
}

std::string did_you_mean(const sql::Nearest& nearest, std::string_view else_remedy) {
  return nearest.best().empty() ? std::string(else_remedy) : fmt::format("Did you mean `{}`?", nearest.best());
}

/// A scope that names what is not there would let nothing through where something was meant.
void check_scope(const CheckOptions& options, Findings& findings) {
  if (options.schema == nullptr) return;
  for (const std::string& name : options.scope.tables.value_or(std::vector<std::string>{})) {
    if (options.schema->find_table(name) != nullptr) continue;
    sql::Nearest nearest(name);
    for (const Table& table : options.schema->tables) nearest.offer(table.name);
    findings.add(rules::unknown_table, "",
                 fmt::format("The scope names the table `{}`, which the schema does not have. {}", name,
                             did_you_mean(nearest, "Name one of its tables.")));
  }
  for (const std::string& path : options.scope.columns.value_or(std::vector<std::string>{})) {
    const auto names = model::split_path(path);
    if (column_of_path(*options.schema, names)) continue;
    const Table* table = names.size() < 2 ? nullptr : options.schema->find_table(names[names.size() - 2]);
    sql::Nearest nearest(names.empty() ? std::string_view() : names.back());
    if (table != nullptr) {
      for (const Column& column : table->columns) nearest.offer(column.name);
    }
    findings.add(rules::unknown_column, "",
                 fmt::format("The scope names the column `{}`, which the schema does not have. {}", path,
                             did_you_mean(nearest, "Name one of its columns as `table.column`.")));
  }
}

}  // namespace

void check_members(const ContextSet& set, const CheckOptions& options, Findings& findings) {
  check_scope(options, findings);
  find_unwritable(set, [&](std::string pointer, std::string message) {
    findings.add(rules::unwritable_text, std::move(pointer), std::move(message));
  });
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
  find_restricted(set.templates, options, findings);
  find_restricted(set.facets, options, findings);
  find_restricted(set.value_searches, options, findings);
}

}  // namespace querydata::inline v0::context
