#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "commands.hpp"
#include "context_report.hpp"
#include "eval_data.hpp"
#include "querydata/context_changes.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::MutationEffect;

struct MutateCommandOptions {
  std::string file;
  std::string mutations;
  querydata::MutateOptions mutating;
  bool dry_run = false;
  bool json = false;
};

/// Of those who change files of one folder by this program, one after the other does: each reads what the one before it
/// wrote. Where the folder can't be locked, nobody waits.
class FolderLock {
 public:
  explicit FolderLock(const std::string& file) {
    std::error_code failed;
    const auto folder = std::filesystem::weakly_canonical(std::filesystem::absolute(file), failed).parent_path();
    descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// A file that is not there is an empty set, as in the published tool.
ContextSet read_or_begin(const std::string& path) {
  auto set = ContextSet::read_file(path);
  if (!set && set.error().code == querydata::ErrorCode::not_found) return {};
  return std::move(set).value();
}

std::vector<querydata::Mutation> read_mutations(const std::string& path) {
  auto mutations = querydata::parse_mutations(read_maybe_gzip(path).value());
  if (!mutations) mutations.error().where.file = path;
  return std::move(mutations).value();
}

std::string report_text(const std::vector<MutationEffect>& effects) {
  std::string out;
  for (const MutationEffect& effect : effects) {
    out += std::string(to_string(effect.operation)) + ' ';
    out += effect.json_pointers.empty() ? "nothing" : joined(effect.json_pointers, " ");
    const bool more = effect.operation == querydata::MutationOperation::update && effect.matched > 1;
    out += more ? ", the first of " + std::to_string(effect.matched) + " that the identifier fits\n" : "\n";
  }
  return out;
}

boost::json::array report_json(const std::vector<MutationEffect>& effects) {
  boost::json::array out;
  for (const MutationEffect& effect : effects) {
    out.push_back(boost::json::object{{"operation", to_string(effect.operation)},
                                      {"json_pointers", to_json(effect.json_pointers)},
                                      {"matched", effect.matched}});
  }
  return out;
}

querydata::MutatedSet change(const MutateCommandOptions& options) {
  const auto mutations = read_mutations(options.mutations);
  const FolderLock lock(options.file);
  auto done = querydata::mutate(read_or_begin(options.file), mutations, options.mutating);
  if (!done) done.error().where.file = options.mutations;
  querydata::MutatedSet mutated = std::move(done).value();
  if (!options.dry_run) mutated.set.write_file(options.file).value();
  return mutated;
}

int mutate(const MutateCommandOptions& options) {
  const querydata::MutatedSet mutated = change(options);
  const CheckCounts counts(mutated.set);
  if (options.json) {
    write_out(boost::json::serialize(boost::json::object{{"effects", report_json(mutated.effects)},
                                                         {"written", !options.dry_run},
                                                         {"errors", counts.errors},
                                                         {"warnings", counts.warnings}}) +
              '\n');
    return exit_answered;
  }
  const std::string where =
      options.dry_run ? "; nothing was written\n" : " written to " + printable(options.file) + '\n';
  write_out(report_text(mutated.effects) + counted(mutated.effects.size(), "change", "changes") + where);
  counts.tell("querydata context check " + options.file);
  return exit_answered;
}

constexpr const char* notes = R"(MUTATIONS is a JSON list of
  {"operation": "add", "type": "template", "value": {...}}
  {"operation": "update", "type": "facet", "identifier": {"intent": "..."}, "value": {...}}
  {"operation": "delete", "type": "value_search", "identifier": {"concept_type": "..."}}
All of them are made or none; the file is replaced as a whole, and whoever mutates it at the same time waits. A FILE that is not there is begun.

With --json: {"effects": [{"operation", "json_pointers", "matched"}], "written", "errors", "warnings"};
errors and warnings as `context check` counts them in the set as changed.)";

}  // namespace

void add_context_mutate(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<MutateCommandOptions>();
  CLI::App* command = context.add_subcommand("mutate", "Add, update and delete items of a context set");
  command->add_option("FILE", options->file, "Context set")->type_name("")->required();
  command->add_option("MUTATIONS", options->mutations, "File of mutations")->type_name("")->required();
  command->add_flag("--allow-duplicates", options->mutating.allow_duplicates,
                    "Items may be added that are there already");
  command->add_flag("--allow-missing", options->mutating.allow_missing, "An identifier may fit no item");
  command->add_flag("--dry-run", options->dry_run, "Only say what would be done");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = mutate(*options); });
}
