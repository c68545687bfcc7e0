#include <boost/json/serialize.hpp>
#include <memory>
#include <string>

#include "commands.hpp"
#include "context_report.hpp"
#include "querydata/context_changes.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::MergePreference;

struct MergeCommandOptions {
  std::string ours;
  std::string theirs;
  std::string preference;
  std::string out;
  bool json = false;
};

MergePreference preference_named(const std::string& name) {
  if (name == "theirs") return MergePreference::theirs;
  return name == "both" ? MergePreference::both : MergePreference::ours;
}

std::string report_text(const querydata::MergedSet& merged) {
  std::string out;
  for (const querydata::ItemChange& conflict : merged.conflicts) out += "conflict " + to_text(conflict);
  return out + counted(merged.added, "item", "items") + " added, " +
         counted(merged.conflicts.size(), "conflict", "conflicts");
}

/// Conflicts are decided by the caller or not at all.
int merge(const MergeCommandOptions& options) {
  const auto merged =
      querydata::merge(ContextSet::read_file(options.ours).value(), ContextSet::read_file(options.theirs).value(),
                       preference_named(options.preference));
  const bool decided = merged.conflicts.empty() || !options.preference.empty();
  const bool written = decided && !options.out.empty();
  if (written) merged.set.write_file(options.out).value();
  if (options.json) {
    write_out(boost::json::serialize(boost::json::object{
                  {"added", merged.added}, {"conflicts", to_json(merged.conflicts)}, {"written", written}}) +
              '\n');
  } else {
    const std::string hint = decided ? "; nothing was written, --out FILE writes it\n"
                                     : "; nothing was written, --prefer ours, theirs or both decides\n";
    write_out(report_text(merged) + (written ? "; written to " + printable(options.out) + '\n' : hint));
  }
  return decided ? exit_answered : exit_failed;
}

constexpr const char* notes =
    R"(Items that are equal count once. A conflict is one question, intent or query (or one "id") in both
sets with other members; nothing is written while conflicts are undecided, and the exit status is 1.

Examples:
  querydata context merge ferry.context.json more.context.json
  querydata context merge ferry.context.json more.context.json --prefer theirs --out merged.context.json

With --json: {"added", "conflicts": [{"before_pointer", "after_pointer", "members"}], "written"}.)";

}  // namespace

void add_context_merge(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<MergeCommandOptions>();
  CLI::App* command = context.add_subcommand("merge", "Make one context set of two");
  command->add_option("OURS", options->ours, "Context set")->type_name("")->required();
  command->add_option("THEIRS", options->theirs, "Context set whose items are added")->type_name("")->required();
  command->add_option("--prefer", options->preference, "Which side of a conflict is kept: ours, theirs or both")
      ->type_name("SIDE")
      ->check(CLI::IsMember({"ours", "theirs", "both"}));
  command->add_option("--out", options->out, "File to write; without it, the merge is only reported")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = merge(*options); });
}
