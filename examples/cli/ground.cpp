#include <memory>
#include <utility>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/planner.hpp"
#include "terminal.hpp"

namespace {

struct GroundCommand {
  CommonOptions common;
  ContextOption context;
  TextArgument question;
  NowOption now;
  std::string format = "m_schema";
  std::size_t budget = 2000;
  bool grammar = false;
};

/// The text as it is for the prompt: it has line ends, so it is not for `printable`.
std::string ground_text(const querydata::Grounding& grounding) {
  std::string out = grounding.text + "\n(about " + counted(grounding.tokens, "token", "tokens");
  for (const std::string& left_out : grounding.left_out) out += ", without " + left_out;
  return out + ")\n";
}

int ground(const GroundCommand& options) {
  const std::string question = options.question.text();
  querydata::GroundOptions grounding;
  grounding.max_tokens = options.budget;
  grounding.now = options.now.time();
  grounding.format = options.format == "ddl" ? querydata::SchemaFormat::ddl : querydata::SchemaFormat::m_schema;
  const auto planner = build_planner(options.common.open(), options.context.read(), options.context.read_index());
  const querydata::Grounding found = planner.ground(question, grounding).value();
  if (options.common.json) {
    write_out(to_json(found) + '\n');
  } else {
    write_out(options.grammar ? found.grammar : ground_text(found));
  }
  return found.schema.tables.empty() ? exit_no_plan : exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata ground --db ferry.db --context ferry.context.json "Which ports are in Sweden?"
  querydata ground --db ferry.db --budget 800 --json "Which vessels sail which routes?"
  querydata ground --db ferry.db --grammar "Which ports are in Sweden?" > query.gbnf

Prints what a language model needs to write the query: rules, tables, joins, stored values, queries of like questions,
conditions. With --json also a JSON schema and a grammar that admit no other tables; docs/language-models.md says more.
Exit status 3: nothing in the schema meets the question.)";

}  // namespace

void add_ground(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<GroundCommand>();
  CLI::App* command = parent.add_subcommand("ground", "Show what a language model needs to know for a question");
  options->common.add_to(*command);
  options->context.add_to_linking(*command);
  options->now.add_to(*command);
  command->add_option("--budget", options->budget, "Tokens of about four bytes that the text may take")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--format", options->format, "How the schema is written")
      ->check(CLI::IsMember({"m_schema", "ddl"}))
      ->capture_default_str();
  command->add_flag("--grammar", options->grammar, "Print the grammar (GBNF) instead of the text");
  options->question.add_to(*command, "QUESTION", "The question");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = ground(*options); });
}
