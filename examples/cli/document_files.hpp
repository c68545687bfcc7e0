/// @file
/// Documents out of files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "options.hpp"
#include "querydata/knowledge_base.hpp"

/// The name that a knowledge base has in a store unless another one is given.
inline constexpr const char* default_knowledge_base = "documents";

/// Opens one in a store. What is not there is thrown, with the command that makes it.
[[nodiscard]] querydata::KnowledgeBase::Shared open_knowledge_base(const std::string& store, const std::string& name);

/// A path that has no document any more.
struct EmptiedPath {
  std::string given;
  std::string source;         ///< the path as documents name it
  std::size_t documents = 0;  ///< that it had
};

/// What an update has to do.
struct DocumentFileChanges {
  std::vector<querydata::Document> put;
  std::vector<std::string> remove;  ///< names
  std::vector<EmptiedPath> emptied;
};

/// `--documents PATH…`: files, or folders with everything in them that ends in .md, .markdown, .html, .htm or .txt; and
/// `--documentation URI [--descriptions FOLDER]`: what a database says of its tables and columns.
class DocumentsOption {
 public:
  enum class Missing { refused, taken };
  /// @param missing  whether paths that do not exist are an error of usage
  void add_to(CLI::App& command, Missing missing = Missing::refused);
  /// Makes another option wrong beside these.
  void exclude(CLI::Option& other);
  [[nodiscard]] bool is_given() const { return !paths_.empty() || !database_.empty(); }

  /// The documents. Those of files are named "documents/" and the path; URI and data source are the path in one
  /// spelling (docs for "./docs" and "docs/", relative to the working folder where it is below that), the time that of
  /// the file's last change. Those of a database have the data source "schema". What can't be read is
  /// thrown, and so is a path or a database without any document.
  [[nodiscard]] std::vector<querydata::Document> read() const;
  /// What makes a knowledge base say what the paths and the database say now. A file with the content that it had
  /// keeps its time. Paths that are gone or empty lose their documents; if the base has none of them, that is thrown.
  [[nodiscard]] DocumentFileChanges changes(const querydata::KnowledgeBase& base) const;

 private:
  void add_documentation(std::vector<querydata::Document>& documents) const;
  static void keep_time(const querydata::KnowledgeBase& base, const querydata::Document& before,
                        querydata::Document& now);
  [[nodiscard]] bool is_ours(const querydata::Document& document) const;

  std::vector<std::string> paths_;
  std::string database_;
  DescriptionsOption descriptions_;
  std::vector<CLI::Option*> options_;
};
