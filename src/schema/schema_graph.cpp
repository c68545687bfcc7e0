#include "querydata/schema_graph.hpp"

#include <algorithm>
#include <utility>

#include "schema/graph_data.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

/// The static model, or hashed n-grams in a build without it.
Result<std::shared_ptr<const Embedder>> built_in_embedder() {
  auto model = make_static_embedder();
  if (model || model.error().code != ErrorCode::unimplemented) return model;
  return make_hashed_embedder();
}

Result<search::VectorIndex> embed_tables(const Schema& schema, const Embedder& embedder) {
  std::vector<std::string> texts;
  for (const Table& table : schema.tables) texts.push_back(embedded_text(table));
  std::vector<float> rows(texts.size() * embedder.dimension());
  if (auto embedded = embedder.embed(texts, rows); !embedded) return embedded.error();
  return search::VectorIndex::build(embedder.dimension(), rows);
}

}  // namespace

Result<std::vector<float>> SchemaGraph::Impl::embed(std::string_view text) const {
  std::vector<float> vector(embedder->dimension());
  const std::vector<std::string> texts = {std::string(text)};
  if (auto embedded = embedder->embed(texts, vector); !embedded) return embedded.error();
  return vector;
}

JoinRelevance SchemaGraph::Impl::relevance(std::string_view question, const std::vector<float>& vector) const {
  if (vector.empty()) return {schema, words, question, nullptr};
  return {schema, words, question, [this, &vector](const std::string& table, const std::string& column) {
            const auto number = names.find(table);
            const Table& of = schema.tables[*number];
            const auto place = static_cast<std::uint32_t>(of.find_column(column) - of.columns.data());
            return column_vectors.similarity(vector, *number, place);
          }};
}

VisibleNetwork::VisibleNetwork(const Schema& schema, const std::vector<Join>& joins, const JoinNetwork& network,
                               const View& view)
    : whole_(network) {
  if (view.tables().empty()) return;
  std::vector<JoinEdge> edges;
  std::vector<std::uint32_t> join_of_edge;
  for (std::uint32_t number = 0; number < network.join_of_edge.size(); ++number) {
    const JoinEdge& edge = network.graph.edges()[number];
    const Join& join = joins[network.join_of_edge[number]];
    const auto shown = [&](std::uint32_t table, const std::vector<std::string>& columns) {
      return std::ranges::all_of(columns, [&](const std::string& name) {
        const Table& of = schema.tables[table];
        return view.column(table, static_cast<std::uint32_t>(of.find_column(name) - of.columns.data()));
      });
    };
    if (!shown(edge.from, join.columns) || !shown(edge.to, join.referenced_columns)) continue;
    edges.push_back(edge);
    join_of_edge.push_back(network.join_of_edge[number]);
  }
  restricted_ = JoinNetwork{JoinGraph(schema.tables.size(), std::move(edges)), std::move(join_of_edge)};
}

SchemaGraph::SchemaGraph(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SchemaGraph::SchemaGraph(SchemaGraph&&) noexcept = default;
SchemaGraph& SchemaGraph::operator=(SchemaGraph&&) noexcept = default;
SchemaGraph::~SchemaGraph() = default;

Result<SchemaGraph> SchemaGraph::build(Schema schema, const SchemaGraphOptions& options) {
  auto impl = std::make_unique<Impl>(std::move(schema));
  auto joins = collect_joins(impl->schema, impl->names, options.joins);
  if (!joins) return std::move(joins).error();
  impl->joins = *std::move(joins);
  impl->network = make_network(impl->schema, impl->names, impl->joins);
  impl->groups = TableGroups(impl->schema, impl->network.graph);
  impl->embedder = options.embedder;
  if (!impl->embedder) {
    auto built_in = built_in_embedder();
    if (!built_in) return std::move(built_in).error();
    impl->embedder = *std::move(built_in);
  }
  auto tables = embed_tables(impl->schema, *impl->embedder);
  if (!tables) return std::move(tables).error();
  impl->table_vectors = *std::move(tables);
  auto columns = ColumnVectors::build(impl->schema, *impl->embedder);
  if (!columns) return std::move(columns).error();
  impl->column_vectors = *std::move(columns);
  auto meanings = WordMeanings::build(impl->words, impl->embedder);
  if (!meanings) return std::move(meanings).error();
  impl->meanings = *std::move(meanings);
  return SchemaGraph(std::move(impl));
}

const Schema& SchemaGraph::schema() const noexcept {
  return impl_->schema;
}
const std::vector<Join>& SchemaGraph::joins() const noexcept {
  return impl_->joins;
}

}  // namespace querydata::inline v0
