#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/context_set.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::Finding;
using querydata::Severity;

struct CheckCommandOptions {
  std::string file;
  std::string database;
  std::string dialect;
  bool json = false;
};

std::string json_string(std::string_view text) {
  return to_json(querydata::Value(std::string(text)));
}

std::size_t count_of(const std::vector<Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

std::string report_json(const ContextSet& context, const std::vector<Finding>& findings) {
  std::string out = "{\"templates\":" + std::to_string(context.templates.size()) +
                    ",\"facets\":" + std::to_string(context.facets.size()) +
                    ",\"value_searches\":" + std::to_string(context.value_searches.size()) +
                    ",\"errors\":" + std::to_string(count_of(findings, Severity::error)) +
                    ",\"warnings\":" + std::to_string(count_of(findings, Severity::warning)) + ",\"findings\":[";
  for (const Finding& finding : findings) {
    if (&finding != findings.data()) out += ',';
    out += "{\"severity\":" + json_string(to_string(finding.severity)) +
           ",\"json_pointer\":" + json_string(finding.json_pointer) + ",\"message\":" + json_string(finding.message) +
           '}';
  }
  return out + "]}\n";
}

std::string report_text(const ContextSet& context, const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings)
    out += std::string(to_string(finding.severity)) + ' ' + printable(finding.json_pointer) + ": " +
           printable(finding.message) + '\n';
  return out + counted(context.templates.size(), "template", "templates") + ", " +
         counted(context.facets.size(), "facet", "facets") + ", " +
         counted(context.value_searches.size(), "value search", "value searches") + ": " +
         counted(count_of(findings, Severity::error), "error", "errors") + ", " +
         counted(count_of(findings, Severity::warning), "warning", "warnings") + '\n';
}

int check(const CheckCommandOptions& options) {
  const ContextSet context = ContextSet::read_file(options.file).value();
  querydata::CheckOptions checking;
  if (!options.dialect.empty()) checking.dialect = dialect_named(options.dialect);
  std::optional<querydata::Schema> schema;
  if (!options.database.empty()) {
    const auto database = open_named(options.database);
    if (!checking.dialect) checking.dialect = database->dialect();
    schema = database->read_schema().value();
    checking.schema = &*schema;
  }
  const std::vector<Finding> findings = context.check(checking);
  write_out(options.json ? report_json(context, findings) : report_text(context, findings));
  return count_of(findings, Severity::error) > 0 ? exit_failed : exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata context check ferry.context.json
  querydata context check ferry.context.json --db ferry.db --json

With --json: {"templates", "facets", "value_searches", "errors", "warnings": numbers,
"findings": [{"severity", "json_pointer", "message"}]}.
Exit status 1: an error was found.)";

}  // namespace

void add_context_check(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<CheckCommandOptions>();
  CLI::App* command = context.add_subcommand("check", "Report what is wrong or odd in a context set");
  command->add_option("FILE", options->file, "Context set")->type_name("")->required();
  command
      ->add_option("--dialect", options->dialect,
                   "Dialect of its queries: sqlite, postgresql, mysql, googlesql, mongodb, bigtable")
      ->type_name("D")
      ->check([](const std::string& name) {
        return dialect_named(name) ? std::string()
                                   : "no dialect is called '" + name +
                                         "'; take sqlite, postgresql, mysql, googlesql, mongodb or bigtable";
      });
  command->add_option("--db", options->database, "Database whose tables and columns the queries must use")
      ->type_name("URI");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = check(*options); });
}
