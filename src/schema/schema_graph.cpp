#include "querydata/schema_graph.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "model/scope_index.hpp"
#include "schema/column_vectors.hpp"
#include "schema/evidence.hpp"
#include "schema/join_edges.hpp"
#include "schema/link_builder.hpp"
#include "schema/name_index.hpp"
#include "schema/question_terms.hpp"
#include "schema/table_names.hpp"
#include "schema/table_ranking.hpp"
#include "search/vector_index.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

constexpr std::size_t longest_question = 1U << 20U;  // bytes

/// Tables whose columns are compared with the question's vector.
constexpr std::size_t tables_by_vector = 100;
constexpr std::size_t tables_by_words = 200;
/// A column that is near the question counts for its table, a little less than the table's own name.
constexpr double column_share = .9;
/// Unrelated texts are similar by chance; only what is nearer than this counts.
constexpr double chance_similarity = .25;

/// What one call may see.
class View {
 public:
  View(const Schema& schema, const Scope& scope) {
    if (!scope.tables && !scope.columns) return;
    const model::ScopeIndex index(scope);
    tables_.resize(schema.tables.size());
    columns_.resize(schema.tables.size());
    for (std::size_t number = 0; number < schema.tables.size(); ++number) {
      const Table& table = schema.tables[number];
      tables_[number] = index.allows(table);
      for (const Column& column : table.columns) columns_[number].push_back(index.allows(table, column));
    }
  }

  /// Empty: all.
  [[nodiscard]] const std::vector<bool>& tables() const { return tables_; }
  [[nodiscard]] bool table(std::uint32_t table) const { return tables_.empty() || tables_[table]; }
  [[nodiscard]] bool column(std::uint32_t table, std::uint32_t column) const {
    return tables_.empty() || (tables_[table] && columns_[table][column]);
  }
  [[nodiscard]] Visible visible() const {
    if (tables_.empty()) return {};
    return [this](std::uint32_t table, std::uint32_t column) {
      return column == NameElement::no_column ? this->table(table) : this->column(table, column);
    };
  }

 private:
  std::vector<bool> tables_;
  std::vector<std::vector<bool>> columns_;
};

/// The static model, or hashed n-grams in a build without it.
Result<std::shared_ptr<const Embedder>> built_in_embedder() {
  auto model = make_static_embedder();
  if (model || model.error().code != ErrorCode::unimplemented) return model;
  return make_hashed_embedder();
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

}  // namespace

struct SchemaGraph::Impl {
  explicit Impl(Schema given) : schema(std::move(given)), names(schema), words(schema) {}

  const Schema schema;
  const TableNames names;
  const NameIndex words;
  std::vector<Join> joins;
  JoinNetwork network;
  TableGroups groups;
  std::shared_ptr<const Embedder> embedder;
  std::optional<search::VectorIndex> table_vectors;
  ColumnVectors column_vectors;

  [[nodiscard]] Result<void> embed_all();
  [[nodiscard]] std::vector<LinkedValue> linked(const std::vector<ValueMatch>& values, const View& view) const;
  [[nodiscard]] Result<std::vector<search::ScoredItem>> by_vector(std::string_view question, const Evidence& evidence,
                                                                  const View& view, ColumnSimilarities& columns) const;
  /// Ends that the view hides are no joins.
  [[nodiscard]] JoinGraph visible_graph(const View& view, std::vector<std::uint32_t>& join_of_edge) const;
};

Result<void> SchemaGraph::Impl::embed_all() {
  std::vector<std::string> texts;
  for (const Table& table : schema.tables) texts.push_back(embedded_text(table));
  std::vector<float> rows(texts.size() * embedder->dimension());
  if (auto embedded = embedder->embed(texts, rows); !embedded) return embedded;
  auto index = search::VectorIndex::build(embedder->dimension(), rows);
  if (!index) return std::move(index).error();
  table_vectors = *std::move(index);
  auto columns = ColumnVectors::build(schema, *embedder);
  if (!columns) return std::move(columns).error();
  column_vectors = *std::move(columns);
  return {};
}

std::vector<LinkedValue> SchemaGraph::Impl::linked(const std::vector<ValueMatch>& values, const View& view) const {
  std::vector<LinkedValue> found;
  for (const ValueMatch& match : values) {
    const auto table = names.find(match.table);
    if (!table) continue;
    const Column* column = schema.tables[*table].find_column(match.column);
    if (column == nullptr) continue;
    const auto number = static_cast<std::uint32_t>(column - schema.tables[*table].columns.data());
    if (view.column(*table, number)) found.push_back({*table, number, &match});
  }
  return found;
}

Result<std::vector<search::ScoredItem>> SchemaGraph::Impl::by_vector(std::string_view question,
                                                                     const Evidence& evidence, const View& view,
                                                                     ColumnSimilarities& columns) const {
  std::vector<float> vector(embedder->dimension());
  const std::vector<std::string> texts = {std::string(question)};
  if (auto embedded = embedder->embed(texts, vector); !embedded) return embedded.error();
  auto nearest = table_vectors->search(vector, tables_by_vector);
  if (!nearest || nearest->empty()) return nearest;

  std::vector<double> lexical(schema.tables.size(), 0.0);
  for (const TermMatches& term : evidence) {
    for (const TableMatch& match : term.tables) lexical[match.table] += match.lexical;
  }
  std::vector<search::ScoredItem> by_words;
  for (std::uint32_t table = 0; table < lexical.size(); ++table) {
    if (lexical[table] > 0) by_words.push_back({table, lexical[table]});
  }
  std::map<std::uint32_t, double> similarity;
  for (const search::ScoredItem& item : search::best(std::move(by_words), tables_by_words)) similarity[item.item] = 0;
  for (const search::ScoredItem& item : *nearest) similarity[item.item] = item.score;
  std::vector<search::ScoredItem> tables;
  for (auto& [table, best] : similarity) {
    if (!view.table(table)) continue;
    for (std::uint32_t column = 0; column < schema.tables[table].columns.size(); ++column) {
      if (!view.column(table, column)) continue;
      const double near = column_vectors.similarity(vector, table, column);
      columns[{table, column}] = near;
      best = std::max(best, column_share * near);
    }
    if (best > chance_similarity) tables.push_back({table, best - chance_similarity});
  }
  search::sort_best_first(tables);
  return tables;
}

JoinGraph SchemaGraph::Impl::visible_graph(const View& view, std::vector<std::uint32_t>& join_of_edge) const {
  std::vector<JoinEdge> edges;
  for (std::uint32_t number = 0; number < network.join_of_edge.size(); ++number) {
    const JoinEdge& edge = network.graph.edges()[number];
    const Join& join = joins[network.join_of_edge[number]];
    const auto shown = [&](std::uint32_t table, const std::vector<std::string>& columns) {
      return std::all_of(columns.begin(), columns.end(), [&](const std::string& name) {
        const Table& of = schema.tables[table];
        return view.column(table, static_cast<std::uint32_t>(of.find_column(name) - of.columns.data()));
      });
    };
    if (!shown(edge.from, join.columns) || !shown(edge.to, join.referenced_columns)) continue;
    edges.push_back(edge);
    join_of_edge.push_back(network.join_of_edge[number]);
  }
  return {schema.tables.size(), std::move(edges)};
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
  if (auto embedded = impl->embed_all(); !embedded) return std::move(embedded).error();
  return SchemaGraph(std::move(impl));
}

const Schema& SchemaGraph::schema() const noexcept {
  return impl_->schema;
}
const std::vector<Join>& SchemaGraph::joins() const noexcept {
  return impl_->joins;
}

Result<SchemaLink> SchemaGraph::find(std::string_view question, const FindOptions& options) const {
  if (question.size() > longest_question) {
    return Error{ErrorCode::resource_exhausted, "The question has more than 1 MiB; shorten it.", {}};
  }
  if (is_blank(question)) {
    return Error{ErrorCode::invalid_argument, "The question is empty; ask one with at least one word.", {}};
  }
  SchemaLink link;
  /// False when the deadline has passed: what was found so far is the answer.
  std::optional<Error> cancelled;
  const auto may_go_on = [&](std::string_view stage) {
    auto checked = options.control.check(stage);
    if (checked) return true;
    if (checked.error().code == ErrorCode::cancelled) cancelled = checked.error();
    link.partial = true;
    link.cut_short = stage;
    return false;
  };
  if (!may_go_on("matching the words of the question")) {
    if (cancelled) return *cancelled;
    return link;
  }
  const View view(impl_->schema, options.scope);
  const std::vector<LinkedValue> values = impl_->linked(options.values, view);
  const Evidence evidence = gather_evidence(impl_->words, question_terms(question), values, view.visible());

  std::vector<search::ScoredItem> by_vector;
  ColumnSimilarities column_similarities;
  if (may_go_on("comparing meanings")) {
    auto found = impl_->by_vector(question, evidence, view, column_similarities);
    if (!found) return std::move(found).error();
    by_vector = *std::move(found);
  }
  std::vector<std::uint32_t> join_of_edge;
  std::optional<JoinGraph> restricted;
  TableGroups restricted_groups;
  if (!view.tables().empty()) {
    restricted = impl_->visible_graph(view, join_of_edge);
    restricted_groups = TableGroups(impl_->schema, *restricted);
  }
  const JoinGraph& graph = restricted ? *restricted : impl_->network.graph;
  const RankingInput input{graph, restricted ? restricted_groups : impl_->groups, evidence, by_vector, view.tables()};
  const Ranking ranking = rank_tables(input, std::max(options.max_tables, terminal_candidates));
  if (cancelled) return *cancelled;
  if (ranking.best.empty()) return link;

  const std::vector<std::uint32_t> terminals = choose_terminals(input, ranking.best);
  Routes routes;
  routes.tables = terminals;
  std::sort(routes.tables.begin(), routes.tables.end());
  if (may_go_on("looking for join paths")) routes = cheapest_routes(graph, terminals, view.tables());
  if (cancelled) return *cancelled;

  LinkBuilder builder(impl_->schema, impl_->words, evidence, values);
  for (const std::uint32_t edge : routes.edges) {
    const std::uint32_t number = restricted ? join_of_edge[edge] : impl_->network.join_of_edge[edge];
    builder.add_join(impl_->joins[number], graph.edges()[edge]);
  }
  builder.add_tables(ranking, terminals, routes, graph, options.max_tables);
  builder.add_columns(column_similarities, view.visible(), options.max_columns);
  builder.move_to(link);
  return link;
}

Result<SchemaLink> SchemaGraph::connect(const std::vector<std::string>& tables) const {
  std::vector<std::uint32_t> terminals;
  for (const std::string& name : tables) {
    const auto number = impl_->names.find(name);
    if (!number) {
      return Error{ErrorCode::not_found, "The schema has no table " + name + "; name one of its tables.", {}};
    }
    terminals.push_back(*number);
  }
  const Routes routes = cheapest_routes(impl_->network.graph, terminals);
  const Evidence nothing;
  const std::vector<LinkedValue> no_values;
  LinkBuilder builder(impl_->schema, impl_->words, nothing, no_values);
  for (const std::uint32_t edge : routes.edges) {
    builder.add_join(impl_->joins[impl_->network.join_of_edge[edge]], impl_->network.graph.edges()[edge]);
  }
  Ranking equal{{}, std::vector<double>(impl_->schema.tables.size(), 0.0)};
  for (const std::uint32_t table : routes.tables) equal.best.push_back({table, 0});
  if (!terminals.empty()) {
    builder.add_tables(equal, terminals, routes, impl_->network.graph, routes.tables.size());
  }
  builder.add_columns({}, {}, impl_->schema.tables.size() * impl_->joins.size());
  SchemaLink link;
  builder.move_to(link);
  return link;
}

}  // namespace querydata::inline v0
