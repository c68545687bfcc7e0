/// @file
/// The words that a dialect's grammar knows.
#pragma once

#include <cstdint>
#include <string_view>

#include "querydata/dialect.hpp"

namespace querydata::inline v0::sql {

/// A word that the grammar of some dialect knows. `and_`, `or_`, … carry an underscore where C++ has the word.
enum class Keyword : std::uint16_t {
  none,
#define QUERYDATA_KEYWORD(name, text, sqlite, postgresql, mysql, googlesql) name,
#include "sql/keywords.inc"
#undef QUERYDATA_KEYWORD
};

/// How far a keyword may also be a name.
enum class KeywordClass : std::uint8_t {
  none,      ///< not a keyword of the dialect
  plain,     ///< a name wherever the grammar has no use for the keyword
  function,  ///< PostgreSQL: a name of columns and tables, not of functions. MySQL, GoogleSQL: a name of functions only
  join,  ///< PostgreSQL: a name of functions and types only. SQLite: the join words, names but not aliases without AS
  reserved,  ///< never a name without quotes
};

/// The dialect whose words, literals and rules a dialect shares: Bigtable's are GoogleSQL's.
[[nodiscard]] constexpr Dialect family_of(Dialect dialect) noexcept {
  return dialect == Dialect::bigtable ? Dialect::googlesql : dialect;
}

/// The keyword, upper and lower case of ASCII letters alike; `none` for words that the dialect does not know.
[[nodiscard]] Keyword find_keyword(std::string_view word, Dialect dialect) noexcept;

[[nodiscard]] KeywordClass keyword_class(Keyword keyword, Dialect dialect) noexcept;

/// In upper case; empty for `none`. Static text.
[[nodiscard]] std::string_view to_string(Keyword keyword) noexcept;

}  // namespace querydata::inline v0::sql
