#include "querydata/query_data.hpp"

#include <memory>
#include <utility>

#include "commands.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace {

struct QueryDataCommand {
  std::string database;
  ContextOption context;
  NowOption now;
  std::string request;
  std::size_t max_rows = 1000;
};

int query_data(const QueryDataCommand& options) {
  TextArgument standard_input;
  standard_input.words = {"-"};
  const std::string request = options.request == "-" ? standard_input.text() : read_file(options.request, "request");
  querydata::QueryDataOptions opening;
  opening.context = options.context.read();
  opening.planner.index = options.context.read_index();
  if (!options.context.store.empty()) {
    opening.contexts = std::make_shared<const querydata::ContextStore>(
        querydata::ContextStore::open(options.context.store, querydata::StoreMode::read_only).value());
  }
  const auto data = querydata::QueryData::open(open_named(options.database), std::move(opening)).value();
  querydata::QueryDataCall call;
  call.now = options.now.time();
  call.limits.max_rows = options.max_rows;
  const auto read = querydata::read_query_data_request(request);
  if (!read) {
    write_out(data.answer_json(request, call) + '\n');
    return exit_failed;
  }
  const querydata::QueryDataReply reply = data.answer(*read, call);
  write_out(to_json(reply) + '\n');
  if (reply.response) return reply.response->disambiguation_questions.empty() ? exit_answered : exit_no_plan;
  const bool asks_back = reply.error->reason == "NO_PLAN" || reply.error->reason == "AMBIGUOUS_QUESTION";
  return asks_back ? exit_no_plan : exit_failed;
}

constexpr const char* notes = R"(Example:
  querydata query-data --db ferry.db --context ferry.context.json request.json

The request is the published one of QueryData; the reply is its response, or {"error": a google.rpc.Status}. A
contextSetId names a set in the store of --store; requests without one use those of --context and --context-set.
docs/query-data.md says more. Exit status 3: no plan, or a question back.)";

}  // namespace

void add_query_data(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<QueryDataCommand>();
  CLI::App* command = parent.add_subcommand("query-data", "Answer a QueryData request (JSON)");
  command->add_option("--db", options->database, "Database: sqlite:PATH, or just the path of a SQLite file")
      ->type_name("URI")
      ->required();
  options->context.add_to_linking(*command);
  options->now.add_to(*command);
  command->add_option("--max-rows", options->max_rows, "Rows to return at most")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("REQUEST", options->request, "File of the request; - reads it from standard input")
      ->type_name("")
      ->required();
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = query_data(*options); });
}
