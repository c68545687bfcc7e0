#include "values/column_words.hpp"

#include <algorithm>

#include "text/identifiers.hpp"
#include "text/stem.hpp"

namespace querydata::inline v0::values {
namespace {

/// The stems of an identifier's words; "fname" and "lname" are what everybody calls first and last names.
std::vector<std::string> stems_of(std::string_view identifier) {
  std::vector<std::string> stems;
  const auto add = [&](std::string_view word) { stems.push_back(text::stem(word)); };
  for (const std::string& word : text::split_identifier(identifier)) {
    if (word == "fname" || word == "lname") {
      add(word == "fname" ? "first" : "last");
      add("name");
    } else {
      add(word);
    }
  }
  std::sort(stems.begin(), stems.end());
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

}  // namespace

ColumnWords::ColumnWords(const Schema& schema) {
  for (const Table& table : schema.tables) {
    const auto of_table = stems_of(table.name);
    stems_.insert(of_table.begin(), of_table.end());
    for (const std::string& stem : stems_of(table.label)) stems_.insert(stem);
    for (const Column& column : table.columns) {
      const auto of_column = stems_of(column.name);
      stems_.insert(of_column.begin(), of_column.end());
      for (const std::string& stem : stems_of(column.label)) stems_.insert(stem);
      for (const std::string& stem : of_column) ++counts_[stem];
      names_[{table.qualified_name(), column.name}] = {of_table, of_column, names_.size()};
    }
    for (const ForeignKey& key : table.foreign_keys) {
      for (std::size_t i = 0; i < key.columns.size(); ++i) {
        const Place from{table.qualified_name(), key.columns[i]};
        const Place to{key.referenced_table, key.referenced_columns[i]};
        joined_.insert({from, to});
        joined_.insert({to, from});
      }
    }
  }
}

bool ColumnWords::contains(std::string_view folded) const {
  return stems_.contains(text::stem(folded));
}

const ColumnWords::Name& ColumnWords::of(const std::string& table, const std::string& column) const {
  static const Name none;
  const auto found = names_.find({table, column});
  return found == names_.end() ? none : found->second;
}

std::size_t ColumnWords::columns_with(const std::string& stem) const {
  const auto found = counts_.find(stem);
  return found == counts_.end() ? 1 : found->second;
}

bool ColumnWords::are_joined(const std::string& table, const std::string& column, const std::string& other_table,
                             const std::string& other_column) const {
  return joined_.contains({{table, column}, {other_table, other_column}});
}

}  // namespace querydata::inline v0::values
