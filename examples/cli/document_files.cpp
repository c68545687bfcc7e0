#include "document_files.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "options.hpp"

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

/// "documents/" and the path without what leads to the same place.
std::string name_of(const fs::path& path) {
  std::string name = path.lexically_normal().generic_string();
  while (name.starts_with("../")) name.erase(0, 3);
  return "documents/" + name.substr(std::min(name.find_first_not_of('/'), name.size()));
}

Document read_document(const fs::path& path, DocumentFormat format, const std::string& source) {
  Document document;
  document.name = name_of(path);
  document.uri = path.generic_string();
  document.title = path.stem().string();
  document.data_source = source;
  document.update_time = changed_at(path);
  document.format = format;
  document.content = read_file(path.string(), "document");
  return document;
}

std::vector<Document> read_path(const std::string& given) {
  std::vector<Document> documents;
  if (!fs::is_directory(given)) {
    documents.push_back(read_document(given, format_of(given).value_or(DocumentFormat::plain_text), given));
    return documents;
  }
  for (const auto& entry : fs::recursive_directory_iterator(given)) {
    if (!entry.is_regular_file()) continue;
    if (const auto format = format_of(entry.path())) documents.push_back(read_document(entry.path(), *format, given));
  }
  if (documents.empty())
    throw querydata::Exception({querydata::ErrorCode::invalid_argument,
                                "the folder holds no document; they end in .md, .markdown, .html, .htm or .txt",
                                {given, {}, {}, {}}});
  std::ranges::sort(documents, {}, &Document::name);
  return documents;
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

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

void DocumentsOption::add_to(CLI::App& command) {
  options_.push_back(command
                         .add_option("--documents", paths_,
                                     "Documents: files, or folders of .md, .markdown, .html, .htm and .txt files")
                         ->type_name("PATH")
                         ->check(CLI::ExistingPath));
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
    std::ranges::move(found, std::back_inserter(documents));
  }
  if (!database_.empty()) {
    std::vector<Document> found = read_documentation(database_, descriptions_);
    std::ranges::move(found, std::back_inserter(documents));
  }
  return documents;
}

std::vector<std::string> DocumentsOption::gone(const querydata::KnowledgeBase& base,
                                               const std::vector<Document>& present) const {
  std::set<std::string> names;
  for (const Document& document : present) names.insert(document.name);
  std::vector<std::string> sources = paths_;
  if (!database_.empty()) sources.push_back(schema_source);
  std::vector<std::string> gone;
  for (const std::string& source : sources) {
    querydata::ListDocumentsRequest request;
    request.filter = "data_source = " + quoted(source);
    request.page_size = 1000;
    do {
      const auto page = base.list_documents(request).value();
      for (const Document& document : page.documents)
        if (!names.contains(document.name)) gone.push_back(document.name);
      request.page_token = page.next_page_token;
    } while (!request.page_token.empty());
  }
  return gone;
}
