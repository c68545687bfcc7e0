#include <boost/json/serialize.hpp>
#include <memory>
#include <string>

#include "commands.hpp"
#include "context_report.hpp"
#include "querydata/context_changes.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::ContextSetDiff;

struct DiffCommandOptions {
  std::string before;
  std::string after;
  bool json = false;
};

std::string report_text(const ContextSetDiff& difference) {
  std::string out;
  for (const std::string& pointer : difference.removed) out += "removed " + pointer + '\n';
  for (const std::string& pointer : difference.added) out += "added   " + pointer + '\n';
  for (const querydata::ItemChange& change : difference.changed) out += "changed " + to_text(change);
  return out + std::to_string(difference.removed.size()) + " removed, " + std::to_string(difference.added.size()) +
         " added, " + std::to_string(difference.changed.size()) + " changed\n";
}

int diff(const DiffCommandOptions& options) {
  const ContextSetDiff difference =
      querydata::diff(ContextSet::read_file(options.before).value(), ContextSet::read_file(options.after).value());
  if (options.json) {
    write_out(boost::json::serialize(boost::json::object{{"removed", to_json(difference.removed)},
                                                         {"added", to_json(difference.added)},
                                                         {"changed", to_json(difference.changed)}}) +
              '\n');
  } else {
    write_out(report_text(difference));
  }
  return exit_answered;
}

constexpr const char* notes =
    R"(Pointers of removed items lead into OLD, of added ones into NEW. The order of items is no difference.

With --json: {"removed": pointers, "added": pointers, "changed": [{"before_pointer", "after_pointer",
"members": [{"member", "before", "after"}]}]}.)";

}  // namespace

void add_context_diff(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<DiffCommandOptions>();
  CLI::App* command = context.add_subcommand("diff", "What differs between two context sets");
  command->add_option("OLD", options->before, "Context set")->type_name("")->required();
  command->add_option("NEW", options->after, "Context set")->type_name("")->required();
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = diff(*options); });
}
