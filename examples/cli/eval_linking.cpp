#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <sstream>

#include "commands.hpp"
#include "eval_data.hpp"
#include "eval_questions.hpp"
#include "querydata/embedder.hpp"
#include "querydata/schema_graph.hpp"
#include "vector_tables.hpp"

namespace {

using querydata::SchemaGraph;

struct Options {
  std::vector<std::string> tables;
  std::string questions;
  std::string scope = "pool";
  std::vector<std::size_t> places = {3, 5, 10, 15};
  std::string evidence = "none";
  std::string wording = "question";
  std::string embedder = "default";
  std::string by = "graph";
  std::string level = "tables";
  std::string descriptions;
  std::size_t max_columns = querydata::FindOptions().max_columns;
  double least_table_score = querydata::FindOptions().least_table_score;
  double least_column_score = querydata::FindOptions().least_column_score;
  bool json = false;
};

/// Knows nothing: what words alone find.
class NoEmbedder final : public querydata::Embedder {
 public:
  [[nodiscard]] std::string identity() const override { return "none"; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return 1; }
  [[nodiscard]] querydata::Result<void> embed(std::span<const std::string> /*texts*/,
                                              std::span<float> vectors) const override {
    std::fill(vectors.begin(), vectors.end(), 0.0F);
    return {};
  }
};

/// Null: the graph's own choice.
std::shared_ptr<const querydata::Embedder> embedder_named(const std::string& name) {
  if (name == "none") return std::make_shared<NoEmbedder>();
  if (name == "hashed") return querydata::make_hashed_embedder().value();
  if (name == "static") return querydata::make_static_embedder().value();
  return nullptr;
}

/// What is found for a question: qualified tables, best first, and their columns.
struct Found {
  std::vector<std::string> tables;
  std::vector<std::string> columns;
};
using Find = std::function<Found(const std::string& question)>;

Find find_by_graph(querydata::Schema schema, const Options& options, std::size_t count) {
  querydata::SchemaGraphOptions building;
  building.embedder = embedder_named(options.embedder);
  // Shared, since a function object is copied.
  auto graph = std::make_shared<SchemaGraph>(SchemaGraph::build(std::move(schema), building).value());
  querydata::FindOptions finding;
  finding.max_tables = count;
  finding.max_columns = options.max_columns;
  finding.least_table_score = options.least_table_score;
  finding.least_column_score = options.least_column_score;
  return [graph, finding](const std::string& question) {
    const querydata::SchemaLink link = graph->find(question, finding).value();
    Found found;
    for (const auto& table : link.tables) found.tables.push_back(table.table);
    for (const auto& column : link.columns) found.columns.push_back(column.table + '.' + column.column);
    return found;
  };
}

Find find_by_vectors(const querydata::Schema& schema, const Options& options, std::size_t count) {
  auto embedder = embedder_named(options.embedder == "default" ? "static" : options.embedder);
  auto tables = std::make_shared<VectorTables>(schema, std::move(embedder));
  return [tables, count](const std::string& question) { return Found{tables->find(question, count), {}}; };
}

/// Adds what the folder `database/table.csv` says of each table.
void describe(querydata::Schema& schema, const std::string& folder) {
  if (folder.empty()) return;
  if (!std::filesystem::is_directory(folder)) {
    throw querydata::Exception(
        {querydata::ErrorCode::not_found, "There is no folder of descriptions '" + folder + "'.", {}});
  }
  for (const querydata::Table& table : std::vector<querydata::Table>(schema.tables)) {
    const auto file = std::filesystem::path(folder) / table.schema / (table.name + ".csv");
    if (!std::filesystem::exists(file)) continue;
    (void)add_descriptions(schema, table.qualified_name(), read_maybe_gzip(file.string()).value()).value();
  }
}

/// One for all databases, or one for each.
std::map<std::string, Find> build_finders(const std::map<std::string, querydata::Schema>& schemas,
                                          const Options& options) {
  const std::size_t count = options.places.back();
  std::map<std::string, Find> finders;
  for (auto [name, schema] : schemas) {
    describe(schema, options.descriptions);
    finders.emplace(name, options.by == "graph" ? find_by_graph(std::move(schema), options, count)
                                                : find_by_vectors(schema, options, count));
  }
  return finders;
}

struct Figures {
  double recall = 0;
  double complete = 0;
};

struct Report {
  std::size_t questions = 0;
  std::map<std::size_t, Figures> at;  ///< of tables, by how many of the first are looked at
  double complete = 0;                ///< share of questions with all gold columns
  double mean_columns = 0;            ///< kept
  Timing timing;
};

std::size_t gold_among(const std::set<std::string>& gold, const std::vector<std::string>& found, std::size_t first) {
  std::set<std::string> met;
  for (std::size_t place = 0; place < std::min(first, found.size()); ++place) {
    const std::string name = lower_case(found[place]);
    if (gold.contains(name)) met.insert(name);
  }
  return met.size();
}

[[noreturn]] void refuse_without_columns(const Options& options, const GoldQuestion& question) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument,
                              "A question of " + options.questions +
                                  " has no gold_columns, which --level columns compares; add them as "
                                  "\"table.column\", or leave the question out: " +
                                  question.text,
                              {}});
}

Report evaluate(const Options& options) {
  const std::map<std::string, querydata::Schema> schemas = read_schemas(options.tables, options.scope == "pool");
  const std::map<std::string, Find> finders = build_finders(schemas, options);
  Report report;
  for (const GoldQuestion& question :
       read_gold_questions(options.questions, options.wording, options.evidence == "append", schemas)) {
    const Find& find = of_database(finders, question.database);
    if (options.level == "columns" && !question.tells_columns) refuse_without_columns(options, question);
    if (options.level == "columns" && question.columns.empty()) continue;  // SELECT COUNT(*)
    ++report.questions;
    const Found found = report.timing.measure([&] { return find(question.text); });
    for (const std::size_t places : options.places) {
      const std::size_t met = gold_among(question.tables, found.tables, places);
      Figures& figures = report.at[places];
      figures.recall += static_cast<double>(met) / static_cast<double>(question.tables.size());
      figures.complete += met == question.tables.size() ? 1 : 0;
    }
    const std::size_t met = gold_among(question.columns, found.columns, found.columns.size());
    report.complete += met == question.columns.size() ? 1 : 0;
    report.mean_columns += static_cast<double>(found.columns.size());
  }
  const auto questions = static_cast<double>(report.questions);
  for (auto& [places, figures] : report.at) {
    figures.recall /= questions;
    figures.complete /= questions;
  }
  report.complete /= questions;
  report.mean_columns /= questions;
  return report;
}

std::string columns_json(const Report& report) {
  return json_line(boost::json::object{
      {"questions", report.questions}, {"complete", report.complete}, {"mean_columns", report.mean_columns}});
}

std::string columns_text(const Report& report) {
  std::ostringstream text;
  text << report.questions << " questions\n" << std::fixed << std::setprecision(1);
  text << "all columns kept: " << 100 * report.complete << " % of questions, with " << report.mean_columns
       << " columns on average";
  return text.str();
}

std::string to_json(const Report& report) {
  boost::json::object at;
  for (const auto& [places, figures] : report.at) {
    at.emplace(std::to_string(places), boost::json::object{{"recall", figures.recall}, {"complete", figures.complete}});
  }
  return json_line(boost::json::object{{"questions", report.questions},
                                       {"at", std::move(at)},
                                       {"median_ms", report.timing.median_ms()},
                                       {"p95_ms", report.timing.p95_ms()}});
}

std::string to_text(const Report& report) {
  std::ostringstream text;
  text << report.questions << " questions\n" << std::fixed << std::setprecision(1);
  text << "  first   recall   complete\n";
  for (const auto& [places, figures] : report.at) {
    text << std::setw(7) << places << std::setw(8) << 100 * figures.recall << " %" << std::setw(9)
         << 100 * figures.complete << " %\n";
  }
  text << std::setprecision(2) << "a call takes " << report.timing.median_ms() << " ms (median), "
       << report.timing.p95_ms() << " ms (95th percentile)";
  return text.str();
}

}  // namespace

void add_eval_linking(CLI::App& parent, int& exit_status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("linking", "How many of the tables that questions need are found");
  command->add_option("--tables", options->tables, "Schemas in the form of Spider's tables.json, plain or gzip")
      ->required()
      ->take_all();
  command->add_option("--questions", options->questions, "Questions with gold_tables and db_id, plain or gzip")
      ->required();
  command->add_option("--scope", options->scope, "pool: all databases at once; database: the question's own")
      ->check(CLI::IsMember({"pool", "database"}));
  command->add_option("--k", options->places, "Look at the first so many tables")
      ->delimiter(',')
      ->check(CLI::Range(1, 10'000));
  command->add_option("--evidence", options->evidence, "append: the record's hint is part of the question")
      ->check(CLI::IsMember({"none", "append"}));
  command->add_option("--wording", options->wording, "The member that holds the question (question_syn, …)");
  command
      ->add_option("--embedder", options->embedder,
                   "How meanings are compared: not at all, hashed n-grams, or the static model")
      ->check(CLI::IsMember({"default", "none", "hashed", "static"}));
  command->add_option("--by", options->by, "graph: all that SchemaGraph does; vectors: the embedder alone")
      ->check(CLI::IsMember({"graph", "vectors"}));
  command->add_option("--descriptions", options->descriptions, "Folder of BIRD's descriptions: DATABASE/TABLE.csv");
  command->add_option("--level", options->level, "What is counted: tables found, or columns kept")
      ->check(CLI::IsMember({"tables", "columns"}));
  command->add_option("--max-columns", options->max_columns, "Columns kept at most")->check(CLI::Range(1, 100'000));
  command->add_option("--least-table-score", options->least_table_score, "Tables of lower scores are left out")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--least-column-score", options->least_column_score, "Columns of lower scores are left out")
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_status] {
    std::ranges::sort(options->places);
    const auto repeated = std::ranges::unique(options->places);
    options->places.erase(repeated.begin(), repeated.end());
    const Report report = evaluate(*options);
    const bool columns = options->level == "columns";
    std::cout << (options->json ? (columns ? columns_json(report) : to_json(report))
                                : (columns ? columns_text(report) : to_text(report)))
              << '\n';
    exit_status = exit_answered;
  });
}
