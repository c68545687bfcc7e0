/// @file
/// Queries of a context set, understood as far as their dialect can be.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/error.hpp"
#include "sql/lexer.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

/// What a text of a context set is meant to be.
enum class QueryForm : std::uint8_t { query, condition };

/// How far a text was understood.
struct QueryReading {
  Dialect dialect = Dialect::sqlite;  ///< that reads it, or the one whose refusal is reported
  std::vector<sql::Token> tokens;     ///< by that dialect; none of a text that can hold no placeholder
  std::optional<sql::Tree> tree;      ///< none where it was refused
  std::optional<Error> refusal;       ///< why no dialect reads it
};

/// Reads `text` by the dialect, or without one by the first of `likely`, SQLite, PostgreSQL, MySQL and GoogleSQL that
/// parses it.
[[nodiscard]] QueryReading read_query(std::string_view text, QueryForm form, std::optional<Dialect> dialect,
                                      Dialect likely = Dialect::sqlite);

}  // namespace querydata::inline v0::context
