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
#include "querydata/dialect.hpp"
#include "querydata/embedder.hpp"
#include "querydata/join.hpp"
#include "querydata/join_path.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/schema_descriptions.hpp"
#include "querydata/scope.hpp"
#include "querydata/store.hpp"
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
  bool partial = false;                       ///< the deadline cut the work, or the embedder failed
  std::string cut_short;                      ///< what it was doing then ("looking for join paths"), else empty
  std::size_t least_tokens = 0;  ///< where `FindOptions::max_tokens` left no table: what the best one takes
};

struct FindOptions {
  std::size_t max_tables = 15;
  /// Tables of a lower score are left out, but for those that join others.
  double least_table_score = 0;
  std::size_t max_columns = 45;
  /// Columns that are needed less probably are left out, but for the keys of tables that are needed.
  double least_column_score = .06;
  std::size_t max_paths = 3;
  /// What tables and columns may take when the link is written as M-Schema, in tokens of about four bytes; 0: no limit.
  /// Tables of which no column is needed go first, then the least needed columns, then the least needed tables; primary
  /// keys of kept tables and what their joins need stay.
  std::size_t max_tokens = 0;
  /// Nothing outside of it is told. What words and joins weigh is that of the whole graph: for results that do not
  /// depend on what is hidden at all, keep a graph of each scope, `graph.updated(scope.apply(graph.schema()))`.
  Scope scope;
  std::vector<ValueMatch> values;   ///< linked values count for their columns
  SchemaDescriptions descriptions;  ///< looked for besides the question, or instead of an empty one
  std::size_t top_k = 3;            ///< each description finds so many tables or columns
  CallControl control;
};

/// Joins that must not be used, whoever knows of them.
struct JoinBan {
  std::string table;
  std::string referenced_table;
  /// The columns of the join on either side; both empty: all joins between the two tables.
  std::vector<std::string> columns = {};
  std::vector<std::string> referenced_columns = {};
};

struct SchemaGraphOptions {
  std::vector<Join> joins;    ///< joins that the schema does not declare; those that say so are the user's
  std::vector<JoinBan> bans;  ///< stronger than `joins`; either direction
  /// Reads the texts of views: which tables they join, and where their columns come from.
  bool read_views = true;
  Dialect dialect = Dialect::sqlite;         ///< of views
  std::shared_ptr<const Embedder> embedder;  ///< null: the static model, in builds without it hashed n-grams
};

/// The tables of a schema as a graph of joins, with its search indexes. Immutable: safe for concurrent calls.
class QUERYDATA_API SchemaGraph {
 public:
  /// A join that is known from several sides is one, with the surest confidence. A view's joins have confidence .95; a
  /// view itself is joined like the keys that it selects, with .8. Views that can't be understood are named in
  /// `warnings`.
  /// @return  the graph, or `invalid_argument` for joins and bans over tables or columns that the schema does not have,
  ///          and the embedder's errors
  /// @par Cost  O(text of all names and descriptions); all of them are embedded
  [[nodiscard]] static Result<SchemaGraph> build(Schema schema, const SchemaGraphOptions& options = {});
  SchemaGraph(SchemaGraph&&) noexcept;
  SchemaGraph& operator=(SchemaGraph&&) noexcept;
  ~SchemaGraph();

  /// The graph of another schema, by the same options and embedder. What is embedded for tables and columns whose text
  /// has not changed is taken over. Joins and bans over what the schema no longer has are left out and named in
  /// `warnings`. Errors as `build`; this graph stays as it is.
  /// @par Cost  as `build`, but for the embedding of what has changed only
  [[nodiscard]] Result<SchemaGraph> updated(Schema schema) const;

  /// Writes the graph, with what was embedded, as a new version of `name`, and keeps the newest `keep` (0: all). If the
  /// newest version is the same, nothing is written.
  /// @return  success, or the store's errors
  /// @par Cost  linear in the schema; about `Embedder::dimension()` bytes a column and four times that a table
  [[nodiscard]] Result<void> save(Store& store, std::string_view name, std::size_t keep = 1) const;
  /// Reads the newest version of what `save` wrote. Nothing is embedded.
  /// @param embedder  as in `SchemaGraphOptions`; the one that the graph was built with
  /// @return  the graph, or `not_found`, `failed_precondition` (saved with another embedder, or in another format:
  /// build
  ///          it anew), `data_loss`, and the store's errors
  /// @par Cost  linear in the schema
  [[nodiscard]] static Result<SchemaGraph> load(const Store& store, std::string_view name,
                                                std::shared_ptr<const Embedder> embedder = nullptr);

  /// Its tables by namespace and name, so that no result depends on the order in which they were given; with
  /// `Column::sources` of views filled in, without foreign keys that are banned or lead to what is not there.
  [[nodiscard]] const Schema& schema() const noexcept;
  /// What was left out while building, a sentence each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept;
  /// All joins, by table, then columns.
  [[nodiscard]] const std::vector<Join>& joins() const noexcept;

  /// Finds what `question` needs. An empty question without descriptions is `invalid_argument`, more than 1 MiB of
  /// question and descriptions `resource_exhausted`; a question that meets nothing gives an empty link. Where the
  /// embedder fails, words alone find, and the link is `partial`.
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
  ///          is no number from 0 on, `resource_exhausted` for a question above 1 MiB, `cancelled`. A passed deadline
  ///          gives what was found so far, marked `partial`
  /// @par Cost  O(joins within half the longest distance · log tables), and a bounded search for alternatives
  [[nodiscard]] Result<JoinPaths> join_paths(const std::vector<std::string>& tables,
                                             const JoinPathOptions& options = {}) const;

 private:
  struct Impl;
  class Finder;
  explicit SchemaGraph(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The part of a schema that a link names, for rendering: its tables in the order of the link with their linked
/// columns, their primary keys and what the link's joins need, in the order of the schema; foreign keys between them,
/// the link's joins among these.
/// @param scope  that of the search: keys, and the texts of views, that it does not allow are left out
[[nodiscard]] QUERYDATA_API Schema linked_schema(const Schema& schema, const SchemaLink& link, const Scope& scope = {});

/// The link as JSON, members as in the structs. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const SchemaLink& link);

}  // namespace querydata::inline v0
