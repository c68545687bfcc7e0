/// @file
/// Turns rankings and routes into a SchemaLink with scores and reasons.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "querydata/schema_graph.hpp"
#include "schema/column_picker.hpp"
#include "schema/evidence.hpp"
#include "schema/join_graph.hpp"
#include "schema/table_ranking.hpp"
#include "schema/table_similarities.hpp"
#include "schema/word_meanings.hpp"

namespace querydata::inline v0::schema {

/// Used once: joins, then tables, then columns. Borrows what the constructor takes.
class LinkBuilder {
 public:
  LinkBuilder(const Schema& schema, const NameIndex& names, const Evidence& evidence,
              const std::vector<WordMeaning>& meanings, const std::vector<LinkedValue>& values)
      : schema_(schema), names_(names), evidence_(evidence), meanings_(meanings), values_(values) {}

  void add_join(const Join& join, const JoinEdge& edge) { joins_.push_back({join, edge.from, edge.to}); }

  /// What was chosen before the ranking fills the rest.
  struct Chosen {
    const std::vector<std::uint32_t>& terminals;
    const std::map<std::uint32_t, std::string>& described;  ///< tables that a description found, and it
    const Routes& routes;
  };
  /// How many tables, and down to which score those that nothing joins.
  struct TableBudget {
    std::size_t count;
    double least_score;
  };
  /// Precondition: the ranking is not empty. Takes the tables on the routes first, then those of descriptions, then the
  /// best others; joins of tables without room go.
  void add_tables(const Ranking& ranking, const Chosen& chosen, const JoinGraph& graph, const TableBudget& budget);

  /// See `pick_columns`.
  void add_columns(const ColumnSearch& search, const ColumnBudget& budget);

  void move_to(SchemaLink& link);

 private:
  [[nodiscard]] std::vector<std::string> reasons_of_table(std::uint32_t table) const;
  [[nodiscard]] std::string neighbour_reason(std::uint32_t table, const JoinGraph& graph) const;
  [[nodiscard]] std::string bridge_reason(std::uint32_t table) const;

  const Schema& schema_;
  const NameIndex& names_;
  const Evidence& evidence_;
  const std::vector<WordMeaning>& meanings_;
  const std::vector<LinkedValue>& values_;
  std::vector<RouteJoin> joins_;
  KeptTables kept_;
  SchemaLink link_;
};

}  // namespace querydata::inline v0::schema
