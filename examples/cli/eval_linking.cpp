#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
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
  bool json = false;
};

struct Question {
  std::string text;
  std::string database;
  std::set<std::string> gold;  ///< "database.table" in lower case
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

/// Questions without gold tables (the published SQL does not compile) are left out.
std::vector<Question> read_questions(const Options& options) {
  const boost::json::value file = read_json(options.questions).value();
  if (!file.is_array()) {
    throw querydata::Exception(
        {querydata::ErrorCode::invalid_argument, "A questions file is an array of records.", {}});
  }
  std::vector<Question> questions;
  for (const boost::json::value& record : file.as_array()) {
    const boost::json::object& object = record.as_object();
    Question question{text_member(object, options.wording), text_member(object, "db_id"), {}};
    if (options.evidence == "append") question.text += ' ' + text_member(object, "evidence");
    if (const auto* gold = object.if_contains("gold_tables"); gold != nullptr && gold->is_array()) {
      for (const auto& table : gold->as_array()) {
        question.gold.insert(lower(question.database + '.' + std::string(table.as_string())));
      }
    }
    if (!question.gold.empty()) questions.push_back(std::move(question));
  }
  return questions;
}

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

/// The best tables for a question, by qualified name.
using FindTables = std::function<std::vector<std::string>(const std::string& question)>;

FindTables find_by_graph(querydata::Schema schema, const Options& options, std::size_t count) {
  querydata::SchemaGraphOptions building;
  building.embedder = embedder_named(options.embedder);
  // Shared, since a function object is copied.
  auto graph = std::make_shared<SchemaGraph>(SchemaGraph::build(std::move(schema), building).value());
  querydata::FindOptions finding;
  finding.max_tables = count;
  return [graph, finding](const std::string& question) {
    std::vector<std::string> names;
    for (auto& table : graph->find(question, finding).value().tables) names.push_back(std::move(table.table));
    return names;
  };
}

FindTables find_by_vectors(const querydata::Schema& schema, const Options& options, std::size_t count) {
  auto embedder = embedder_named(options.embedder == "default" ? "static" : options.embedder);
  auto tables = std::make_shared<VectorTables>(schema, std::move(embedder));
  return [tables, count](const std::string& question) { return tables->find(question, count); };
}

/// One for all databases, or one for each.
std::map<std::string, FindTables> build_finders(const Options& options, std::size_t count) {
  std::map<std::string, querydata::Schema> schemas;
  for (const std::string& path : options.tables) {
    for (NamedSchema& named : read_spider_schemas(path)) {
      auto& tables = schemas[options.scope == "pool" ? "" : named.name].tables;
      std::move(named.schema.tables.begin(), named.schema.tables.end(), std::back_inserter(tables));
    }
  }
  std::map<std::string, FindTables> finders;
  for (auto& [name, schema] : schemas) {
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
  std::map<std::size_t, Figures> at;
  Timing timing;
};

Report evaluate(const Options& options) {
  const std::size_t count = *std::max_element(options.places.begin(), options.places.end());
  const std::map<std::string, FindTables> finders = build_finders(options, count);
  Report report;
  for (const Question& question : read_questions(options)) {
    const auto find = finders.find(options.scope == "pool" ? "" : question.database);
    if (find == finders.end()) {
      throw querydata::Exception(
          {querydata::ErrorCode::not_found, "No --tables file holds the database " + question.database + ".", {}});
    }
    ++report.questions;
    const std::vector<std::string> tables = report.timing.measure([&] { return find->second(question.text); });
    for (const std::size_t places : options.places) {
      std::size_t found = 0;
      for (std::size_t place = 0; place < std::min(places, tables.size()); ++place) {
        found += question.gold.count(lower(tables[place]));
      }
      Figures& figures = report.at[places];
      figures.recall += static_cast<double>(found) / static_cast<double>(question.gold.size());
      figures.complete += found == question.gold.size() ? 1 : 0;
    }
  }
  for (auto& [places, figures] : report.at) {
    figures.recall /= static_cast<double>(report.questions);
    figures.complete /= static_cast<double>(report.questions);
  }
  return report;
}

std::string to_json(const Report& report) {
  boost::json::object at;
  for (const auto& [places, figures] : report.at) {
    at.emplace(std::to_string(places), boost::json::object{{"recall", figures.recall}, {"complete", figures.complete}});
  }
  return boost::json::serialize(boost::json::object{{"questions", report.questions},
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
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_status] {
    const Report report = evaluate(*options);
    if (report.questions == 0) {
      throw querydata::Exception(
          {querydata::ErrorCode::invalid_argument, "No record of the questions file holds gold_tables.", {}});
    }
    std::cout << (options->json ? to_json(report) : to_text(report)) << '\n';
    exit_status = exit_answered;
  });
}
