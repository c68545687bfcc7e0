#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "commands.hpp"
#include "join_text.hpp"
#include "options.hpp"
#include "querydata/schema_graph.hpp"
#include "terminal.hpp"

namespace {

struct FindOptions {
  CommonOptions common;
  TextArgument question;
  FormatOption format;
  DescriptionsOption descriptions;
  std::size_t max_tables = 5;
  std::size_t max_tokens = 0;
  double least_table_score = .01;
};

std::string nothing_text(const querydata::SchemaLink& link) {
  if (link.least_tokens == 0) return "Nothing in the schema meets the question.\n";
  return "The best table alone takes " + counted(link.least_tokens, "token", "tokens") + ": raise --max-tokens.\n";
}

/// The ways to join, or, where the question needs no path, what joins the tables that were found.
std::string joins_text(const querydata::SchemaLink& link, querydata::Dialect dialect) {
  if (!link.paths.empty() && !link.paths.front().steps.empty()) {
    return "\nJoin from " + path_text(link.paths.front(), dialect);
  }
  if (link.joins.empty()) return {};
  using enum TextTable::Align;
  TextTable joins({"join", "known from", "confidence"}, {left, left, right});
  for (const auto& join : link.joins)
    joins.add({condition(join, dialect), std::string(to_string(join.provenance)), two_decimals(join.confidence)});
  return '\n' + joins.text();
}

std::string link_text(const querydata::SchemaLink& link, querydata::Dialect dialect) {
  if (link.tables.empty()) return nothing_text(link);
  using enum TextTable::Align;
  TextTable tables({"table", "score", "why"}, {left, right, left});
  for (const auto& table : link.tables)
    tables.add({table.table, two_decimals(table.score), joined(table.reasons, "; ")});
  std::string out = tables.text();
  if (!link.columns.empty()) {
    TextTable columns({"column", "score", "why"}, {left, right, left});
    for (const auto& column : link.columns)
      columns.add({column.table + '.' + column.column, two_decimals(column.score), joined(column.reasons, "; ")});
    out += '\n' + columns.text();
  }
  out += joins_text(link, dialect);
  for (const auto& lone : link.unconnected)
    out += printable(lone.table) + " is not connected: " + printable(lone.reason) + '\n';
  return out;
}

int find(const FindOptions& options) {
  const std::string question = options.question.text();
  const auto database = options.common.open();
  querydata::Schema schema = database->read_schema().value();
  options.descriptions.describe(schema);
  querydata::SchemaGraphOptions building;
  building.dialect = database->dialect();
  const auto graph = querydata::SchemaGraph::build(std::move(schema), building).value();
  querydata::FindOptions finding;
  finding.max_tables = options.max_tables;
  finding.max_columns = 3 * options.max_tables;
  finding.least_table_score = options.least_table_score;
  finding.max_tokens = options.max_tokens;
  const querydata::SchemaLink link = graph.find(question, finding).value();
  if (options.common.json) {
    write_out(to_json(link) + '\n');
  } else if (const auto format = options.format.format(); format && !link.tables.empty()) {
    querydata::RenderOptions rendering;
    rendering.name = std::filesystem::path(options.common.database).stem().string();
    rendering.dialect = database->dialect();
    write_out(render(linked_schema(graph.schema(), link), *format, rendering));
  } else {
    write_out(link_text(link, database->dialect()));
  }
  return link.tables.empty() ? exit_no_plan : exit_answered;
}

constexpr const char* notes = R"(Example:
  querydata find --db ferry.db "Which vessels sail which routes?"
  querydata find --db ferry.db --format m_schema --max-tokens 300 "Which vessels sail which routes?"

With --json: {"tables", "columns", "joins", "paths", "unconnected", "partial"}; "least_tokens" where --max-tokens left no table.
Exit status 3: nothing in the schema meets the question, or the budget holds no table.)";

}  // namespace

void add_find(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<FindOptions>();
  CLI::App* command = parent.add_subcommand("find", "Find the tables, columns and joins that a question needs");
  options->common.add_to(*command);
  command->add_option("--max-tables", options->max_tables, "Tables to show at most; three times as many columns")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      ->add_option("--least-table-score", options->least_table_score,
                   "Leave out tables below this score that join no others")
      ->type_name("S")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--max-tokens", options->max_tokens, "Tokens that the schema may take as M-Schema; 0: any number")
      ->type_name("N")
      ->capture_default_str();
  options->format.add_to(*command);
  options->descriptions.add_to(*command);
  options->question.add_to(*command, "QUESTION", "The question");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = find(*options); });
}
