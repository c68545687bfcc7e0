/// @file
/// What a SchemaGraph holds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "querydata/schema_graph.hpp"
#include "schema/column_vectors.hpp"
#include "schema/evidence.hpp"
#include "schema/join_edges.hpp"
#include "schema/join_relevance.hpp"
#include "schema/name_index.hpp"
#include "schema/table_names.hpp"
#include "schema/table_ranking.hpp"
#include "schema/view.hpp"
#include "schema/word_meanings.hpp"
#include "search/vector_index.hpp"

namespace querydata::inline v0 {

namespace schema {

/// All that is known of how tables are joined.
struct GraphJoins {
  std::vector<Join> surest;              ///< for each set of columns, by name
  std::vector<std::vector<Join>> known;  ///< in the same order: all that is known of these columns, the surest first
  JoinNetwork network;
};

}  // namespace schema

struct SchemaGraph::Impl {
  explicit Impl(Schema given) : schema(std::move(given)), names(schema), words(schema) {}
  /// All but what is embedded.
  [[nodiscard]] static Result<std::unique_ptr<Impl>> assemble(Schema schema, const SchemaGraphOptions& options);

  const Schema schema;
  const schema::TableNames names;
  const schema::NameIndex words;
  SchemaGraphOptions options;  ///< without the embedder
  std::vector<std::string> warnings;
  schema::GraphJoins joins;
  schema::TableGroups groups;
  std::shared_ptr<const Embedder> embedder;
  std::optional<search::VectorIndex> table_vectors;
  schema::ColumnVectors column_vectors;
  schema::WordMeanings meanings;

  /// Embeds what is not known from `earlier` (null: everything).
  [[nodiscard]] Result<void> embed_all(const Impl* earlier);
  /// @return  a row of the embedder's dimension
  [[nodiscard]] Result<std::vector<float>> embed(std::string_view text) const;
  /// Compares joins by a question and its vector; borrows the vector. An empty vector: by words only.
  [[nodiscard]] schema::JoinRelevance relevance(std::string_view question, const std::vector<float>& vector) const;
};

namespace schema {

/// The joins that a view leaves: those of which all columns may be seen, as the surest that may be seen tells them.
class VisibleNetwork {
 public:
  VisibleNetwork(const Schema& schema, const TableNames& names, const GraphJoins& joins, const View& view);

  [[nodiscard]] const JoinGraph& graph() const noexcept { return restricted_ ? restricted_->network.graph : whole_; }
  [[nodiscard]] const std::vector<Join>& joins() const noexcept { return restricted_ ? restricted_->joins : joins_; }
  [[nodiscard]] const std::vector<std::uint32_t>& join_of_edge() const noexcept {
    return restricted_ ? restricted_->network.join_of_edge : join_of_edge_;
  }
  /// Of an edge of the graph.
  [[nodiscard]] const Join& join(std::uint32_t edge) const noexcept { return joins()[join_of_edge()[edge]]; }
  [[nodiscard]] bool is_restricted() const noexcept { return restricted_.has_value(); }

 private:
  struct Restricted {
    std::vector<Join> joins;
    JoinNetwork network;
  };

  const JoinGraph& whole_;
  const std::vector<Join>& joins_;
  const std::vector<std::uint32_t>& join_of_edge_;
  std::optional<Restricted> restricted_;
};

}  // namespace schema
}  // namespace querydata::inline v0
