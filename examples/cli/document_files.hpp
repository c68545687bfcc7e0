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

/// `--documents PATH…`: files, or folders with everything in them that ends in .md, .markdown, .html, .htm or .txt; and
/// `--documentation URI [--descriptions FOLDER]`: what a database says of its tables and columns.
class DocumentsOption {
 public:
  void add_to(CLI::App& command);
  /// Makes another option wrong beside these.
  void exclude(CLI::Option& other);
  [[nodiscard]] bool is_given() const { return !paths_.empty() || !database_.empty(); }

  /// The documents. Those of files are named "documents/" and the path; the data source is the path as it was given,
  /// the time that of the file's last change. Those of a database have the data source "schema". What can't be read is
  /// thrown, and so is a path or a database without any document.
  [[nodiscard]] std::vector<querydata::Document> read() const;
  /// Names of the documents that a knowledge base has of these sources and that are not among `present` any more.
  [[nodiscard]] std::vector<std::string> gone(const querydata::KnowledgeBase& base,
                                              const std::vector<querydata::Document>& present) const;

 private:
  std::vector<std::string> paths_;
  std::string database_;
  DescriptionsOption descriptions_;
  std::vector<CLI::Option*> options_;
};
