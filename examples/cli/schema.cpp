#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "commands.hpp"
#include "join_text.hpp"
#include "options.hpp"
#include "querydata/schema_graph.hpp"
#include "terminal.hpp"

namespace {

/// What else is known of a column, in words.
std::string notes_of(const querydata::Table& table, const querydata::Column& column) {
  std::vector<std::string> notes;
  if (std::ranges::find(table.primary_key, column.name) != table.primary_key.end()) notes.emplace_back("primary key");
  if (!column.nullable) notes.emplace_back("not null");
  if (column.generated) notes.emplace_back("generated");
  for (const querydata::ForeignKey& key : table.foreign_keys)
    for (std::size_t i = 0; i < key.columns.size(); ++i)
      if (key.columns[i] == column.name)
        notes.push_back("-> " + key.referenced_table + '.' + key.referenced_columns[i]);
  return joined(notes, ", ");
}

std::string table_text(const querydata::Table& table) {
  std::string out = printable(table.qualified_name());
  if (table.kind != querydata::TableKind::table) out += " (" + std::string(to_string(table.kind)) + ')';
  if (table.rows) out += ", " + std::to_string(*table.rows) + (*table.rows == 1 ? " row" : " rows");
  TextTable columns({"column", "type", "notes"});
  for (const querydata::Column& column : table.columns)
    columns.add({column.name, column.declared_type, notes_of(table, column)});
  return out + '\n' + columns.text();
}

std::string schema_text(const querydata::Schema& schema) {
  std::string out;
  for (const querydata::Table& table : schema.tables) out += table_text(table) + '\n';
  return out + '(' + counted(schema.tables.size(), "table", "tables") + ")\n";
}

struct ShowOptions {
  CommonOptions common;
  FormatOption format;
  DescriptionsOption descriptions;
  std::size_t samples = 0;
};

/// Fills in the commonest values of every column of a table.
void add_samples(querydata::Schema& schema, querydata::Database& database, std::size_t count) {
  if (count == 0) return;
  for (querydata::Table& table : schema.tables) {
    if (table.kind != querydata::TableKind::table) continue;
    for (querydata::Column& column : table.columns) {
      for (const auto& value : database.distinct_values(table.qualified_name(), column.name, count).value())
        column.samples.push_back(to_display(value.value));
    }
  }
}

int show(const ShowOptions& options) {
  const auto database = options.common.open();
  querydata::Schema schema = database->read_schema().value();
  options.descriptions.describe(schema);
  add_samples(schema, *database, options.samples);
  const auto format = options.common.json ? querydata::SchemaFormat::json : options.format.format();
  if (!format) {
    write_out(schema_text(schema));
    return exit_answered;
  }
  querydata::RenderOptions rendering;
  rendering.name = std::filesystem::path(options.common.database).stem().string();
  rendering.dialect = database->dialect();
  rendering.max_samples = options.samples;
  write_out(render(schema, *format, rendering));
  return exit_answered;
}

struct JoinsOptions {
  CommonOptions common;
  std::vector<std::string> tables;
  std::string question;
  std::size_t max_paths = querydata::JoinPathOptions().max_paths;
};

std::string joins_text(const querydata::JoinPaths& found, querydata::Dialect dialect) {
  std::string out;
  for (std::size_t place = 0; place < found.paths.size(); ++place) {
    const querydata::JoinPath& path = found.paths[place];
    if (path.steps.empty()) continue;
    out += std::to_string(place + 1) + ". cost " + two_decimals(path.cost) + ", from " + path_text(path, dialect);
  }
  for (const querydata::UnconnectedTable& lone : found.unconnected)
    out += printable(lone.table) + " is not connected: " + printable(lone.reason) + '\n';
  return out;
}

int show_joins(const JoinsOptions& options) {
  const auto database = options.common.open();
  querydata::SchemaGraphOptions building;
  building.dialect = database->dialect();
  const auto graph = querydata::SchemaGraph::build(database->read_schema().value(), building).value();
  querydata::JoinPathOptions finding;
  finding.question = options.question;
  finding.max_paths = options.max_paths;
  const querydata::JoinPaths found = graph.join_paths(options.tables, finding).value();
  write_out(options.common.json ? to_json(found) + '\n' : joins_text(found, database->dialect()));
  return found.unconnected.empty() ? exit_answered : exit_no_plan;
}

constexpr const char* show_notes = R"(Examples:
  querydata schema show --db ferry.db
  querydata schema show --db ferry.db --format ddl --samples 3
  querydata schema show --db sqlite:/data/shop.db --json

Formats: text, ddl (CREATE TABLE), m_schema, list (QueryWeaver's), mermaid (a diagram), json.
With --json: {"tables": [{"name", "columns", "primary_key", "foreign_keys", …}]}; empty members are left out.)";

constexpr const char* joins_notes = R"(Example:
  querydata schema joins --db ferry.db routes ports --question "routes by the port they sail to"

With --json: {"paths", "joins", "tables", "mandatory_bridges", "unconnected", "exact", "partial"}.
Exit status 3: no join leads from the first table to some other.)";

}  // namespace

void add_schema(CLI::App& parent, int& exit_status) {
  CLI::App* schema = parent.add_subcommand("schema", "Look at a database's schema");
  schema->require_subcommand(1);
  const auto showing = std::make_shared<ShowOptions>();
  CLI::App* show_command = schema->add_subcommand("show", "List tables, columns and keys");
  showing->common.add_to(*show_command);
  showing->format.add_to(*show_command);
  showing->descriptions.add_to(*show_command);
  show_command->add_option("--samples", showing->samples, "Values of each column to read, commonest first")
      ->type_name("N")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  show_command->footer(show_notes);
  show_command->callback([showing, &exit_status] { exit_status = show(*showing); });

  const auto joining = std::make_shared<JoinsOptions>();
  CLI::App* joins_command = schema->add_subcommand("joins", "Find the ways to join tables");
  joining->common.add_to(*joins_command);
  joins_command->add_option("TABLE", joining->tables, "Tables to join")->required();
  joins_command->add_option("--question", joining->question, "Words that tell which of several joins is meant");
  joins_command->add_option("--max-paths", joining->max_paths, "Ways to show at most")
      ->type_name("N")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  joins_command->footer(joins_notes);
  joins_command->callback([joining, &exit_status] { exit_status = show_joins(*joining); });
}
