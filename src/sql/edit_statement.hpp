/// @file
/// What the editing operations share: a statement read, and the proof that an edit did what it should.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/sql.hpp"
#include "sql/predicate.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// A statement with what its names mean; points into the schema.
struct Reading {
  Tree tree;
  Resolution resolution;
};

/// @return  the reading, or the errors of `inspect`
[[nodiscard]] Result<Reading> read_statement(std::string_view sql, Dialect dialect, const Schema& schema,
                                             const InspectOptions& options);

/// The SELECT of a level (`TableUse::level`); none for no level.
/// @return  the SELECT, or `not_found`
[[nodiscard]] Result<std::optional<SelectId>> select_of(const Reading& reading, std::optional<std::size_t> level);

/// Whether the qualified columns that stand inside `added` lead to the sources of `names` and to no others.
/// @pre  the edits left the ids of these sources as they were: they stand behind them in the text
[[nodiscard]] bool leads_to(const Reading& after, std::span<const Span> added, const std::vector<NamedSource>& names);

}  // namespace querydata::inline v0::sql
