/// @file
/// Which tables, columns and joins a question needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/dialect.hpp"
#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

/// Where a join is known from.
enum class JoinProvenance : std::uint8_t { declared, view, user, inferred };

/// "declared", "view", "user" or "inferred". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(JoinProvenance provenance) noexcept;

/// A joinable key pair: `table.columns[i] = referenced_table.referenced_columns[i]` for all i.
struct Join {
  std::string table;
  std::vector<std::string> columns;
  std::string referenced_table;
  std::vector<std::string> referenced_columns;
  JoinProvenance provenance = JoinProvenance::declared;
  double confidence = 1.0;  ///< 0 … 1
  bool operator==(const Join&) const = default;
};

/// The join condition with quoted names: `"order"."town_id" = "town"."id"`.
[[nodiscard]] QUERYDATA_API std::string condition(const Join& join, Dialect dialect);

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
  double score = 0;
  std::vector<std::string> reasons;
};

/// What `SchemaGraph::find` found.
struct SchemaLink {
  std::vector<LinkedTable> tables;       ///< by score, then name
  std::vector<LinkedColumn> columns;     ///< by score, then name
  std::vector<Join> joins;               ///< the union of all tied shortest routes between the terminals, by name
  std::vector<std::string> unconnected;  ///< terminals that no join reaches from the first
  bool partial = false;                  ///< the deadline cut the work
  std::string cut_short;                 ///< what it was doing then ("looking for join paths"), else empty
};

struct FindOptions {
  std::size_t max_tables = 15;
  std::size_t max_columns = 50;
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

  /// The union of all cheapest join paths between the tables (Mehlhorn 1988, with ties kept).
  /// @return  joins, tables on the way (as bridges) and terminals that cannot be reached; `not_found` for an unknown
  /// table
  [[nodiscard]] Result<SchemaLink> connect(const std::vector<std::string>& tables) const;

 private:
  struct Impl;
  explicit SchemaGraph(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The link as JSON, members as in the structs. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const SchemaLink& link);

}  // namespace querydata::inline v0
