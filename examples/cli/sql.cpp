#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "options.hpp"
#include "program_words.hpp"
#include "querydata/schema.hpp"
#include "querydata/sql.hpp"
#include "terminal.hpp"

namespace {

namespace json = boost::json;
using querydata::Dialect;

struct SqlOptions {
  std::string dialect;
  std::string database;
  std::string schema_file;
  std::string style;
  querydata::InspectOptions inspect;
  bool json = false;
  TextArgument statement;
};

const std::vector<std::pair<std::string, querydata::PlaceholderStyle>> styles{
    {"?1", querydata::PlaceholderStyle::numbered_question},
    {"$1", querydata::PlaceholderStyle::dollar},
    {"?", querydata::PlaceholderStyle::question},
    {"@p1", querydata::PlaceholderStyle::at}};

/// The statement with the schema that it is about, if one is given.
struct Task {
  std::string statement;
  Dialect dialect = Dialect::sqlite;
  std::optional<querydata::Schema> schema;

  explicit Task(const SqlOptions& options) : statement(options.statement.text()) {
    if (!options.schema_file.empty()) {
      schema = querydata::Schema::from_json(read_file(options.schema_file, "schema")).value();
    }
    const auto database = options.database.empty() ? nullptr : open_named(options.database);
    dialect = chosen_dialect(options.dialect, database.get());
    if (database) schema = database->read_schema().value();
  }

  [[nodiscard]] querydata::Result<querydata::StatementInfo> inspected(const SqlOptions& options) const {
    if (schema) return querydata::inspect(statement, dialect, *schema, options.inspect);
    return querydata::inspect_unresolved(statement, dialect, options.inspect);
  }
};

// JSON.

json::object span_json(querydata::Span span) {
  return {{"begin", span.begin}, {"end", span.end}};
}

void add_use(json::object& out, const querydata::ValueUse& use) {
  out["type"] = to_string(use.type);
  out["place"] = to_string(use.place);
  out["op"] = use.op;
  out["table"] = use.table;
  out["column"] = use.column;
  out["function"] = use.function;
  out["span"] = span_json(use.span);
}

json::array parameters_json(const querydata::StatementInfo& info) {
  json::array out;
  for (const auto& use : info.parameters) {
    json::object item{{"name", use.name}, {"number", use.number}};
    add_use(item, use);
    out.push_back(std::move(item));
  }
  return out;
}

json::array literals_json(const querydata::StatementInfo& info) {
  json::array out;
  for (const auto& use : info.literals) {
    json::object item{{"value", json::parse(to_json(use.value))}};
    add_use(item, use);
    out.push_back(std::move(item));
  }
  return out;
}

template <class Items, class Write>
json::array array_of(const Items& items, Write write) {
  json::array out;
  for (const auto& item : items) out.push_back(write(item));
  return out;
}

json::object info_json(const querydata::StatementInfo& info) {
  const auto text = [](const std::string& word) { return json::value(word); };
  return {{"read_only", true},
          {"tables", array_of(info.tables,
                              [](const querydata::TableUse& use) {
                                return json::object{{"table", use.table},
                                                    {"alias", use.alias},
                                                    {"level", use.level},
                                                    {"span", span_json(use.span)}};
                              })},
          {"columns",
           array_of(info.columns,
                    [](const querydata::ColumnUse& use) {
                      return json::object{{"table", use.table}, {"column", use.column}, {"span", span_json(use.span)}};
                    })},
          {"functions", array_of(info.functions, text)},
          {"parameters", parameters_json(info)},
          {"literals", literals_json(info)},
          {"result_columns", array_of(info.result_columns,
                                      [](const querydata::ResultColumn& column) {
                                        return json::object{{"name", column.name},
                                                            {"table", column.table},
                                                            {"column", column.column},
                                                            {"type", to_string(column.type)}};
                                      })},
          {"ordered", info.ordered}};
}

/// The library's message with the option of this command.
std::string refusal_message(std::string message) {
  constexpr std::string_view member = "allow it in extra_functions";
  if (const std::size_t at = message.find(member); at != std::string::npos) {
    message.replace(at, member.size(), "allow it by --allow-function");
  }
  return in_program_words(message);
}

json::object refusal_json(const querydata::Error& error) {
  json::object refusal{{"code", to_string(error.code)}, {"message", refusal_message(error.message)}};
  if (error.where.byte_offset) refusal["byte_offset"] = *error.where.byte_offset;
  return {{"read_only", false}, {"refusal", std::move(refusal)}};
}

// Text.

std::string name_of(const std::string& table, const std::string& column) {
  return table.empty() ? column : table + '.' + column;
}

/// "compared, = city.name", "argument of round", "limit"
std::string purpose_of(const querydata::ValueUse& use) {
  std::string out(to_string(use.place));
  if (!use.function.empty()) out += " of " + use.function;
  const bool says_more = use.place != querydata::ValuePlace::limit && use.place != querydata::ValuePlace::offset;
  const auto column = use.column.empty() ? "something" : name_of(use.table, use.column);
  if (says_more && !use.op.empty()) out += ", " + column + ' ' + use.op;
  return out;
}

std::string values_text(const querydata::StatementInfo& info, std::string_view statement) {
  if (info.literals.empty() && info.parameters.empty()) return {};
  TextTable table({"value", "type", "for"});
  for (const auto& use : info.parameters) table.add({use.name, std::string(to_string(use.type)), purpose_of(use)});
  for (const auto& use : info.literals) {
    table.add({std::string(use.span.of(statement)), std::string(to_string(use.type)), purpose_of(use)});
  }
  return '\n' + table.text();
}

std::string info_text(const querydata::StatementInfo& info, std::string_view statement) {
  std::string out = "Read-only.\n";
  std::vector<std::string> columns;
  for (const auto& use : info.columns) {
    auto name = name_of(use.table, use.column);
    if (std::ranges::find(columns, name) == columns.end()) columns.push_back(std::move(name));
  }
  if (!columns.empty()) out += "Columns: " + printable(joined(columns, ", ")) + '\n';
  if (!info.functions.empty()) out += "Functions: " + printable(joined(info.functions, ", ")) + '\n';
  if (!info.tables.empty()) {
    TextTable tables({"table", "called", "level"},
                     {TextTable::Align::left, TextTable::Align::left, TextTable::Align::right});
    for (const auto& use : info.tables) tables.add({use.table, use.alias, std::to_string(use.level)});
    out += '\n' + tables.text();
  }
  out += values_text(info, statement);
  TextTable results({"result", "type", "from"});
  for (const auto& column : info.result_columns) {
    results.add({column.name, std::string(to_string(column.type)), name_of(column.table, column.column)});
  }
  return out + '\n' + results.text();
}

// Commands.

int inspect(const SqlOptions& options) {
  const Task task(options);
  const auto info = task.inspected(options);
  if (options.json) {
    write_out(json::serialize(info ? info_json(*info) : refusal_json(info.error())) + '\n');
  } else {
    write_out(info ? info_text(*info, task.statement)
                   : "Refused: " + printable(refusal_message(info.error().message)) + " (" +
                         std::string(to_string(info.error().code)) + ")\n");
  }
  return info ? exit_answered : exit_failed;
}

int parameters(const SqlOptions& options) {
  const Task task(options);
  const auto info = task.inspected(options).value();
  auto style = querydata::placeholder_style(task.dialect);
  for (const auto& [name, known] : styles) {
    if (name == options.style) style = known;
  }
  const auto out = querydata::extract_parameters(task.statement, task.dialect, style).value();
  if (options.json) {
    json::object object{{"sql", out.sql}};
    object["values"] = array_of(out.values, [](const std::string& value) { return json::value(value); });
    object["parameters"] = parameters_json(info);
    object["literals"] = literals_json(info);
    write_out(json::serialize(object) + '\n');
  } else {
    write_out(printable(out.sql) + '\n' + values_text(info, task.statement));
  }
  return exit_answered;
}

int fingerprint(const SqlOptions& options) {
  const Task task(options);
  const auto* schema = task.schema ? &*task.schema : nullptr;
  const auto normal = querydata::normal_form(task.statement, task.dialect, schema, options.inspect).value();
  const auto print = querydata::fingerprint(task.statement, task.dialect, schema, options.inspect).value();
  if (options.json) {
    write_out(json::serialize(json::object{{"fingerprint", print}, {"normal_form", normal}}) + '\n');
  } else {
    write_out(print + '\n' + printable(normal) + '\n');
  }
  return exit_answered;
}

constexpr const char* inspect_notes =
    R"(Examples:
  querydata sql inspect --db ferry.db "SELECT name FROM ports WHERE country_code = 'NO'"
  querydata sql inspect --dialect postgresql "SELECT pg_sleep(10) AS nap"

Without --db and --schema names are not resolved: every table is taken to exist. With --json:
{"read_only": true, "tables", "columns", "functions", "parameters", "literals", "result_columns", "ordered"} or
{"read_only": false, "refusal": {"code", "message", "byte_offset"}}.
Exit status 0: the statement only reads and is understood whole; 1: refused.)";

constexpr const char* parameters_notes = R"(Examples:
  querydata sql parameters --db ferry.db "SELECT name FROM ports WHERE country_code = 'NO' LIMIT 3"
  querydata sql parameters --dialect mysql --style '?' "SELECT name FROM ports WHERE country_code = 'NO'"

Puts placeholders in the place of the literals and says what each value is compared with.
With --json: {"sql", "values", "parameters", "literals"}; "values" holds the texts that the placeholders stand for.)";

constexpr const char* fingerprint_notes = R"(Examples:
  querydata sql fingerprint --db ferry.db "SELECT name FROM ports p WHERE p.country_code = 'NO'"
  querydata sql fingerprint --dialect sqlite "select NAME from ports where country_code = 'SE'"

The same for queries that differ in values, aliases, spelling and the order of conditions; then the form they share.
With --json: {"fingerprint", "normal_form"}.)";

std::shared_ptr<SqlOptions> add_options(CLI::App& command, const char* notes) {
  const auto options = std::make_shared<SqlOptions>();
  command
      .add_option("--dialect", options->dialect,
                  "sqlite, postgresql, mysql, spanner or bigtable; default: the database's, or sqlite")
      ->type_name("D")
      ->check([](const std::string& name) {
        return dialect_named(name) ? std::string() : "no dialect is called '" + name + "'";
      });
  auto* database = command.add_option("--db", options->database, "Database whose tables the statement reads");
  database->type_name("URI");
  command.add_option("--schema", options->schema_file, "Its schema as `schema show --json` prints it")
      ->type_name("FILE")
      ->excludes(database);
  command
      .add_option("--allow-function", options->inspect.extra_functions,
                  "A function to add to the allow-list; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command.add_flag("--allow-catalogs", options->inspect.allow_catalogs,
                   "Let the statement read the engine's own tables");
  command.add_flag("--json", options->json, "Print JSON instead of text");
  options->statement.add_to(command, "STATEMENT", "The statement");
  command.footer(notes);
  return options;
}

}  // namespace

void add_sql(CLI::App& parent, int& exit_status) {
  CLI::App* sql = parent.add_subcommand("sql", "Look into a statement");
  sql->require_subcommand(1);
  const auto add = [&](const char* name, const char* description, const char* notes, int (*run)(const SqlOptions&)) {
    CLI::App* command = sql->add_subcommand(name, description);
    const auto options = add_options(*command, notes);
    command->callback([options, run, &exit_status] { exit_status = run(*options); });
    return std::pair(command, options);
  };
  add("inspect", "Say what a statement reads, and whether it only reads", inspect_notes, inspect);
  const auto [command, options] = add("parameters", "Take the values out of a statement", parameters_notes, parameters);
  command
      ->add_option("--style", options->style, "How placeholders are written: ?1, $1, ? or @p1; default: the dialect's")
      ->type_name("S")
      ->check(CLI::IsMember({"?1", "$1", "?", "@p1"}));
  add("fingerprint", "Print what equal queries share", fingerprint_notes, fingerprint);
}
