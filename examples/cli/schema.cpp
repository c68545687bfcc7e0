#include <algorithm>
#include <memory>
#include <string>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/schema.hpp"
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

int show(const CommonOptions& options) {
  const querydata::Schema schema = options.open()->read_schema().value();
  write_out(options.json ? to_json(schema) + '\n' : schema_text(schema));
  return exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata schema show --db ferry.db
  querydata schema show --db sqlite:/data/shop.db --json

With --json: {"tables": [{"name", "columns", "primary_key", "foreign_keys", …}]}; empty members are left out.)";

}  // namespace

void add_schema(CLI::App& parent, int& exit_status) {
  CLI::App* schema = parent.add_subcommand("schema", "Look at a database's schema");
  schema->require_subcommand(1);
  const auto options = std::make_shared<CommonOptions>();
  CLI::App* command = schema->add_subcommand("show", "List tables, columns and keys");
  options->add_to(*command);
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = show(*options); });
}
