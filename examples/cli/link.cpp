#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/value_linker.hpp"
#include "terminal.hpp"

namespace {

struct LinkCommandOptions {
  CommonOptions common;
  ContextOption context;
  TextArgument phrase;
  bool question = false;
  std::vector<std::string> scope_tables;
  std::vector<std::string> scope_columns;
  querydata::LinkOptions link;
};

/// @param question  empty for a phrase
std::string links_text(const querydata::ValueLinks& links, const std::string& question) {
  using enum TextTable::Align;
  std::vector<std::string> header = {"value", "column", "concept", "match", "distance"};
  if (!question.empty()) header.insert(header.begin(), "words");
  std::vector<TextTable::Align> alignment(header.size(), left);
  alignment.back() = right;
  TextTable table(std::move(header), std::move(alignment));
  for (const querydata::ValueMatch& match : links.matches) {
    std::vector<std::string> cells = {
        to_display(match.value), match.table.empty() ? match.column : match.table + '.' + match.column,
        match.concept_type, std::string(to_string(match.kind)), two_decimals(match.distance)};
    if (!question.empty()) cells.emplace(cells.begin(), match.span.of(question));
    table.add(std::move(cells));
  }
  std::string out = links.matches.empty() ? "No stored value is like it.\n" : table.text();
  for (const std::string& warning : links.warnings) out += "Warning: " + printable(warning) + '\n';
  return out;
}

int link(const LinkCommandOptions& options) {
  const std::string phrase = options.phrase.text();
  querydata::ContextSet context = options.context.read();
  const auto database = options.common.open();
  querydata::ValueLinkerOptions building;
  building.index = options.context.read_index();
  if (!building.index && context.value_searches.empty())
    building.columns = text_columns(database->read_schema().value());
  const auto linker = querydata::ValueLinker::build(database, std::move(context.value_searches), building).value();
  querydata::LinkOptions linking = options.link;
  if (!options.scope_tables.empty()) linking.scope.tables = options.scope_tables;
  if (!options.scope_columns.empty()) linking.scope.columns = options.scope_columns;
  querydata::ValueLinks links =
      options.question ? linker.link_question(phrase, linking).value() : linker.link_phrase(phrase, linking).value();
  links.warnings.insert(links.warnings.begin(), linker.warnings().begin(), linker.warnings().end());
  write_out(options.common.json ? to_json(links) + '\n' : links_text(links, options.question ? phrase : ""));
  return links.matches.empty() ? exit_no_plan : exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata link --db ferry.db --context ferry.context.json Mariehamm
  querydata link --db ferry.db "Northern Lantern"
  querydata link --db ferry.db --question "Which ferries go to Mariehamm?"
  querydata link --db ferry.db --store ferry.store Mariehamm

With --context the value searches of the files are run, and with --store the index of values there is looked through
(querydata index build makes it; it leaves out columns of identifiers and numbers unless they are included); without
either, all columns of text are read and searched.
With --json: {"matches", "ambiguities", "compounds", "warnings", "partial"}.
Exit status 3: no stored value is like the phrase.)";

}  // namespace

void add_link(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<LinkCommandOptions>();
  CLI::App* command = parent.add_subcommand("link", "Find the stored values that a phrase names");
  options->common.add_to(*command);
  options->context.add_to_linking(*command);
  command->add_option("--max-matches", options->link.max_matches, "Values to show at most")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      ->add_option("--max-distance", options->link.max_distance, "Distance of a value at most: 0 the same, 1 unrelated")
      ->type_name("D")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--scope-tables", options->scope_tables, "Tables whose values may be shown, separated by commas")
      ->type_name("T,…")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--scope-columns", options->scope_columns,
                   "Columns (table.column) whose values may be shown, separated by commas")
      ->type_name("C,…")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--question", options->question, "The text is a question: find the values that its words name");
  options->phrase.add_to(*command, "PHRASE", "The phrase");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = link(*options); });
}
