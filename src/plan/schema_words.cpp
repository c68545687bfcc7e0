#include "plan/schema_words.hpp"

#include <algorithm>

#include "plan/utterance.hpp"

namespace querydata::inline v0::plan {

SchemaWords::SchemaWords(const Schema& schema) {
  for (const Table& table : schema.tables) {
    const std::string name = table.qualified_name();
    tables_[name] = add_name(table.name, table.label);
    for (const Column& column : table.columns) columns_[{name, column.name}] = add_name(column.name, column.label);
  }
  for (const auto& [name, terms] : tables_) all_.insert(all_.end(), terms.begin(), terms.end());
  for (const auto& [name, terms] : columns_) all_.insert(all_.end(), terms.begin(), terms.end());
  std::sort(all_.begin(), all_.end());
  all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
}

const std::vector<std::size_t>& SchemaWords::table(std::string_view qualified_name) const {
  static const std::vector<std::size_t> none;
  const auto found = tables_.find(qualified_name);
  return found == tables_.end() ? none : found->second;
}

const std::vector<std::size_t>& SchemaWords::column(std::string_view table, std::string_view column) const {
  static const std::vector<std::size_t> none;
  const auto found = columns_.find({std::string(table), std::string(column)});
  return found == columns_.end() ? none : found->second;
}

std::vector<std::size_t> SchemaWords::add_name(std::string_view name, std::string_view label) {
  std::vector<std::size_t> terms;
  for (const std::string_view text : {name, label}) {
    for (const Term& term : name_terms(text)) {
      const std::size_t number = vocabulary_.add(term);
      if (std::find(terms.begin(), terms.end(), number) == terms.end()) terms.push_back(number);
    }
  }
  return terms;
}

}  // namespace querydata::inline v0::plan
