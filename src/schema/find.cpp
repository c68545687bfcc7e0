#include <algorithm>
#include <utility>

#include "schema/column_picker.hpp"
#include "schema/graph_data.hpp"
#include "schema/join_forest.hpp"
#include "schema/link_builder.hpp"
#include "schema/path_builder.hpp"
#include "schema/question_terms.hpp"
#include "schema/stages.hpp"
#include "schema/table_similarities.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

constexpr std::size_t longest_question = 1U << 20U;  // bytes

/// Other paths than the cheapest are told up to this much dearer.
constexpr Cost path_detour = declared_join_cost;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

}  // namespace

/// One call of `find`.
class SchemaGraph::Finder {
 public:
  Finder(const Impl& graph, const FindOptions& options)
      : graph_(graph),
        options_(options),
        view_(graph.schema, options.scope),
        stages_(options.control, link_.partial, link_.cut_short) {}

  [[nodiscard]] Result<SchemaLink> run(std::string_view question);

 private:
  /// The link, or that the call was cancelled.
  [[nodiscard]] Result<SchemaLink> ended();
  [[nodiscard]] std::vector<LinkedValue> linked_values() const;
  /// Fills `similarities_` and `meanings_`.
  [[nodiscard]] Result<void> compare_meanings(const std::vector<QuestionTerm>& terms, const std::vector<float>& vector);
  void connect(const VisibleNetwork& network, const std::vector<std::uint32_t>& terminals, std::string_view question,
               const std::vector<float>& vector);

  const Impl& graph_;
  const FindOptions& options_;
  const View view_;
  SchemaLink link_;
  Stages stages_;
  Evidence evidence_;
  TableSimilarities similarities_;
  std::vector<WordMeaning> meanings_;
  Routes routes_;
};

Result<SchemaLink> SchemaGraph::Finder::run(std::string_view question) {
  if (!stages_.may_go_on("matching the words of the question")) return ended();
  const std::vector<LinkedValue> values = linked_values();
  const std::vector<QuestionTerm> terms = question_terms(question);
  evidence_ = gather_evidence(graph_.words, terms, values, view_.visible());

  std::vector<float> vector;
  if (stages_.may_go_on("comparing meanings")) {
    auto embedded = graph_.embed(question);
    if (!embedded) return std::move(embedded).error();
    vector = *std::move(embedded);
    if (auto compared = compare_meanings(terms, vector); !compared) return std::move(compared).error();
  }
  const VisibleNetwork network(graph_.schema, graph_.joins, graph_.network, view_);
  const TableGroups restricted_groups =
      network.is_restricted() ? TableGroups(graph_.schema, network.graph()) : TableGroups();
  const RankingInput input{network.graph(),
                           network.is_restricted() ? restricted_groups : graph_.groups,
                           evidence_,
                           meanings_,
                           similarities_.tables,
                           view_.tables()};
  const Ranking ranking = rank_tables(input, std::max(options_.max_tables, terminal_candidates));
  if (stages_.cancelled() || ranking.best.empty()) return ended();

  const std::vector<std::uint32_t> terminals = choose_terminals(input, ranking.best);
  connect(network, terminals, question, vector);
  if (stages_.cancelled()) return ended();

  LinkBuilder builder(graph_.schema, graph_.words, evidence_, values);
  for (const std::uint32_t edge : routes_.edges) {
    builder.add_join(graph_.joins[network.join_of_edge()[edge]], network.graph().edges()[edge]);
  }
  builder.add_tables(ranking, terminals, routes_, network.graph(), options_.max_tables);
  const PathNames names{graph_.schema, network.graph(), graph_.joins, network.join_of_edge()};
  const QuestionWords words(question);
  builder.add_columns({names, graph_.words, evidence_, values, words, similarities_.columns, view_.visible()},
                      {options_.max_columns, options_.least_column_score});
  builder.move_to(link_);
  return ended();
}

Result<SchemaLink> SchemaGraph::Finder::ended() {
  if (stages_.cancelled()) return *stages_.cancelled();
  return std::move(link_);
}

void SchemaGraph::Finder::connect(const VisibleNetwork& network, const std::vector<std::uint32_t>& terminals,
                                  std::string_view question, const std::vector<float>& vector) {
  routes_.tables = terminals;
  std::sort(routes_.tables.begin(), routes_.tables.end());
  if (!stages_.may_go_on("looking for join paths")) return;
  const JoinGraph& graph = network.graph();
  routes_ = cheapest_routes(graph, terminals, view_.tables());
  const PathNames names{graph_.schema, graph, graph_.joins, network.join_of_edge()};
  link_.unconnected = explain_unconnected(names, terminals, routes_.unreachable, network.is_restricted());
  if (routes_.edges.empty()) return;
  const ForestSearch search{graph_.schema, graph, terminals, routes_, view_.tables(), options_.max_paths, path_detour};
  const JoinForests found =
      cheapest_forests(search, [this] { return stages_.may_go_on("looking for other join paths"); });
  link_.paths = build_paths(names, found.forests, terminals, graph_.relevance(question, vector));
}

std::vector<LinkedValue> SchemaGraph::Finder::linked_values() const {
  std::vector<LinkedValue> found;
  for (const ValueMatch& match : options_.values) {
    const auto table = graph_.names.find(match.table);
    if (!table) continue;
    const Column* column = graph_.schema.tables[*table].find_column(match.column);
    if (column == nullptr) continue;
    const auto number = static_cast<std::uint32_t>(column - graph_.schema.tables[*table].columns.data());
    if (view_.column(*table, number)) found.push_back({*table, number, &match});
  }
  return found;
}

Result<void> SchemaGraph::Finder::compare_meanings(const std::vector<QuestionTerm>& terms,
                                                   const std::vector<float>& vector) {
  const ComparedSchema compared{graph_.schema, *graph_.table_vectors, graph_.column_vectors};
  auto similarities = compare_tables(compared, vector, evidence_, view_);
  if (!similarities) return std::move(similarities).error();
  similarities_ = *std::move(similarities);
  auto meanings = graph_.meanings.of(terms, view_.visible());
  if (!meanings) return std::move(meanings).error();
  meanings_ = *std::move(meanings);
  return {};
}

Result<SchemaLink> SchemaGraph::find(std::string_view question, const FindOptions& options) const {
  if (question.size() > longest_question) {
    return Error{ErrorCode::resource_exhausted, "The question has more than 1 MiB; shorten it.", {}};
  }
  if (is_blank(question)) {
    return Error{ErrorCode::invalid_argument, "The question is empty; ask one with at least one word.", {}};
  }
  return Finder(*impl_, options).run(question);
}

}  // namespace querydata::inline v0
