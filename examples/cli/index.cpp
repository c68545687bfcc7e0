#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "commands.hpp"
#include "document_files.hpp"
#include "eval_data.hpp"
#include "options.hpp"
#include "querydata/value_index.hpp"
#include "terminal.hpp"

namespace {

using querydata::IndexedColumn;
using querydata::KnowledgeBase;
using querydata::StoreMode;
using querydata::ValueIndex;

struct IndexCommandOptions {
  DocumentsOption documents;
  bool of_documents = false;
  std::string database;
  std::string store;
  std::string name;  ///< empty: the default of its kind
  std::vector<std::string> columns;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::string synonyms;
  std::string changes;
  bool json = false;
};

querydata::Error wrong(const std::string& file, std::string message) {
  querydata::Error error{querydata::ErrorCode::invalid_argument, std::move(message), {}};
  error.where.file = file;
  return error;
}

/// "table.column"; the table may have dots of its own.
std::vector<IndexedColumn> columns_of(const std::vector<std::string>& names) {
  std::vector<IndexedColumn> columns;
  for (const std::string& name : names) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == name.size())
      throw querydata::Exception(
          {querydata::ErrorCode::invalid_argument, '"' + name + "\" names no column; write TABLE.COLUMN", {}});
    columns.push_back({name.substr(0, dot), name.substr(dot + 1)});
  }
  return columns;
}

boost::json::value read_json(const std::string& file, const char* form) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw querydata::Exception(wrong(file, "the file can't be read; check the path"));
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  boost::system::error_code failed;
  boost::json::value value = boost::json::parse(text, failed);
  if (failed || !value.is_array())
    throw querydata::Exception(wrong(file, std::string("the file is not a JSON list of ") + form));
  return value;
}

std::vector<std::vector<std::string>> read_synonyms(const std::string& file) {
  constexpr auto form = "lists of names that mean the same: [[\"USA\", \"United States\"]]";
  if (file.empty()) return {};
  const auto parsed = read_json(file, form);
  auto sets = boost::json::try_value_to<std::vector<std::vector<std::string>>>(parsed);
  if (!sets) throw querydata::Exception(wrong(file, std::string("the file is not a JSON list of ") + form));
  return *std::move(sets);
}

querydata::Value value_of(const boost::json::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_int64()) return value.get_int64();
  if (value.is_double()) return value.get_double();
  if (value.is_bool()) return value.get_bool();
  return querydata::Null{};
}

std::vector<querydata::ValueChange> read_changes(const std::string& file) {
  constexpr auto form = R"(changes: [{"table": "ports", "column": "name", "value": "Oslo", "rows": 1}])";
  const auto parsed = read_json(file, form);
  std::vector<querydata::ValueChange> changes;
  for (const auto& item : parsed.get_array()) {
    const auto* fields = item.if_object();
    const auto* table = fields == nullptr ? nullptr : fields->if_contains("table");
    const auto* column = fields == nullptr ? nullptr : fields->if_contains("column");
    const auto* value = fields == nullptr ? nullptr : fields->if_contains("value");
    const auto* rows = fields == nullptr ? nullptr : fields->if_contains("rows");
    if (table == nullptr || !table->is_string() || column == nullptr || !column->is_string() || value == nullptr ||
        rows == nullptr || !rows->is_int64())
      throw querydata::Exception(wrong(file, std::string("the file is not a JSON list of ") + form));
    changes.push_back(
        {std::string(table->get_string()), std::string(column->get_string()), value_of(*value), rows->get_int64()});
  }
  return changes;
}

/// A line on standard error that is drawn over, where that is a terminal.
class ProgressLine {
 public:
  void operator()(const querydata::ValueIndexProgress& progress) {
    if (!terminal_) return;
    const std::size_t part = progress.columns == 0 ? width : width * progress.columns_done / progress.columns;
    std::string line = '[' + std::string(part, '=') + std::string(width - part, ' ') + "] ";
    line += std::to_string(progress.columns_done) + " of " + counted(progress.columns, "column", "columns") + "  ";
    line += progress.column.empty() ? "indexing" : printable(progress.column);
    if (progress.values > 0) line += ", " + counted(progress.values, "value", "values");
    std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
    drawn_ = true;
  }
  void clear() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
    drawn_ = false;
  }

 private:
  static constexpr std::size_t width = 20;
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  bool drawn_ = false;
};

/// @param all  the columns that are left out too, with the reason
std::string info_text(const querydata::ValueIndexInfo& info, bool all) {
  using enum TextTable::Align;
  TextTable table({"column", "values", "rows", "left out"}, {left, right, right, left});
  std::size_t left_out = 0;
  for (const auto& column : info.columns) {
    left_out += column.skipped.empty() ? 0 : 1;
    if (!all && !column.skipped.empty()) continue;
    table.add({column.table + '.' + column.column, column.skipped.empty() ? std::to_string(column.values) : "",
               column.skipped.empty() ? std::to_string(column.rows) : "", column.skipped});
  }
  std::string out = table.text();
  if (!all && left_out > 0)
    out += counted(left_out, "column is", "columns are") + " left out: querydata index info says why.\n";
  for (const auto& column : info.columns)
    for (const std::string& warning : column.warnings) out += "Warning: " + printable(warning) + '\n';
  out += counted(info.values, "value", "values") + ", " + std::to_string(info.bytes) + " bytes in " +
         counted(info.segments, "segment", "segments");
  if (!info.synonyms.empty()) out += ", " + counted(info.synonyms.size(), "set of synonyms", "sets of synonyms");
  return out + '\n';
}

void print(const ValueIndex::Shared& index, const IndexCommandOptions& options, bool all) {
  write_out(options.json ? to_json(index->info()) + '\n' : info_text(index->info(), all));
}

std::string value_index_name(const IndexCommandOptions& options) {
  return options.name.empty() ? default_index : options.name;
}

std::string knowledge_base_name(const IndexCommandOptions& options) {
  return options.name.empty() ? default_knowledge_base : options.name;
}

/// @param counts  of what was changed; null where nothing was asked to
void print(const KnowledgeBase& base, const querydata::DocumentCounts* counts, const IndexCommandOptions& options) {
  const auto info = base.info();
  if (options.json) {
    boost::json::object object{{"documents", info.documents},
                               {"chunks", info.chunks},
                               {"content_bytes", info.content_bytes},
                               {"bytes", info.bytes},
                               {"segments", info.segments}};
    if (counts != nullptr) {
      object["added"] = counts->added;
      object["replaced"] = counts->replaced;
      object["unchanged"] = counts->unchanged;
      object["removed"] = counts->removed;
    }
    write_out(json_line(object) + '\n');
    return;
  }
  std::string out;
  if (counts != nullptr)
    out += std::to_string(counts->added) + " added, " + std::to_string(counts->replaced) + " replaced, " +
           std::to_string(counts->unchanged) + " unchanged, " + std::to_string(counts->removed) + " removed\n";
  out += counted(info.documents, "document", "documents") + ", " + counted(info.chunks, "chunk", "chunks") + ", " +
         std::to_string(info.bytes) + " bytes in " + counted(info.segments, "segment", "segments");
  write_out(out + '\n');
}

void build_documents(const IndexCommandOptions& options) {
  const auto documents = options.documents.read();
  querydata::DocumentCounts counts;
  const auto store = open_store(options.store, StoreMode::read_write).value();
  const auto base = KnowledgeBase::build(documents, *store, knowledge_base_name(options), {.counts = &counts}).value();
  print(*base, &counts, options);
}

void update_documents(const IndexCommandOptions& options) {
  querydata::DocumentCounts counts;
  const auto name = knowledge_base_name(options);
  // Read first: a store that is not there must not be made.
  const auto before = open_knowledge_base(options.store, name);
  const DocumentFileChanges found = options.documents.changes(*before);
  const auto store = open_store(options.store, StoreMode::read_write).value();
  const querydata::DocumentChanges changes{found.put, found.remove};
  const auto base = KnowledgeBase::update(*store, name, changes, {.counts = &counts}).value();
  if (!options.json)
    for (const EmptiedPath& path : found.emptied)
      write_out(printable(path.given) +
                " has no document any more: " + counted(path.documents, "document", "documents") + " removed\n");
  print(*base, &counts, options);
}

void build(const IndexCommandOptions& options) {
  if (options.documents.is_given()) return build_documents(options);
  querydata::ValueIndexOptions building;
  building.columns = columns_of(options.columns);
  building.include = columns_of(options.include);
  building.exclude = columns_of(options.exclude);
  building.synonyms = read_synonyms(options.synonyms);
  const auto line = std::make_shared<ProgressLine>();
  building.progress = [line](const querydata::ValueIndexProgress& progress) { (*line)(progress); };
  const auto database = open_named(options.database);
  const auto store = open_store(options.store, StoreMode::read_write).value();
  const auto index = ValueIndex::build(*database, *store, value_index_name(options), building);
  line->clear();
  print(index.value(), options, false);
}

void update(const IndexCommandOptions& options) {
  if (options.documents.is_given()) return update_documents(options);
  const auto store = open_store(options.store, StoreMode::read_write).value();
  if (!options.changes.empty()) {
    print(ValueIndex::update(*store, value_index_name(options), read_changes(options.changes)).value(), options, false);
    return;
  }
  querydata::ValueIndexOptions reading;
  reading.columns = columns_of(options.columns);
  const auto line = std::make_shared<ProgressLine>();
  reading.progress = [line](const querydata::ValueIndexProgress& progress) { (*line)(progress); };
  const auto database = open_named(options.database);
  const auto index = ValueIndex::rescan(*database, *store, value_index_name(options), reading);
  line->clear();
  print(index.value(), options, false);
}

void info(const IndexCommandOptions& options) {
  if (options.of_documents) {
    print(*open_knowledge_base(options.store, knowledge_base_name(options)), nullptr, options);
  } else {
    const auto store = open_store(options.store, StoreMode::read_only).value();
    print(ValueIndex::open(*store, value_index_name(options)).value(), options, true);
  }
}

CLI::App* add(CLI::App& index, const std::string& name, const std::string& description,
              const std::shared_ptr<IndexCommandOptions>& options) {
  CLI::App* command = index.add_subcommand(name, description);
  command->add_option("--store", options->store, "File of the store")->type_name("FILE")->required();
  command
      ->add_option("--index", options->name,
                   "Name of the index in the store; default: \"values\", of documents \"documents\"")
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  return command;
}

CLI::Option* add_columns(CLI::App* command, const std::string& name, std::vector<std::string>& columns,
                         const std::string& description) {
  return command->add_option(name, columns, description)
      ->type_name("TABLE.COLUMN,…")
      ->delimiter(',')
      ->allow_extra_args(false);
}

constexpr const char* notes = R"(Examples:
  querydata index build --db ferry.db --store ferry.store
  querydata index update --db ferry.db --store ferry.store --columns ports.name
  querydata index update --store ferry.store --changes changes.json
  querydata index info --store ferry.store --json
  querydata link --db ferry.db --store ferry.store Mariehamm
  querydata index build --documents docs --store docs.store
  querydata answer --store docs.store "How are stores copied?"
  querydata index build --documentation ferry.db --descriptions meanings --documents notes --store ferry.store

An update of documents indexes what changed and removes what its paths, or the database, no longer have; a path that is
gone or empty loses all of its documents.
A build that was interrupted goes on where it was. With --json: {"columns", "values", "bytes", "segments", "synonyms",
"built_at", "updated_at"}; of documents {"documents", "chunks", "content_bytes", "bytes", "segments", "added", "replaced",
"unchanged", "removed"}, of info the first five.)";

}  // namespace

void add_index(CLI::App& parent, int&) {
  const auto options = std::make_shared<IndexCommandOptions>();
  CLI::App* index = parent.add_subcommand("index", "Keep the values of a database, or documents, ready to be asked");
  index->require_subcommand(1);
  index->footer(notes);
  CLI::App* building = add(*index, "build", "Read the columns whose values people name and index them", options);
  CLI::Option* source =
      building->add_option("--db", options->database, "Database: sqlite:PATH, or just the path of a SQLite file")
          ->type_name("URI");
  options->documents.add_to(*building);
  options->documents.exclude(*source);
  add_columns(building, "--columns", options->columns, "Only these columns, whatever they hold");
  add_columns(building, "--include", options->include, "These columns besides, whatever they hold");
  add_columns(building, "--exclude", options->exclude, "Never these columns");
  building->add_option("--synonyms", options->synonyms, "JSON list of lists of names that mean the same")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  building->callback([options, source] {
    if (!options->documents.is_given() && source->count() == 0)
      throw CLI::RequiredError("--db, --documents or --documentation");
    build(*options);
  });
  CLI::App* updating = add(*index, "update", "Read columns again, or take in a list of changes", options);
  CLI::Option* database = updating->add_option("--db", options->database, "Database to read again")->type_name("URI");
  CLI::Option* columns = add_columns(updating, "--columns", options->columns, "Columns to read again; default: all");
  CLI::Option* changes =
      updating->add_option("--changes", options->changes, "JSON list of {\"table\", \"column\", \"value\", \"rows\"}")
          ->type_name("FILE")
          ->check(CLI::ExistingFile)
          ->excludes(database)
          ->excludes(columns);
  options->documents.add_to(*updating, DocumentsOption::Missing::taken);
  for (CLI::Option* other : {database, changes, columns}) options->documents.exclude(*other);
  updating->callback([options, database, changes] {
    if (database->count() + changes->count() == 0 && !options->documents.is_given())
      throw CLI::RequiredError("--db, --changes, --documents or --documentation");
    update(*options);
  });
  CLI::App* telling = add(*index, "info", "What an index holds", options);
  telling->add_flag("--documents", options->of_documents, "The index of documents, not that of values");
  telling->callback([options] { info(*options); });
}
