/// @file
/// The members of a context set file: their names, older and other spellings, and where their values are kept.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "querydata/context_items.hpp"

namespace querydata::inline v0::context {

/// What is lost when a member is missing.
enum class Need : std::uint8_t {
  key,         ///< nothing works without it, and nothing else tells it
  derivable,   ///< other members tell it
  defaulted,   ///< another member stands for it
  decoration,  ///< nothing
};

/// A member's name and what else it is called: in camelCase, and as it was called before 2026.
struct Spelling {
  std::string_view name;
  std::array<std::string_view, 5> also;

  [[nodiscard]] constexpr bool matches(std::string_view word) const noexcept { return !named(word).empty(); }
  /// The spelling that a word is, or nothing: the same text, but static.
  [[nodiscard]] constexpr std::string_view named(std::string_view word) const noexcept {
    if (word == name) return name;
    const auto other = word.empty() ? also.end() : std::ranges::find(also, word);
    return other == also.end() ? std::string_view() : *other;
  }
};

/// A member that holds text.
template <class Item>
struct Field {
  Spelling spelling;
  std::string Item::*text;
  Need need;
};

/// The members of one sort of item, in canonical order. `parameterized` is an object between `own` and what the format
/// does not know.
template <class Item>
struct Format;

template <>
struct Format<Template> {
  static constexpr std::string_view noun = "template";
  static constexpr Spelling list{"templates", {}};
  static constexpr std::array own = {
      Field<Template>{{"nl_query", {"nlQuery"}}, &Template::nl_query, Need::key},
      Field<Template>{{"sql", {}}, &Template::sql, Need::key},
      Field<Template>{{"intent", {}}, &Template::intent, Need::defaulted},
      Field<Template>{{"manifest", {}}, &Template::manifest, Need::derivable},
  };
  static constexpr std::array parameterized = {
      Field<Template>{
          {"parameterized_intent", {"parameterizedIntent"}}, &Template::parameterized_intent, Need::derivable},
      Field<Template>{{"parameterized_sql", {"parameterizedSql"}}, &Template::parameterized_sql, Need::derivable},
  };
};

template <>
struct Format<Facet> {
  static constexpr std::string_view noun = "facet";
  static constexpr Spelling list{"facets", {"fragments"}};
  static constexpr std::array own = {
      Field<Facet>{{"sql_snippet", {"sqlSnippet", "facet", "fragment"}}, &Facet::sql_snippet, Need::key},
      Field<Facet>{{"intent", {}}, &Facet::intent, Need::key},
      Field<Facet>{{"manifest", {}}, &Facet::manifest, Need::derivable},
  };
  static constexpr std::array parameterized = {
      Field<Facet>{{"parameterized_intent", {"parameterizedIntent"}}, &Facet::parameterized_intent, Need::derivable},
      Field<Facet>{{"parameterized_sql_snippet",
                    {"parameterizedSqlSnippet", "parameterized_facet", "parameterizedFacet", "parameterized_fragment",
                     "parameterizedFragment"}},
                   &Facet::parameterized_sql_snippet,
                   Need::derivable},
  };
};

template <>
struct Format<ValueSearch> {
  static constexpr std::string_view noun = "value search";
  static constexpr Spelling list{"value_searches", {"valueSearches"}};
  static constexpr std::array own = {
      Field<ValueSearch>{{"query", {}}, &ValueSearch::query, Need::key},
      Field<ValueSearch>{{"concept_type", {"conceptType"}}, &ValueSearch::concept_type, Need::key},
      Field<ValueSearch>{{"description", {}}, &ValueSearch::description, Need::decoration},
  };
};

inline constexpr std::string_view parameterized = "parameterized";

/// Items whose generalised texts stand in an object of their own.
template <class Item>
concept Parameterized = requires {
  Format<Item>::parameterized;
};

/// `visit(field, parent)` for every text member of an item; `parent` is "" or "/parameterized".
template <class Item, class Visit>
void each_field(const Visit& visit) {
  for (const auto& field : Format<Item>::own) visit(field, std::string_view());
  if constexpr (Parameterized<Item>) {
    for (const auto& field : Format<Item>::parameterized) visit(field, std::string_view("/parameterized"));
  }
}

}  // namespace querydata::inline v0::context
