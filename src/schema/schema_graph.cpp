#include "querydata/schema_graph.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "schema/graph_data.hpp"
#include "schema/view_reader.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

/// The static model, or hashed n-grams in a build without it.
Result<std::shared_ptr<const Embedder>> built_in_embedder() {
  auto model = make_static_embedder();
  if (model || model.error().code != ErrorCode::unimplemented) return model;
  return make_hashed_embedder();
}

std::vector<std::string> texts_of(const Schema& schema) {
  std::vector<std::string> texts;
  for (const Table& table : schema.tables) texts.push_back(embedded_text(table));
  return texts;
}

}  // namespace

Result<std::vector<float>> SchemaGraph::Impl::embed(std::string_view text) const {
  std::vector<float> vector(embedder->dimension());
  const std::vector<std::string> texts = {std::string(text)};
  if (auto embedded = embedder->embed(texts, vector); !embedded) return embedded.error();
  return vector;
}

JoinRelevance SchemaGraph::Impl::relevance(std::string_view question, const std::vector<float>& vector) const {
  if (vector.empty()) return {schema, names, words, question, nullptr};
  return {schema, names, words, question, [this, &vector](const std::string& table, const std::string& column) {
            const auto number = names.find(table);
            const Table& of = schema.tables[*number];
            const auto place = static_cast<std::uint32_t>(of.find_column(column) - of.columns.data());
            return column_vectors.similarity(vector, *number, place);
          }};
}

VisibleNetwork::VisibleNetwork(const Schema& schema, const TableNames& names, const GraphJoins& joins, const View& view)
    : whole_(joins.network.graph), joins_(joins.surest), join_of_edge_(joins.network.join_of_edge) {
  if (view.tables().empty()) return;
  const auto shown = [&](const std::string& name, const std::vector<std::string>& columns) {
    const auto number = names.find(name);
    const Table& of = schema.tables[*number];
    return std::ranges::all_of(columns, [&](const std::string& column) {
      return view.column(*number, static_cast<std::uint32_t>(of.find_column(column) - of.columns.data()));
    });
  };
  const auto told = [&](const Join& join) {
    const auto source = join.source.empty() ? std::nullopt : names.find(join.source);
    return !source || view.table(*source);
  };
  restricted_.emplace();
  for (const std::vector<Join>& known : joins.known) {
    const Join& any = known.front();
    if (!shown(any.table, any.columns) || !shown(any.referenced_table, any.referenced_columns)) continue;
    const auto surest = std::ranges::find_if(known, told);
    if (surest != known.end()) restricted_->joins.push_back(*surest);
  }
  restricted_->network = make_network(schema, names, restricted_->joins);
}

SchemaGraph::SchemaGraph(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SchemaGraph::SchemaGraph(SchemaGraph&&) noexcept = default;
SchemaGraph& SchemaGraph::operator=(SchemaGraph&&) noexcept = default;
SchemaGraph::~SchemaGraph() = default;

Result<std::unique_ptr<SchemaGraph::Impl>> SchemaGraph::Impl::assemble(Schema schema,
                                                                       const SchemaGraphOptions& options) {
  // So that nothing depends on the order in which they were given.
  std::ranges::stable_sort(schema.tables, {}, [](const Table& table) { return std::tie(table.schema, table.name); });
  auto dropped = drop_unusable_keys(schema, options.bans);
  if (!dropped) return std::move(dropped).error();
  ViewReading views;
  if (options.read_views) views = read_views(schema, TableNames(schema), options.dialect);
  auto impl = std::make_unique<Impl>(std::move(schema));
  impl->options = options;
  impl->options.embedder = nullptr;
  impl->warnings = *std::move(dropped);
  std::ranges::move(views.warnings, std::back_inserter(impl->warnings));
  auto joins = collect_joins(impl->schema, impl->names, options, views.joins, impl->warnings);
  if (!joins) return std::move(joins).error();
  impl->joins.known = *std::move(joins);
  for (const std::vector<Join>& known : impl->joins.known) impl->joins.surest.push_back(known.front());
  impl->joins.network = make_network(impl->schema, impl->names, impl->joins.surest);
  impl->groups = TableGroups(impl->schema, impl->joins.network.graph);
  impl->embedder = options.embedder;
  if (!impl->embedder) {
    auto built_in = built_in_embedder();
    if (!built_in) return std::move(built_in).error();
    impl->embedder = *std::move(built_in);
  }
  return impl;
}

Result<void> SchemaGraph::Impl::embed_all(const Impl* earlier) {
  const search::KnownVectors known = earlier == nullptr
                                         ? search::KnownVectors()
                                         : search::KnownVectors(texts_of(earlier->schema), *earlier->table_vectors);
  const auto rows = known.embed(*embedder, texts_of(schema));
  if (!rows) return rows.error();
  auto tables = search::VectorIndex::build(embedder->dimension(), *rows);
  if (!tables) return std::move(tables).error();
  table_vectors = *std::move(tables);
  auto columns = ColumnVectors::build(schema, *embedder, earlier == nullptr ? nullptr : &earlier->schema,
                                      earlier == nullptr ? nullptr : &earlier->column_vectors);
  if (!columns) return std::move(columns).error();
  column_vectors = *std::move(columns);
  auto words_by_meaning = WordMeanings::build(words, embedder, earlier == nullptr ? nullptr : &earlier->meanings);
  if (!words_by_meaning) return std::move(words_by_meaning).error();
  meanings = *std::move(words_by_meaning);
  return {};
}

Result<SchemaGraph> SchemaGraph::build(Schema schema, const SchemaGraphOptions& options) {
  auto impl = Impl::assemble(std::move(schema), options);
  if (!impl) return std::move(impl).error();
  if (auto embedded = (*impl)->embed_all(nullptr); !embedded) return std::move(embedded).error();
  return SchemaGraph(*std::move(impl));
}

Result<SchemaGraph> SchemaGraph::updated(Schema schema) const {
  SchemaGraphOptions options = impl_->options;
  options.embedder = impl_->embedder;
  const std::vector<std::string> forgotten = drop_unknown(schema, options);
  auto impl = Impl::assemble(std::move(schema), options);
  if (!impl) return std::move(impl).error();
  std::ranges::copy(forgotten, std::back_inserter((*impl)->warnings));
  if (auto embedded = (*impl)->embed_all(impl_.get()); !embedded) return std::move(embedded).error();
  return SchemaGraph(*std::move(impl));
}

const Schema& SchemaGraph::schema() const noexcept {
  return impl_->schema;
}
const std::vector<std::string>& SchemaGraph::warnings() const noexcept {
  return impl_->warnings;
}
const std::vector<Join>& SchemaGraph::joins() const noexcept {
  return impl_->joins.surest;
}

}  // namespace querydata::inline v0
