/// @file
/// Documents out of files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "querydata/knowledge_base.hpp"

/// The name that a knowledge base has in a store unless another one is given.
inline constexpr const char* default_knowledge_base = "documents";

/// `--documents PATH…`: files, or folders with everything in them that ends in .md, .markdown, .html, .htm or .txt.
struct DocumentsOption {
  std::vector<std::string> paths;

  CLI::Option* add_to(CLI::App& command);
  /// The documents, by path. Named "documents/" and the path; the data source is the path as it was given, the time
  /// that of the file's last change. What can't be read is thrown, and so is a path without any document.
  [[nodiscard]] std::vector<querydata::Document> read() const;
  /// Names of the documents that a knowledge base has of these paths and that are not among `present` any more.
  [[nodiscard]] std::vector<std::string> gone(const querydata::KnowledgeBase& base,
                                              const std::vector<querydata::Document>& present) const;
};
