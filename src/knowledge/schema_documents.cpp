#include <fmt/format.h>

#include <algorithm>

#include "querydata/knowledge_base.hpp"

namespace querydata::inline v0 {
namespace {

constexpr std::size_t most_samples = 8;

bool is_documented(const Table& table) {
  const auto column_is = [](const Column& column) { return !column.description.empty() || !column.label.empty(); };
  return !table.description.empty() || !table.label.empty() || std::ranges::any_of(table.columns, column_is);
}

std::string heading(const std::string& name, const std::string& label) {
  return label.empty() || label == name ? name : fmt::format("{} ({})", label, name);
}

/// Says whose column it is, so that it can be found and understood without the rest of the document.
std::string column_section(const Table& table, const Column& column) {
  std::string text = fmt::format("\n## {}\n\n", heading(column.name, column.label));
  if (!column.description.empty())
    text += fmt::format("Column {} of {}: {}\n\n", column.name, table.qualified_name(), column.description);
  if (!column.declared_type.empty()) text += fmt::format("Type: {}.\n", column.declared_type);
  if (column.samples.empty()) return text;
  text += "Values:";
  for (std::size_t i = 0; i < std::min(column.samples.size(), most_samples); ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", column.samples[i]);
  return text + ".\n";
}

}  // namespace

std::vector<Document> documents_of(const Schema& schema) {
  std::vector<Document> documents;
  for (const Table& table : schema.tables) {
    if (!is_documented(table)) continue;
    Document document;
    document.name = "documents/schema/" + table.qualified_name();
    document.title = heading(table.qualified_name(), table.label);
    document.description = table.description;
    document.data_source = "schema";
    document.content = fmt::format("# {}\n\n", document.title);
    if (!table.description.empty()) document.content += table.description + '\n';
    for (const Column& column : table.columns) document.content += column_section(table, column);
    document.content_length_bytes = document.content.size();
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace querydata::inline v0
