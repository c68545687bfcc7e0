#include "options.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "querydata/context_store.hpp"
#include "querydata/error.hpp"
#include "terminal.hpp"

namespace {

/// A longer text on standard input is no question: it is refused before it fills the memory.
constexpr std::size_t longest_input = std::size_t{4} << 20U;

bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  // One letter before a colon is a drive, not a scheme.
  if (colon == std::string_view::npos || colon < 2) return false;
  return std::ranges::all_of(uri.substr(0, colon), [](unsigned char c) { return std::isalnum(c) != 0 || c == '+'; });
}

std::string read_standard_input() {
  std::string text(longest_input + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), stdin));
  querydata::Error error;
  if (std::ferror(stdin) != 0) {
    error = {querydata::ErrorCode::unavailable, "standard input can't be read", {}};
  } else if (text.size() > longest_input) {
    error = {querydata::ErrorCode::resource_exhausted, "the text on standard input is longer than 4 MiB", {}};
  } else {
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return text;
  }
  throw querydata::Exception(std::move(error));
}

}  // namespace

std::optional<querydata::Dialect> dialect_named(const std::string& name) {
  return name == "spanner" ? querydata::Dialect::googlesql : querydata::parse_dialect(name);
}

querydata::Dialect chosen_dialect(const std::string& name, const querydata::Database* database) {
  const auto named = name.empty() ? std::nullopt : dialect_named(name);
  if (database == nullptr) return named.value_or(querydata::Dialect::sqlite);
  if (named && *named != database->dialect()) {
    throw CLI::ValidationError("--dialect", "the database of --db speaks " +
                                                std::string(to_string(database->dialect())) + ", not " + name +
                                                "; leave one of the two out");
  }
  return database->dialect();
}

std::shared_ptr<querydata::Database> open_named(const std::string& database) {
  return querydata::open_database(has_scheme(database) ? database : "sqlite:" + database).value();
}

void CommonOptions::add_to(CLI::App& command) {
  command.add_option("--db", database, "Database: sqlite:PATH, or just the path of a SQLite file")
      ->type_name("URI")
      ->required();
  command.add_flag("--json", json, "Print JSON instead of text");
}

std::shared_ptr<querydata::Database> CommonOptions::open() const {
  return open_named(database);
}

namespace {

constexpr querydata::SchemaFormat formats[] = {querydata::SchemaFormat::ddl, querydata::SchemaFormat::m_schema,
                                               querydata::SchemaFormat::json, querydata::SchemaFormat::list,
                                               querydata::SchemaFormat::mermaid};

}  // namespace

void FormatOption::add_to(CLI::App& command) {
  std::vector<std::string> names = {"text"};
  for (const querydata::SchemaFormat format : formats) names.emplace_back(to_string(format));
  command.add_option("--format", name, "How the schema is printed")->check(CLI::IsMember(names))->capture_default_str();
}

std::optional<querydata::SchemaFormat> FormatOption::format() const {
  for (const querydata::SchemaFormat format : formats) {
    if (name == to_string(format)) return format;
  }
  return std::nullopt;
}

void DescriptionsOption::add_to(CLI::App& command) {
  command.add_option("--descriptions", folder, "Folder of CSV files that describe columns, one named after each table")
      ->type_name("FOLDER")
      ->check(CLI::ExistingDirectory);
}

void DescriptionsOption::describe(querydata::Schema& schema) const {
  if (folder.empty()) return;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".csv") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    auto added = querydata::add_descriptions(schema, file.stem().string(), text);
    if (added) continue;
    querydata::Error error = std::move(added).error();
    error.where.file = file.string();
    throw querydata::Exception(std::move(error));
  }
}

void ContextOption::add_to(CLI::App& command) {
  command.add_option("--context", files, "Context set; give it several times to use several files together")
      ->type_name("FILE")
      ->allow_extra_args(false);
  CLI::Option* stored =
      command.add_option("--context-set", ids, "Context set of the store: NAME, NAME@VERSION, or a contextSetId")
          ->type_name("ID")
          ->allow_extra_args(false);
  CLI::Option* file = command.add_option("--store", store, "File of the store that holds them")->type_name("FILE");
  stored->needs(file);
  file->needs(stored);
}

void ContextOption::add_to_linking(CLI::App& command) {
  add_to(command);
  CLI::Option* file = command.get_option("--store");
  file->description("File of the store that holds them, or an index of values (querydata index build)");
  file->remove_needs(command.get_option("--context-set"));
  command.add_option("--index", index, "Name of the index of values in the store; used if it is there")
      ->type_name("NAME")
      ->capture_default_str()
      ->needs(file);
}

querydata::ValueIndex::Shared ContextOption::read_index() const {
  if (store.empty()) return nullptr;
  const auto opened = querydata::open_store(store, querydata::StoreMode::read_only).value();
  auto found = querydata::ValueIndex::open(*opened, index);
  const bool none = !found && found.error().code == querydata::ErrorCode::not_found;
  return none && index == default_index ? nullptr : std::move(found).value();
}

querydata::ContextSet ContextOption::read() const {
  querydata::ContextSet context;
  for (const std::string& file : files) context.append(querydata::ContextSet::read_file(file).value());
  if (ids.empty()) return context;
  const auto stored = querydata::ContextStore::open(store, querydata::StoreMode::read_only).value();
  for (const std::string& id : ids) context.append(stored.get(id).value());
  return context;
}

void TextArgument::add_to(CLI::App& command, const std::string& name, const std::string& description) {
  command.add_option(name, words, description + "; - reads it from standard input")->type_name("")->required();
}

std::string TextArgument::text() const {
  std::string text = words.size() == 1 && words.front() == "-" ? read_standard_input() : joined(words, " ");
  if (const auto offset = find_invalid_utf8(text)) {
    querydata::Error error{
        querydata::ErrorCode::invalid_argument, "the text is not UTF-8; check the terminal's encoding", {}};
    error.where.byte_offset = *offset;
    throw querydata::Exception(std::move(error));
  }
  return text;
}

void NowOption::add_to(CLI::App& command) {
  command.add_option("--now", iso, "What \"last month\" refers to: 2025-06-30 or 2025-06-30T12:00:00Z, UTC")
      ->type_name("TIME")
      ->check([](const std::string& text) {
        const auto time = querydata::parse_time(text);
        return time ? std::string() : time.error().message;
      });
}

std::optional<std::chrono::sys_seconds> NowOption::time() const {
  return iso ? std::optional(querydata::parse_time(*iso).value()) : std::nullopt;
}

querydata::Planner build_planner(std::shared_ptr<querydata::Database> database, querydata::ContextSet context,
                                 querydata::ValueIndex::Shared index) {
  querydata::PlannerOptions options;
  options.index = std::move(index);
  auto planner = querydata::Planner::build(std::move(database), std::move(context), options).value();
  std::vector<std::string> lines;
  std::set<std::string> templates;
  for (const querydata::Finding& finding : planner.left_out()) {
    const std::string& pointer = finding.json_pointer;
    const std::string item = pointer.substr(0, pointer.find('/', pointer.find('/', 1) + 1));
    lines.push_back("left out " + item + ": " + finding.message);
    if (item.starts_with("/templates/")) templates.insert(item);
  }
  if (!templates.empty() && templates.size() == planner.context().templates.size()) {
    throw querydata::Exception(
        {querydata::ErrorCode::failed_precondition,
         "no template of the context set can be used: " + lines.front() + " `querydata context check` tells the rest",
         {}});
  }
  for (const std::string& line : lines) write_error(line);
  return planner;
}

std::string read_file(const std::string& path, const std::string& what) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!in) {
    throw querydata::Exception({querydata::ErrorCode::not_found, "the " + what + " " + path + " can't be read", {}});
  }
  return bytes;
}

std::vector<querydata::IndexedColumn> text_columns(const querydata::Schema& schema) {
  std::vector<querydata::IndexedColumn> out;
  for (const querydata::Table& table : schema.tables) {
    if (table.kind != querydata::TableKind::table) continue;
    for (const querydata::Column& column : table.columns)
      if (column.type == querydata::ValueType::text || column.type == querydata::ValueType::unknown)
        out.push_back({table.qualified_name(), column.name});
  }
  return out;
}
