/// @file
/// Which tables, columns and joins a question needs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/embedder.hpp"
#include "querydata/join.hpp"
#include "querydata/join_path.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

/// A table that was found, best first.
struct LinkedTable {
  std::string table;
  double score = 0;                  ///< 0 … 1, comparable within one result
  std::vector<std::string> reasons;  ///< sentences: "its name holds 'singer'", "joins concert and singer"
  bool bridge = false;               ///< needed only to join others
};

struct LinkedColumn {
  std::string table;
  std::string column;
  double score = 0;  ///< about the probability that it is needed, 0 … 1
  std::vector<std::string> reasons;
};

/// What `SchemaGraph::find` found.
struct SchemaLink {
  std::vector<LinkedTable> tables;    ///< by score, then name
  std::vector<LinkedColumn> columns;  ///< by score, then name
  /// The union of all tied cheapest paths between the tables that the words meet, by name; only of kept tables.
  std::vector<Join> joins;
  std::vector<JoinPath> paths;                ///< ways to connect these tables, best first, as `join_paths` gives them
  std::vector<UnconnectedTable> unconnected;  ///< of these tables, those that no join reaches from the first; by name
  bool partial = false;                       ///< the deadline cut the work
  std::string cut_short;                      ///< what it was doing then ("looking for join paths"), else empty
};

struct FindOptions {
  std::size_t max_tables = 15;
  std::size_t max_columns = 45;
  /// Columns that are needed less probably are left out, but for the keys of tables that are needed.
  double least_column_score = .06;
  std::size_t max_paths = 3;
  Scope scope;
  std::vector<ValueMatch> values;  ///< linked values count for their columns
  CallControl control;
};

struct SchemaGraphOptions {
  std::vector<Join> joins;                   ///< joins that the schema does not declare
  std::shared_ptr<const Embedder> embedder;  ///< null: the static model, in builds without it hashed n-grams
};

/// The tables of a schema as a graph of joins, with its search indexes. Immutable: safe for concurrent calls.
class QUERYDATA_API SchemaGraph {
 public:
  /// @return  the graph, or `invalid_argument` for joins over tables or columns that the schema does not have
  /// @par Cost  O(text of all names and descriptions)
  [[nodiscard]] static Result<SchemaGraph> build(Schema schema, const SchemaGraphOptions& options = {});
  SchemaGraph(SchemaGraph&&) noexcept;
  SchemaGraph& operator=(SchemaGraph&&) noexcept;
  ~SchemaGraph();

  [[nodiscard]] const Schema& schema() const noexcept;
  /// All joins, by table, then columns.
  [[nodiscard]] const std::vector<Join>& joins() const noexcept;

  /// Finds what `question` needs. An empty question is `invalid_argument`, one of more than 1 MiB
  /// `resource_exhausted`; a question that meets nothing gives an empty link.
  /// @par Cost  O(postings of the question's words + joins · log tables)
  [[nodiscard]] Result<SchemaLink> find(std::string_view question, const FindOptions& options = {}) const;

  /// Ways to connect `tables`, best first, whatever the number of joins. Names as `Schema::find_table` takes them; one
  /// that is given twice counts once.
  ///
  /// Method: routes by Mehlhorn 1988 with ties kept; paths by the dynamic programme of Dreyfus and Wagner 1971 (as
  /// improved by Erickson, Monma and Veinott 1987) over the tables that are near enough to be on one, ranked by
  /// excluding joins one by one (Lawler 1972). Beyond a bound of work a spanning tree of the routes takes the place of
  /// the dynamic programme, and `JoinPaths::exact` says so.
  /// @return  the paths; `not_found` for a table that is unknown or out of scope, `invalid_argument` for a detour that
  ///          is no number from 0 on, `cancelled`. A passed deadline gives what was found so far, marked `partial`
  /// @par Cost  O(joins within half the longest distance · log tables), and a bounded search for alternatives
  [[nodiscard]] Result<JoinPaths> join_paths(const std::vector<std::string>& tables,
                                             const JoinPathOptions& options = {}) const;

 private:
  struct Impl;
  class Finder;
  explicit SchemaGraph(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The link as JSON, members as in the structs. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const SchemaLink& link);

}  // namespace querydata::inline v0
