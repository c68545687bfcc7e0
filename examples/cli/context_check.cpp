#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "commands.hpp"
#include "context_report.hpp"
#include "options.hpp"
#include "program_words.hpp"
#include "querydata/context_check.hpp"
#include "querydata/context_store.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::Finding;
using querydata::Severity;

struct CheckCommandOptions {
  std::string file;
  std::string store;
  std::string id;  ///< of the store, instead of the file
  std::string database;
  std::string dialect;
  std::string schema;
  std::vector<std::string> scope_tables;
  bool json = false;
};

std::string report_json(const ContextSet& context, const std::vector<Finding>& findings) {
  std::string out = "{\"templates\":" + std::to_string(context.templates.size()) +
                    ",\"facets\":" + std::to_string(context.facets.size()) +
                    ",\"value_searches\":" + std::to_string(context.value_searches.size()) +
                    ",\"errors\":" + std::to_string(count_of(findings, Severity::error)) +
                    ",\"warnings\":" + std::to_string(count_of(findings, Severity::warning)) +
                    ",\"informations\":" + std::to_string(count_of(findings, Severity::information)) +
                    ",\"findings\":" + to_json(findings);
  return out + "}\n";
}

/// Members that `context derive --complete` writes; half a pair it leaves.
bool is_derivable(const Finding& finding) {
  return finding.rule == "derivable_member" && finding.json_pointer.find("/parameterized/") == std::string::npos;
}

std::string report_text(const ContextSet& context, const std::vector<Finding>& findings, const std::string& file) {
  std::string out;
  for (const Finding& finding : findings) {
    if (is_derivable(finding)) continue;
    out += std::string(to_string(finding.severity));
    if (!finding.json_pointer.empty()) out += ' ' + printable(finding.json_pointer);
    out += ": " + printable(in_program_words(finding.message)) + " [" + std::string(finding.rule);
    if (finding.byte) out += ", byte " + std::to_string(*finding.byte) + " of the file";
    out += "]\n";
  }
  const auto derivable = static_cast<std::size_t>(std::ranges::count_if(findings, is_derivable));
  if (derivable > 0) {
    out +=
        "information: " + counted(derivable, "member is", "members are") +
        " missing that can be derived; some readers insist on them. Write them: querydata context derive --complete " +
        printable(file) + " [derivable_member]\n";
  }
  return out + counted(context.templates.size(), "template", "templates") + ", " +
         counted(context.facets.size(), "facet", "facets") + ", " +
         counted(context.value_searches.size(), "value search", "value searches") + ": " +
         counted(count_of(findings, Severity::error), "error", "errors") + ", " +
         counted(count_of(findings, Severity::warning), "warning", "warnings") + ", " +
         counted(count_of(findings, Severity::information), "information", "informations") + '\n';
}

querydata::Schema read_schema(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string json{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    throw querydata::Exception({querydata::ErrorCode::not_found,
                                "the schema can't be read; give a file that `querydata schema show --json` wrote",
                                {path, {}, {}, {}}});
  }
  return querydata::Schema::from_json(json).value();
}

std::vector<Finding> findings_of(const querydata::ContextFile& file, const CheckCommandOptions& options) {
  querydata::LiveCheckOptions live;
  querydata::CheckOptions& checking = live.check;
  const auto database = options.database.empty() ? nullptr : open_named(options.database);
  if (database || !options.dialect.empty()) checking.dialect = chosen_dialect(options.dialect, database.get());
  if (!options.scope_tables.empty()) checking.scope.tables = options.scope_tables;
  std::optional<querydata::Schema> schema;
  if (!options.schema.empty()) checking.schema = &schema.emplace(read_schema(options.schema));
  return database ? file.check(*database, live).value() : file.check(checking);
}

querydata::ContextFile read_file(const CheckCommandOptions& options) {
  if (options.id.empty()) return querydata::ContextFile::read(options.file);
  const auto store = querydata::ContextStore::open(options.store, querydata::StoreMode::read_only).value();
  return querydata::ContextFile::parse(store.get(options.id).value().write());
}

int check(const CheckCommandOptions& options) {
  const auto file = read_file(options);
  const std::vector<Finding> findings = findings_of(file, options);
  write_out(options.json ? report_json(file.set, findings) : report_text(file.set, findings, options.file));
  return count_of(findings, Severity::error) > 0 ? exit_failed : exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata context check ferry.context.json
  querydata context check ferry.context.json --db ferry.db --json
  querydata context check ferry.context.json --schema ferry.schema.json --scope-tables ports,routes
  querydata context check --store sets.db --context-set ferry@baseline

Bytes of a stored set are those of the file that `context store get` gives.
With --json: {"templates", "facets", "value_searches", "errors", "warnings", "informations": numbers,
"findings": [{"rule", "severity", "json_pointer", "byte", "message"}]}.
Exit status 1: an error was found.)";

}  // namespace

void add_context_check(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<CheckCommandOptions>();
  CLI::App* command = context.add_subcommand("check", "Report what is wrong or odd in a context set");
  CLI::Option* file = command->add_option("FILE", options->file, "Context set")->type_name("");
  CLI::Option* store =
      command->add_option("--store", options->store, "File of a store that holds it")->type_name("FILE");
  CLI::Option* id = command->add_option("--context-set", options->id, "The set of the store: NAME or NAME@VERSION")
                        ->type_name("ID")
                        ->excludes(file)
                        ->needs(store);
  store->needs(id);
  command
      ->add_option("--dialect", options->dialect,
                   "Dialect of its queries: sqlite, postgresql, mysql, googlesql, mongodb, bigtable")
      ->type_name("D")
      ->check([](const std::string& name) {
        return dialect_named(name) ? std::string()
                                   : "no dialect is called '" + name +
                                         "'; take sqlite, postgresql, mysql, googlesql, mongodb or bigtable";
      });
  command->add_option("--schema", options->schema, "Schema whose tables and columns the queries must use")
      ->type_name("FILE");
  command
      ->add_option("--db", options->database,
                   "Database that is to take the queries; value searches are run with a sample phrase")
      ->type_name("URI");
  command->add_option("--scope-tables", options->scope_tables, "Tables that the set may name, separated by commas")
      ->type_name("T,…")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(notes);
  command->callback([options, &exit_status] {
    if (options->file.empty() && options->id.empty()) {
      throw CLI::RequiredError("FILE, or --store FILE --context-set ID");
    }
    exit_status = check(*options);
  });
}
