#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/filter.hpp"
#include "terminal.hpp"

namespace {

namespace json = boost::json;

struct FilterOptions {
  TextArgument filter;
  std::string schema_file;
  bool json = false;

  void add_to(CLI::App& command) {
    filter.add_to(command, "FILTER", "The filter");
    command
        .add_option("--schema", schema_file,
                    "The fields of the objects, as JSON (docs/json.md); default: those of the Developer Knowledge API")
        ->type_name("FILE");
  }

  [[nodiscard]] querydata::FilterSchema schema() const {
    if (schema_file.empty()) return querydata::FilterSchema::documents();
    return querydata::FilterSchema::from_json(read_file(schema_file, "filter schema")).value();
  }
};

json::object refusal_json(const querydata::Error& error) {
  json::object refusal{{"code", to_string(error.code)}, {"message", error.message}};
  if (error.where.byte_offset) refusal["byte_offset"] = *error.where.byte_offset;
  return {{"valid", false}, {"refusal", std::move(refusal)}};
}

/// The filter with a mark under the byte at which it is wrong.
std::string refusal_text(const std::string& filter, const querydata::Error& error) {
  std::string out = "Refused: " + printable(error.message) + '\n';
  if (!error.where.byte_offset) return out;
  const auto before = printable(filter.substr(0, *error.where.byte_offset));
  return "  " + printable(filter) + "\n  " + std::string(display_width(before), ' ') + "^\n" + out;
}

int check(const FilterOptions& options) {
  const auto text = options.filter.text();
  const auto filter = querydata::Filter::compile(text, options.schema());
  if (options.json) {
    const auto out =
        filter ? json::object{{"valid", true}, {"canonical", filter->to_string()}} : refusal_json(filter.error());
    write_out(json::serialize(out) + '\n');
  } else if (!filter) {
    write_out(refusal_text(text, filter.error()));
  } else {
    write_out(filter->matches_all() ? "Everything matches.\n" : printable(filter->to_string()) + '\n');
  }
  return filter ? exit_answered : exit_failed;
}

/// Prints the lines of standard input that match, each a JSON object.
int match(const FilterOptions& options) {
  const auto filter = querydata::Filter::compile(options.filter.text(), options.schema()).value();
  bool found = false;
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    if (line.empty()) continue;
    auto matches = filter.matches_json(line);
    if (!matches) {
      matches.error().message += " (line " + std::to_string(number) + ")";
      throw querydata::Exception(matches.error());
    }
    if (!*matches) continue;
    found = true;
    write_out(line + '\n');
  }
  return found ? exit_answered : exit_no_plan;
}

constexpr const char* check_notes = R"(Examples:
  querydata filter check 'updateTime >= "2025-01-22T00:00:00Z" AND dataSource = ("a.com" OR "b.com")'
  querydata filter check --schema books.schema.json 'tags:sea AND NOT pages < 100'

A filter that begins with - stands behind --, or is read from standard input by - alone.
Prints the filter in canonical form, or what is wrong with it and where. docs/filter.md explains the language.
With --json: {"valid": true, "canonical"} or {"valid": false, "refusal": {"code", "message", "byte_offset"}}.
Exit status 0: valid; 1: refused.)";

constexpr const char* match_notes = R"(Example:
  querydata filter match --schema books.schema.json 'tags:sea' < books.jsonl

Reads JSON objects from standard input, one a line, and prints the lines of those that match.
Exit status 0: some match; 3: none does.)";

}  // namespace

void add_filter(CLI::App& parent, int& exit_status) {
  CLI::App* filter = parent.add_subcommand("filter", "Filters as Google's APIs have them (AIP-160)");
  filter->require_subcommand(1);
  const auto add = [&](const char* name, const char* description, const char* notes, int (*run)(const FilterOptions&)) {
    CLI::App* command = filter->add_subcommand(name, description);
    const auto options = std::make_shared<FilterOptions>();
    options->add_to(*command);
    command->footer(notes);
    command->callback([options, run, &exit_status] { exit_status = run(*options); });
    return std::pair(command, options);
  };
  const auto [command, options] = add("check", "Say what a filter means, or what is wrong with it", check_notes, check);
  command->add_flag("--json", options->json, "Print JSON instead of text");
  add("match", "Print the JSON objects that match a filter", match_notes, match);
}
