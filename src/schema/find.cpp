#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "schema/column_picker.hpp"
#include "schema/graph_data.hpp"
#include "schema/join_forest.hpp"
#include "schema/link_budget.hpp"
#include "schema/link_builder.hpp"
#include "schema/path_builder.hpp"
#include "schema/question_terms.hpp"
#include "schema/stages.hpp"
#include "schema/table_similarities.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

/// Tables among whose columns a sentence about a column is looked for.
constexpr std::size_t tables_by_description = 20;
/// Other paths than the cheapest are told up to this much dearer.
constexpr Cost path_detour = declared_join_cost;
/// Steps that the paths may take: less than a millisecond.
constexpr double path_work = 2e5;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

/// What a text meets in the schema.
struct Reading {
  std::string text;
  Evidence evidence;
  std::vector<float> vector;  ///< empty where meanings were not compared, as what follows
  TableSimilarities similarities;
  std::vector<WordMeaning> meanings;
};

/// What descriptions found.
struct DescribedParts {
  std::vector<std::uint32_t> firsts;            ///< the best table of each description
  std::map<std::uint32_t, std::string> tables;  ///< with the description
  DescribedColumns columns;
};

bool is_described(const SchemaDescriptions& descriptions) {
  return !descriptions.tables.empty() || !descriptions.columns.empty();
}

/// The question and all descriptions.
std::string whole_text(std::string_view question, const SchemaDescriptions& descriptions) {
  std::string text(question);
  for (const auto* list : {&descriptions.tables, &descriptions.columns}) {
    for (const std::string& description : *list) {
      if (!is_blank(description)) text += (text.empty() ? "" : ". ") + description;
    }
  }
  return text;
}

}  // namespace

/// One call of `find`.
class SchemaGraph::Finder {
 public:
  Finder(const Impl& graph, const FindOptions& options)
      : graph_(graph),
        options_(options),
        view_(graph.schema, options.scope),
        network_(graph.schema, graph.names, graph.joins, view_),
        names_{graph.schema, network_.graph(), network_.joins(), network_.join_of_edge()},
        visible_(view_.visible()),
        stages_(options.control, link_.partial, link_.cut_short) {
    if (network_.is_restricted()) restricted_groups_ = TableGroups(graph.schema, network_.graph());
  }

  [[nodiscard]] Result<SchemaLink> run(std::string_view question);

 private:
  /// The link, or that the call was cancelled.
  [[nodiscard]] Result<SchemaLink> ended();
  [[nodiscard]] std::vector<LinkedValue> linked_values() const;
  [[nodiscard]] Reading read(std::string text, const std::vector<LinkedValue>& values);
  /// Fills `similarities` and `meanings`.
  [[nodiscard]] Result<void> compare_meanings(const std::vector<QuestionTerm>& terms, Reading& reading) const;
  [[nodiscard]] RankingInput ranking_input(const Reading& reading) const {
    return {network_.graph(),
            network_.is_restricted() ? restricted_groups_ : graph_.groups,
            reading.evidence,
            reading.meanings,
            reading.similarities.tables,
            view_.tables()};
  }
  void look_for_descriptions();
  [[nodiscard]] std::vector<std::uint32_t> terminals(std::string_view question, const Reading& whole,
                                                     const Ranking& ranking);
  void connect(const std::vector<std::uint32_t>& terminals, const Reading& reading);

  const Impl& graph_;
  const FindOptions& options_;
  const View view_;
  const VisibleNetwork network_;
  const PathNames names_;
  const Visible visible_;
  TableGroups restricted_groups_;
  SchemaLink link_;
  Stages stages_;
  DescribedParts described_;
  Routes routes_;
};

Result<SchemaLink> SchemaGraph::Finder::run(std::string_view question) {
  if (!stages_.may_go_on("matching the words of the question")) return ended();
  const std::vector<LinkedValue> values = linked_values();
  const Reading reading = read(whole_text(question, options_.descriptions), values);
  const Ranking ranking = rank_tables(ranking_input(reading), std::max(options_.max_tables, terminal_candidates));
  if (stages_.cancelled() || ranking.best.empty()) return ended();
  if (is_described(options_.descriptions)) look_for_descriptions();
  const std::vector<std::uint32_t> ends = terminals(question, reading, ranking);
  connect(ends, reading);
  if (stages_.cancelled()) return ended();

  LinkBuilder builder(graph_.schema, graph_.words, reading.evidence, reading.meanings, values);
  for (const std::uint32_t edge : routes_.edges) {
    builder.add_join(network_.join(edge), network_.graph().edges()[edge]);
  }
  builder.add_tables(ranking, {ends, described_.tables, routes_}, network_.graph(),
                     {options_.max_tables, options_.least_table_score});
  const QuestionWords words(reading.text);
  builder.add_columns({names_, graph_.words, reading.evidence, values, words, reading.similarities.columns, visible_,
                       described_.columns},
                      {options_.max_columns, options_.least_column_score});
  builder.move_to(link_);
  keep_paths_of_tables(link_);
  if (options_.max_tokens > 0) fit_tokens(graph_.schema, link_, options_.max_tokens);
  return ended();
}

Result<SchemaLink> SchemaGraph::Finder::ended() {
  if (stages_.cancelled()) return *stages_.cancelled();
  return std::move(link_);
}

Reading SchemaGraph::Finder::read(std::string text, const std::vector<LinkedValue>& values) {
  Reading reading;
  reading.text = std::move(text);
  const std::vector<QuestionTerm> terms = question_terms(reading.text);
  reading.evidence = gather_evidence(graph_.words, terms, values, visible_);
  if (!stages_.may_go_on("comparing meanings")) return reading;
  if (auto compared = compare_meanings(terms, reading); !compared) {
    stages_.fail("comparing meanings", compared.error());
  }
  return reading;
}

void SchemaGraph::Finder::look_for_descriptions() {
  const auto keep_table = [&](std::uint32_t table, const std::string& description, bool first) {
    described_.tables.emplace(table, description);
    const bool known = std::ranges::find(described_.firsts, table) != described_.firsts.end();
    if (first && !known) described_.firsts.push_back(table);
  };
  for (const std::string& description : options_.descriptions.tables) {
    if (!stages_.may_go_on("looking for descriptions")) return;
    const Reading reading = read(description, {});
    const Ranking ranking = rank_tables(ranking_input(reading), options_.top_k);
    for (std::size_t place = 0; place < ranking.best.size(); ++place) {
      keep_table(ranking.best[place].item, description, place == 0);
    }
  }
  for (const std::string& description : options_.descriptions.columns) {
    if (!stages_.may_go_on("looking for descriptions")) return;
    const Reading reading = read(description, {});
    const Ranking ranking = rank_tables(ranking_input(reading), tables_by_description);
    if (ranking.best.empty()) continue;
    KeptTables candidates;
    for (const search::ScoredItem& item : ranking.best) {
      candidates[item.item].score = std::exp(item.score - ranking.best.front().score);
    }
    const QuestionWords words(description);
    const DescribedColumns nothing;
    const std::vector<LinkedValue> no_values;
    const std::vector<ScoredColumn> columns = score_columns(
        {names_, graph_.words, reading.evidence, no_values, words, reading.similarities.columns, visible_, nothing},
        candidates, {});
    for (std::size_t place = 0; place < std::min(options_.top_k, columns.size()); ++place) {
      const ScoredColumn& column = columns[place];
      auto& [share, why] = described_.columns[{column.table, column.number}];
      const double found = 1 / static_cast<double>(place + 1);
      if (found > share) why = description;
      share = std::max(share, found);
      keep_table(column.table, description, place == 0);
    }
  }
}

/// The best table of each description, and the tables that the question's own words need.
std::vector<std::uint32_t> SchemaGraph::Finder::terminals(std::string_view question, const Reading& whole,
                                                          const Ranking& ranking) {
  std::vector<std::uint32_t> ends = described_.firsts;
  std::vector<std::uint32_t> of_question;
  if (!is_described(options_.descriptions)) {
    of_question = choose_terminals(ranking_input(whole), ranking.best);
  } else if (!is_blank(question)) {
    const Reading reading = read(std::string(question), linked_values());
    of_question = choose_terminals(ranking_input(reading), ranking.best);
  }
  for (const std::uint32_t table : of_question) {
    if (std::ranges::find(ends, table) == ends.end()) ends.push_back(table);
  }
  return ends;
}

void SchemaGraph::Finder::connect(const std::vector<std::uint32_t>& terminals, const Reading& reading) {
  routes_.tables = terminals;
  std::sort(routes_.tables.begin(), routes_.tables.end());
  if (!stages_.may_go_on("looking for join paths")) return;
  const JoinGraph& graph = network_.graph();
  routes_ = cheapest_routes(graph, terminals, view_.tables());
  link_.unconnected = explain_unconnected(names_, terminals, routes_.unreachable, network_.is_restricted());
  if (routes_.edges.empty()) return;
  const ForestSearch search{graph_.schema,      graph,       terminals, routes_, view_.tables(),
                            options_.max_paths, path_detour, path_work};
  const JoinForests found =
      cheapest_forests(search, [this] { return stages_.may_go_on("looking for other join paths"); });
  link_.paths = build_paths(names_, found.forests, terminals, graph_.relevance(reading.text, reading.vector));
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

Result<void> SchemaGraph::Finder::compare_meanings(const std::vector<QuestionTerm>& terms, Reading& reading) const {
  auto vector = graph_.embed(reading.text);
  if (!vector) return std::move(vector).error();
  const ComparedSchema compared{graph_.schema, *graph_.table_vectors, graph_.column_vectors};
  auto similarities = compare_tables(compared, *vector, reading.evidence, view_);
  if (!similarities) return std::move(similarities).error();
  auto meanings = graph_.meanings.of(terms, visible_);
  if (!meanings) return std::move(meanings).error();
  reading.vector = *std::move(vector);
  reading.similarities = *std::move(similarities);
  reading.meanings = *std::move(meanings);
  return {};
}

Result<SchemaLink> SchemaGraph::find(std::string_view question, const FindOptions& options) const {
  std::size_t bytes = question.size();
  for (const auto* list : {&options.descriptions.tables, &options.descriptions.columns}) {
    for (const std::string& description : *list) bytes += description.size();
  }
  if (bytes > longest_question) {
    return Error{
        ErrorCode::resource_exhausted, "The question and its descriptions have more than 1 MiB; shorten them.", {}};
  }
  for (const double least : {options.least_table_score, options.least_column_score}) {
    if (!(least >= 0 && least <= 1)) {
      return Error{ErrorCode::invalid_argument, "The least score of tables and of columns must be from 0 to 1.", {}};
    }
  }
  if (is_blank(whole_text(question, options.descriptions))) {
    return Error{ErrorCode::invalid_argument, "The question is empty; ask one with at least one word.", {}};
  }
  return Finder(*impl_, options).run(question);
}

}  // namespace querydata::inline v0
