#include "document_files.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "options.hpp"
#include "querydata/store.hpp"

namespace {

namespace fs = std::filesystem;
using querydata::Document;
using querydata::DocumentFormat;

constexpr const char* schema_source = "schema";  // what `documents_of` gives

std::optional<DocumentFormat> format_of(const fs::path& path) {
  std::string end = path.extension().string();
  std::ranges::transform(end, end.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (end == ".md" || end == ".markdown") return DocumentFormat::markdown;
  if (end == ".html" || end == ".htm") return DocumentFormat::html;
  if (end == ".txt") return DocumentFormat::plain_text;
  return std::nullopt;
}

querydata::FilterTime changed_at(const fs::path& path) {
  const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(path)).time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(time - seconds);
  return {seconds.count(), static_cast<std::int32_t>(rest.count())};
}

/// One spelling for "docs", "./docs", "docs/" and its absolute path below the working folder.
fs::path normal(const std::string& given) {
  fs::path path = fs::path(given).lexically_normal();
  if (path.is_absolute()) {
    const fs::path inside = path.lexically_relative(fs::current_path());
    if (!inside.empty() && *inside.begin() != "..") path = inside;
  }
  if (!path.has_filename() && path.has_relative_path()) path = path.parent_path();
  return path;
}

bool is_in(const std::string& uri, const std::string& source) {
  if (source == ".") return !uri.starts_with('/') && !uri.starts_with("../");
  return uri == source || (uri.starts_with(source) && uri[source.size()] == '/');
}

/// "documents/" and the path without what leads to the same place.
std::string name_of(const fs::path& path) {
  std::string name = path.lexically_normal().generic_string();
  while (name.starts_with("../")) name.erase(0, 3);
  return "documents/" + name.substr(std::min(name.find_first_not_of('/'), name.size()));
}

Document read_document(const fs::path& path, DocumentFormat format, const std::string& source) {
  Document document;
  document.name = name_of(path);
  document.uri = path.lexically_normal().generic_string();
  // The others say it themselves.
  if (format == DocumentFormat::plain_text) document.title = path.stem().string();
  document.data_source = source;
  document.update_time = changed_at(path);
  document.format = format;
  document.content = read_file(path.string(), "document");
  return document;
}

/// The documents of a path, none where there are none.
std::vector<Document> read_path(const std::string& given) {
  std::vector<Document> documents;
  const fs::path path = normal(given);
  const std::string source = path.generic_string();
  if (!fs::exists(path)) return documents;
  if (!fs::is_directory(path)) {
    documents.push_back(read_document(path, format_of(path).value_or(DocumentFormat::plain_text), source));
    return documents;
  }
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    if (const auto format = format_of(entry.path())) documents.push_back(read_document(entry.path(), *format, source));
  }
  std::ranges::sort(documents, {}, &Document::name);
  return documents;
}

void require_documents(const std::string& path, const std::vector<Document>& found) {
  if (found.empty())
    throw querydata::Exception({querydata::ErrorCode::invalid_argument,
                                "the folder holds no document; they end in .md, .markdown, .html, .htm or .txt",
                                {path, {}, {}, {}}});
}

/// The tables and columns of a database that say something of themselves.
std::vector<Document> read_documentation(const std::string& database, const DescriptionsOption& descriptions) {
  querydata::Schema schema = open_named(database)->read_schema().value();
  descriptions.describe(schema);
  std::vector<Document> documents = querydata::documents_of(schema);
  if (documents.empty())
    throw querydata::Exception(
        {querydata::ErrorCode::invalid_argument,
         "no table or column of the database " + database + " has a comment; describe them with --descriptions",
         {}});
  return documents;
}

}  // namespace

querydata::KnowledgeBase::Shared open_knowledge_base(const std::string& store, const std::string& name) {
  constexpr const char* remedy = "make it with `querydata index build --documents`";
  auto opened = querydata::open_store(store, querydata::StoreMode::read_only);
  if (!opened && !fs::exists(store))
    throw querydata::Exception(
        {querydata::ErrorCode::not_found, std::string("there is no such store; ") + remedy, {store, {}, {}, {}}});
  auto base = querydata::KnowledgeBase::open(*std::move(opened).value(), name);
  if (!base && base.error().code == querydata::ErrorCode::not_found)
    throw querydata::Exception({querydata::ErrorCode::not_found,
                                "the store has no documents under the name \"" + name + "\"; " + remedy,
                                {store, {}, {}, {}}});
  return std::move(base).value();
}

void DocumentsOption::add_to(CLI::App& command, Missing missing) {
  CLI::Option* paths = command.add_option("--documents", paths_,
                                          "Documents: files, or folders of .md, .markdown, .html, .htm and .txt files");
  options_.push_back(paths->type_name("PATH"));
  if (missing == Missing::refused) paths->check(CLI::ExistingPath);
  CLI::Option* database = command
                              .add_option("--documentation", database_,
                                          "Database whose tables and columns are documents, by their comments")
                              ->type_name("URI");
  options_.push_back(database);
  descriptions_.add_to(command);
  command.get_option("--descriptions")->needs(database);
}

void DocumentsOption::exclude(CLI::Option& other) {
  for (CLI::Option* option : options_) option->excludes(&other);
}

std::vector<Document> DocumentsOption::read() const {
  std::vector<Document> documents;
  for (const std::string& path : paths_) {
    std::vector<Document> found = read_path(path);
    require_documents(path, found);
    std::ranges::move(found, std::back_inserter(documents));
  }
  add_documentation(documents);
  return documents;
}

void DocumentsOption::add_documentation(std::vector<Document>& documents) const {
  if (database_.empty()) return;
  std::vector<Document> found = read_documentation(database_, descriptions_);
  std::ranges::move(found, std::back_inserter(documents));
}

DocumentFileChanges DocumentsOption::changes(const querydata::KnowledgeBase& base) const {
  DocumentFileChanges changes;
  std::map<std::string, Document*> present;
  for (const std::string& path : paths_) {
    std::vector<Document> found = read_path(path);
    if (found.empty()) changes.emptied.push_back({path, normal(path).generic_string(), 0});
    std::ranges::move(found, std::back_inserter(changes.put));
  }
  add_documentation(changes.put);
  for (Document& document : changes.put) present[document.name] = &document;
  querydata::ListDocumentsRequest request;
  request.page_size = 1000;
  do {
    const auto page = base.list_documents(request).value();
    for (const Document& document : page.documents) {
      const auto place = present.find(document.name);
      if (place != present.end()) {
        keep_time(base, document, *place->second);
      } else if (is_ours(document)) {
        changes.remove.push_back(document.name);
        for (EmptiedPath& path : changes.emptied) path.documents += is_in(document.uri, path.source) ? 1 : 0;
      }
    }
    request.page_token = page.next_page_token;
  } while (!request.page_token.empty());
  for (const EmptiedPath& path : changes.emptied)
    if (path.documents == 0) {
      if (fs::is_directory(path.given)) require_documents(path.given, {});
      throw querydata::Exception({querydata::ErrorCode::not_found,
                                  "the path does not exist, and the index has no document of it; check its spelling",
                                  {path.given, {}, {}, {}}});
    }
  return changes;
}

void DocumentsOption::keep_time(const querydata::KnowledgeBase& base, const Document& before, Document& now) {
  if (now.content.size() != before.content_length_bytes || now.update_time == before.update_time) return;
  if (base.get_document(before.name).value().content == now.content) now.update_time = before.update_time;
}

bool DocumentsOption::is_ours(const Document& document) const {
  if (document.data_source == schema_source && document.name.starts_with("documents/schema/"))
    return !database_.empty();
  return is_in(document.uri, document.data_source) && std::ranges::any_of(paths_, [&](const std::string& path) {
           return is_in(document.uri, normal(path).generic_string());
         });
}
