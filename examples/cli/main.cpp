// The querydata program: questions in plain language, answered from a database.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>

#include "commands.hpp"
#include "querydata/error.hpp"
#include "querydata/version.hpp"
#include "terminal.hpp"

namespace {

constexpr const char* examples = R"(Examples:
  querydata ask --db ferry.db --context ferry.context.json "How many departures were scheduled from Stockholm?"
  querydata answer --documents docs "How are stores copied?"
  querydata find --db ferry.db "What do passengers from Norway pay?"
  querydata link --db ferry.db --context ferry.context.json Mariehamm
  querydata index build --db ferry.db --store ferry.store
  querydata context check ferry.context.json --db ferry.db
  querydata schema show --db ferry.db --json
  querydata sql inspect --db ferry.db "SELECT name FROM ports"
  querydata filter check 'contentLengthBytes < 50000 AND dataSource = "a.com"'

Exit status: 0 answered (for a check: no error found), 1 an error was found or happened, 2 wrong usage,
3 no plan, nothing found, or a question back.)";

/// Help and version go to standard output, complaints to standard error as one line.
int end_parsing(const CLI::App& app, const CLI::ParseError& end) {
  if (end.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    // Text of the program itself, which `printable` must not touch.
    std::ostringstream text;
    app.exit(end, text, text);
    write_out(text.str());
    return exit_answered;
  }
  write_error(std::string(end.what()) + " (querydata --help explains)");
  return exit_usage;
}

int run(int count, char** values) {
  CLI::App app("Asks a database questions in plain language and shows the query that answers them.", "querydata");
  app.set_version_flag("--version", "querydata " + std::string(querydata::version()));
  // At most one, so that a question that is called like a command stays a question.
  app.require_subcommand(0, 1);
  app.footer(examples);
  int exit_status = exit_answered;
  for (const auto add : {add_ask, add_query_data, add_answer, add_find, add_ground, add_link, add_index, add_context,
                         add_schema, add_sql, add_filter, add_eval})
    add(app, exit_status);
  try {
    app.parse(count, values);
  } catch (const CLI::ParseError& end) {
    return end_parsing(app, end);
  }
  if (app.get_subcommands().empty()) {
    write_error(
        "a command is needed: ask, query-data, answer, find, ground, link, index, context, schema, sql, filter or eval "
        "(querydata --help "
        "explains)");
    return exit_usage;
  }
  // Commands that print by other means are judged too.
  write_out("");
  if (std::cout.flush().fail()) return exit_failed;
  return exit_status;
}

}  // namespace

int main(int count, char** values) {
  try {
    // A reader that has gone is an error to report, not a reason to be killed.
    std::signal(SIGPIPE, SIG_IGN);
    return run(count, values);
  } catch (const querydata::Exception& failure) {
    write_error(to_string(failure.error()));
  } catch (const std::exception& failure) {
    write_error(failure.what());
  }
  return exit_failed;
}
