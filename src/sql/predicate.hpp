/// @file
/// Conditions that are added to statements: where they belong, and in whose names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "querydata/result.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// A table, view, CTE or subquery of a statement that a condition names.
struct NamedSource {
  Span qualifier;  ///< in the condition
  const Source* source = nullptr;
};

/// Where a condition belongs.
struct Placement {
  SelectId select;
  std::vector<NamedSource> names;  ///< in reading order; points into the resolution
};

struct PlacementOptions {
  std::optional<SelectId> select;  ///< the level, if the caller says it; outer levels may be named as well
  bool aliases = true;             ///< names that are no table's may be aliases of the statement
  std::string ignored;             ///< a name that the caller provides for, lower case, or empty
};

/// The level whose FROM provides what the qualifiers of a condition name; for a condition without qualifiers the level
/// given, or the outermost.
/// @param condition  of `parse_expression`
/// @return  the level, or `failed_precondition` saying why there is no one level
[[nodiscard]] Result<Placement> find_placement(const Tree& tree, const Resolution& resolution, const Tree& condition,
                                               const PlacementOptions& options = {});

/// A name before a column of a condition: of a table that the condition's own subqueries do not provide.
struct Qualifier {
  Span span;
  std::string table;  ///< `[schema.]name`
};

/// In reading order.
[[nodiscard]] std::vector<Qualifier> free_qualifiers(const Tree& condition);

/// What a qualifier is called instead.
struct NewQualifier {
  Span span;
  std::string alias;
};

/// The edits of the condition's text that put the aliases in use in the place of its qualifiers.
/// @param aliases  in reading order
/// @return  the edits, or `failed_precondition` where a subquery of the condition has a table of that alias
[[nodiscard]] Result<std::vector<Edit>> rename_qualifiers(const Tree& condition,
                                                          const std::vector<NewQualifier>& aliases);
[[nodiscard]] Result<std::vector<Edit>> rename_qualifiers(const Tree& condition, const Placement& placement);

/// A condition in the names of its level.
struct LevelCondition {
  SelectId select;
  std::string text;
  FromId join;  ///< whose ON it goes into; none for the level's own clauses
};

/// The edits that AND conditions to their levels: those on aggregates to HAVING, all others to WHERE; parts that AND
/// joins go their own ways.
/// @return  the edits, or `failed_precondition` for an aggregate at a level that has no groups or in a join, and for a
///          join without ON, `invalid_argument` for a window function or a text that is not one expression
[[nodiscard]] Result<std::vector<Edit>> add_conditions(const Tree& tree, const Resolution& resolution,
                                                       const std::vector<LevelCondition>& conditions);

/// Whether it calls an aggregate function, not as a window.
[[nodiscard]] bool is_aggregate_call(const Tree& tree, ExpressionId id);

/// The FROM items of a SELECT in reading order, joins in parentheses laid flat.
[[nodiscard]] std::vector<FromId> flat_from(const Tree& tree, SelectId select);

}  // namespace querydata::inline v0::sql
