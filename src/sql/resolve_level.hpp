/// @file
/// What the walk over a tree knows about the levels that it is in: their FROM items and their CTEs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sql/catalog.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

struct Level;
struct WithFrame;

/// What lies around a query.
struct Surroundings {
  Level* outer = nullptr;        ///< whose names it may use
  Boundary* boundary = nullptr;  ///< crossed on the way there
  WithFrame* with = nullptr;     ///< whose CTEs it may use
};

/// One item of a FROM clause, joins in parentheses laid flat.
struct Relation {
  FromId from;
  std::string name;  ///< that qualifies its columns; empty for a subquery without alias
  const Table* table = nullptr;
  QueryId query;
  std::shared_ptr<const ColumnSet> columns;
  JoinKind join = JoinKind::first;
  std::unordered_set<std::string> joined_by;  ///< keys of names of USING and NATURAL
  bool in_group = false;
  bool opaque = false;    ///< its columns are not known
  bool is_join = false;   ///< PostgreSQL's `(a JOIN b …) AS name`: its columns come straight from tables
  bool is_value = false;  ///< GoogleSQL's UNNEST: its name is that of its value, which may have fields
};

/// A join in parentheses: the relations [begin, end) of its level.
struct Group {
  FromId from;
  std::string name;  ///< its alias, or empty
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// One SELECT, or the table of `IN table`.
struct Level {
  SelectId select;
  Surroundings around;
  std::vector<Relation> relations;
  std::vector<Group> groups;
  const std::vector<SelectItem>* items = nullptr;
  bool aliases_visible = false;
  /// The relations that names may lead to: an ON clause sees those that it joins.
  std::size_t visible_begin = 0;
  std::size_t visible_end = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] std::span<const Relation> visible() const {
    const auto end = std::min(visible_end, relations.size());
    return std::span(relations).subspan(visible_begin, end - visible_begin);
  }
};

enum class CteState : std::uint8_t { waiting, open, done };

struct Cte {
  const CommonTable* table = nullptr;
  CteState state = CteState::waiting;
  Boundary boundary;
  std::shared_ptr<const ColumnSet> columns;  ///< known from the first arm on
};

struct WithFrame {
  Surroundings around;  ///< of the query that the WITH belongs to
  std::deque<Cte> tables;
  std::unordered_map<std::string, Cte*> index;
  WithFrame* outer = nullptr;
  bool recursive = false;
};

/// A column found in a level, before it is bound.
struct Match {
  const Relation* relation = nullptr;
  std::uint32_t position = 0;
};

/// Where an output column comes from, for ORDER BY of set operations.
struct Origin {
  FromId from;
  std::uint32_t position = 0;
  bool operator==(const Origin&) const = default;
};

}  // namespace querydata::inline v0::sql
