#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "commands.hpp"
#include "eval_data.hpp"
#include "eval_questions.hpp"
#include "querydata/embedder.hpp"
#include "querydata/schema_graph.hpp"

namespace {

using querydata::Join;
using querydata::SchemaGraph;

struct Options {
  std::vector<std::string> tables;
  std::string questions;
  bool json = false;
};

struct Report {
  std::size_t cases = 0;
  double found = 0;
  double added = 0;
};

/// Whether the declared joins between these tables connect them all.
bool are_connected(const std::set<std::string>& tables, const std::vector<Join>& joins) {
  std::set<std::string> reached = {*tables.begin()};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const Join& join : joins) {
      const std::string a = lower_case(join.table);
      const std::string b = lower_case(join.referenced_table);
      if (!tables.contains(a) || !tables.contains(b)) continue;
      if (reached.contains(a) || reached.contains(b)) {
        reached.insert(a);
        reached.insert(b);
      }
    }
  }
  return reached.size() == tables.size();
}

/// Hides one table that the others need, and asks for the way between these.
void ask(const SchemaGraph& graph, const std::set<std::string>& gold, const std::string& hidden, Report& report) {
  std::vector<std::string> rest(gold.begin(), gold.end());
  std::erase(rest, hidden);
  std::set<std::string> returned;
  for (const std::string& table : graph.join_paths(rest).value().tables) returned.insert(lower_case(table));
  ++report.cases;
  report.found += returned.contains(hidden) ? 1 : 0;
  report.added += static_cast<double>(
      std::count_if(returned.begin(), returned.end(), [&](const std::string& table) { return !gold.contains(table); }));
}

/// Joins need no meanings: hashed n-grams build fastest.
SchemaGraph graph_of(querydata::Schema schema) {
  querydata::SchemaGraphOptions options;
  options.embedder = querydata::make_hashed_embedder(8).value();
  return SchemaGraph::build(std::move(schema), options).value();
}

Report evaluate(const Options& options) {
  std::map<std::string, SchemaGraph> graphs;
  const std::map<std::string, querydata::Schema> schemas = read_schemas(options.tables, false);
  for (const auto& [name, schema] : schemas) graphs.emplace(name, graph_of(schema));
  Report report;
  for (const GoldQuestion& question : read_gold_questions(options.questions, "question", false, schemas)) {
    const SchemaGraph& graph = of_database(graphs, question.database);
    if (question.tables.size() < 3 || !are_connected(question.tables, graph.joins())) continue;
    for (const std::string& table : question.tables) {
      std::set<std::string> others = question.tables;
      others.erase(table);
      if (!are_connected(others, graph.joins())) ask(graph, question.tables, table, report);
    }
  }
  if (report.cases > 0) {
    report.found /= static_cast<double>(report.cases);
    report.added /= static_cast<double>(report.cases);
  }
  return report;
}

std::string to_text(const Report& report) {
  std::ostringstream text;
  text << report.cases << " hidden tables\n"
       << std::fixed << std::setprecision(1) << 100 * report.found << " % found, " << std::setprecision(2)
       << report.added << " other tables added on average";
  return text.str();
}

}  // namespace

void add_eval_joins(CLI::App& parent, int& exit_status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("joins", "How often the join path finds a table that connects others");
  command->add_option("--tables", options->tables, "Schemas in the form of Spider's tables.json, plain or gzip")
      ->required()
      ->take_all();
  command->add_option("--questions", options->questions, "Questions with gold_tables and db_id, plain or gzip")
      ->required();
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_status] {
    const Report report = evaluate(*options);
    std::cout << (options->json ? json_line(boost::json::object{
                                      {"cases", report.cases}, {"found", report.found}, {"added", report.added}})
                                : to_text(report))
              << '\n';
    exit_status = exit_answered;
  });
}
