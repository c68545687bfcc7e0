#include <boost/json/serialize.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "context_report.hpp"
#include "querydata/context_store.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::ContextSetId;
using querydata::ContextSetVersion;
using querydata::ContextStore;
using querydata::StoreMode;

/// Of all subcommands; each takes what it needs.
struct StoreCommandOptions {
  std::string store;
  std::string id;
  std::string file;
  querydata::PutOptions putting;
  bool json = false;
};

ContextSetId id_of(const StoreCommandOptions& options) {
  return ContextSetId::parse(options.id).value();
}

ContextStore open(const StoreCommandOptions& options, StoreMode mode) {
  return ContextStore::open(options.store, mode).value();
}

boost::json::object object_of(const ContextSetVersion& version) {
  return {{"id", version.id.text()},
          {"version", version.version},
          {"label", version.label},
          {"note", version.note},
          {"saved_at", to_iso(version.saved_at)},
          {"templates", version.templates},
          {"facets", version.facets},
          {"value_searches", version.value_searches}};
}

std::string to_json_text(const std::vector<ContextSetVersion>& versions) {
  boost::json::array out;
  for (const ContextSetVersion& version : versions) out.push_back(object_of(version));
  return boost::json::serialize(out) + '\n';
}

std::string table_of(const std::vector<ContextSetVersion>& versions) {
  using enum TextTable::Align;
  TextTable table({"set", "label", "saved", "templates", "facets", "value searches", "note"},
                  {left, left, left, right, right, right, left});
  for (const ContextSetVersion& version : versions) {
    table.add({version.id.text(), version.label, to_iso(version.saved_at), std::to_string(version.templates),
               std::to_string(version.facets), std::to_string(version.value_searches), version.note});
  }
  return table.text();
}

void print(const std::vector<ContextSetVersion>& versions, const StoreCommandOptions& options) {
  write_out(options.json ? to_json_text(versions) : table_of(versions));
}

std::string removed_text(const std::vector<ContextSetVersion>& removed) {
  if (removed.empty()) return {};
  std::vector<std::string> ids;
  for (const ContextSetVersion& version : removed) ids.push_back(version.id.text());
  return "removed " + joined(ids, ", ") + '\n';
}

std::string report_json(const querydata::PutVersion& version, const CheckCounts& counts) {
  boost::json::object out = object_of(version);
  boost::json::array& removed = out["removed"].emplace_array();
  for (const ContextSetVersion& gone : version.removed) removed.emplace_back(gone.id.text());
  out["errors"] = counts.errors;
  out["warnings"] = counts.warnings;
  return boost::json::serialize(out) + '\n';
}

void put(const StoreCommandOptions& options) {
  const ContextSet set = ContextSet::read_file(options.file).value();
  const auto id = id_of(options);
  const auto version = open(options, StoreMode::read_write).put(id, set, options.putting).value();
  const CheckCounts counts(set);
  if (options.json) {
    write_out(report_json(version, counts));
    return;
  }
  write_out("stored " + version.id.text() + ": " +
            counted_items(version.templates, version.facets, version.value_searches) + '\n' +
            removed_text(version.removed));
  counts.tell("querydata context check --store " + options.store + " --context-set " + version.id.text());
}

/// The version that an id names.
ContextSetVersion find_version(const ContextStore& store, const ContextSetId& id) {
  const auto versions = store.history(id).value();
  for (const ContextSetVersion& version : versions) {
    if (id.version.empty() || id.version == std::to_string(version.version) || id.version == version.label) {
      return version;
    }
  }
  (void)store.get(id).value();  // which tells what is not there
  return versions.front();
}

/// The version with the set itself, or with the file that it was written to.
std::string got_json(const ContextSetVersion& version, const ContextSet& set, const std::string& file) {
  boost::json::object out = object_of(version);
  if (!file.empty()) out["written"] = file;
  std::string text = boost::json::serialize(out);
  if (!file.empty()) return text + '\n';
  text.pop_back();  // the set is spliced in as it is: its numbers keep their digits
  return text + ",\"context_set\":" + set.write() + "}\n";
}

void get(const StoreCommandOptions& options) {
  const ContextStore store = open(options, StoreMode::read_only);
  const ContextSetVersion version = find_version(store, id_of(options));
  const ContextSet set = store.get(version.id).value();
  if (!options.file.empty()) set.write_file(options.file).value();
  if (options.json) {
    write_out(got_json(version, set, options.file));
  } else {
    write_out(options.file.empty() ? set.write() : "written to " + printable(options.file) + '\n');
  }
}

void list(const StoreCommandOptions& options) {
  print(open(options, StoreMode::read_only).list().value(), options);
}

void history(const StoreCommandOptions& options) {
  print(open(options, StoreMode::read_only).history(id_of(options)).value(), options);
}

void remove(const StoreCommandOptions& options) {
  const auto id = id_of(options);
  open(options, StoreMode::read_write).remove(id).value();
  write_out(options.json ? boost::json::serialize(boost::json::object{{"deleted", id.text()}}) + '\n'
                         : "deleted " + id.text() + '\n');
}

constexpr const char* id_help = "NAME, NAME@VERSION or .../contextSets/NAME@VERSION; a version is a number or a label";

/// A subcommand with `--store`, and the id if it takes one.
CLI::App* add(CLI::App& store, const std::string& name, const std::string& description,
              const std::shared_ptr<StoreCommandOptions>& options, bool takes_id) {
  CLI::App* command = store.add_subcommand(name, description);
  command->add_option("--store", options->store, "File of the store")->type_name("FILE")->required();
  if (takes_id) command->add_option("ID", options->id, id_help)->type_name("")->required();
  return command;
}

void add_put(CLI::App& store, const std::shared_ptr<StoreCommandOptions>& options) {
  CLI::App* command = add(store, "put", "Store a context set as the newest version of a name", options, true);
  command->add_option("FILE", options->file, "Context set")->type_name("")->required();
  command->add_option("--label", options->putting.label, "A name for this version")->type_name("LABEL");
  command->add_flag("--move-label", options->putting.move_label, "Another version may lose the label");
  command->add_option("--note", options->putting.note, "What changed")->type_name("TEXT");
  command->add_option("--keep", options->putting.keep, "Versions to keep, those with a label besides; 0: all")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--expect", options->putting.expected_version,
                   "Number of the newest version, 0 for none: refuse if it is another one")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->callback([options] { put(*options); });
}

void add_get(CLI::App& store, const std::shared_ptr<StoreCommandOptions>& options) {
  CLI::App* command = add(store, "get", "Print a stored context set", options, true);
  command->add_option("--out", options->file, "File to write instead")->type_name("FILE");
  command->add_flag("--json", options->json, "Print which version it is, and the set or the file, as JSON");
  command->callback([options] { get(*options); });
}

constexpr const char* notes = R"(Examples:
  querydata context store put --store sets.db ferry ferry.context.json --label baseline
  querydata context store get --store sets.db ferry@baseline
  querydata context store history --store sets.db ferry
  querydata ask --db ferry.db --store sets.db --context-set ferry "Which ports are in Sweden?"

With --json: of put one object, of list and history a list of objects {"id", "version", "label", "note", "saved_at",
"templates", "facets", "value_searches"}, of put also "removed" (ids), "errors" and "warnings" (as `context check`
counts them), of get also "context_set" (or "written", the file of --out); of delete {"deleted"}.)";

}  // namespace

void add_context_store(CLI::App& context, int&) {
  const auto options = std::make_shared<StoreCommandOptions>();
  CLI::App* store = context.add_subcommand("store", "Keep context sets by name and version");
  store->require_subcommand(1);
  store->footer(notes);
  add_put(*store, options);
  add_get(*store, options);
  CLI::App* listing = add(*store, "list", "The newest version of each set", options, false);
  listing->add_flag("--json", options->json, "Print JSON instead of text");
  listing->callback([options] { list(*options); });
  CLI::App* versions = add(*store, "history", "All versions of a set, the newest first", options, true);
  versions->add_flag("--json", options->json, "Print JSON instead of text");
  versions->callback([options] { history(*options); });
  CLI::App* removal = add(*store, "delete", "Delete a set with all its versions", options, true);
  removal->add_flag("--json", options->json, "Print JSON instead of text");
  removal->callback([options] { remove(*options); });
}
