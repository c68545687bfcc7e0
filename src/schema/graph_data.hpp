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

struct SchemaGraph::Impl {
  explicit Impl(Schema given) : schema(std::move(given)), names(schema), words(schema) {}
  /// All but what is embedded.
  [[nodiscard]] static Result<std::unique_ptr<Impl>> assemble(Schema schema, const SchemaGraphOptions& options);

  const Schema schema;
  const schema::TableNames names;
  const schema::NameIndex words;
  SchemaGraphOptions options;  ///< without the embedder
  std::vector<std::string> warnings;
  std::vector<Join> joins;
  schema::JoinNetwork network;
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

/// The joins that a view leaves: those of which all columns may be seen.
class VisibleNetwork {
 public:
  VisibleNetwork(const Schema& schema, const std::vector<Join>& joins, const JoinNetwork& network, const View& view);

  [[nodiscard]] const JoinGraph& graph() const noexcept { return restricted_ ? restricted_->graph : whole_.graph; }
  [[nodiscard]] const std::vector<std::uint32_t>& join_of_edge() const noexcept {
    return restricted_ ? restricted_->join_of_edge : whole_.join_of_edge;
  }
  [[nodiscard]] bool is_restricted() const noexcept { return restricted_.has_value(); }

 private:
  const JoinNetwork& whole_;
  std::optional<JoinNetwork> restricted_;
};

}  // namespace schema
}  // namespace querydata::inline v0
