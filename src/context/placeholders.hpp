/// @file
/// Placeholders of a query and of the sentence that belongs to it.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "context/findings.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::context {

/// What a query has to be bound.
struct QueryPlaceholders {
  std::set<std::size_t> numbers;  ///< of `$1`, `$2`, …
  std::size_t bare = 0;           ///< how many `?`
  std::set<std::string> names;    ///< all others: "$value", "@name"
  bool quoted_value = false;      ///< `$value` stands in quotes or a comment

  [[nodiscard]] bool none() const noexcept { return numbers.empty() && bare == 0 && names.empty(); }
};

[[nodiscard]] QueryPlaceholders placeholders_of(std::string_view sql, std::span<const sql::Token> tokens);

/// Of a MongoDB call, where `$1` and `$value` count inside quotes too, `$embedding` outside of them, and other `$`
/// words are operators.
[[nodiscard]] QueryPlaceholders placeholders_of_shell_call(std::string_view text);

/// A pair of generalised texts.
struct GeneralForms {
  std::string_view intent;  ///< with the values in it
  std::string_view parameterized_intent;
  const QueryPlaceholders& query;  ///< of the parameterised query
  std::string pointer;             ///< of the parameterised query
};

/// Reports where the placeholders of the two texts do not agree.
void compare_placeholders(const GeneralForms& forms, Findings& findings);

}  // namespace querydata::inline v0::context
