/// @file
/// The words in the names of tables and columns.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/schema.hpp"

namespace querydata::inline v0::values {

/// Stems of words, by where they stand. Immutable; any number of threads.
class ColumnWords {
 public:
  struct Name {
    std::vector<std::string> table;
    std::vector<std::string> column;
    std::size_t place = 0;  ///< of the column among all of the schema, in its order
  };

  ColumnWords() = default;
  /// @par Cost  linear in the names
  explicit ColumnWords(const Schema& schema);

  /// Whether the stem of a folded word is in some name or label.
  [[nodiscard]] bool contains(std::string_view folded) const;

  /// What is known of a column; nothing for columns that are not there.
  [[nodiscard]] const Name& of(const std::string& table, const std::string& column) const;

  /// How many columns have the stem in their names, at least 1.
  [[nodiscard]] std::size_t columns_with(const std::string& stem) const;

  /// Whether a declared foreign key joins the two columns.
  [[nodiscard]] bool are_joined(const std::string& table, const std::string& column, const std::string& other_table,
                                const std::string& other_column) const;

 private:
  using Place = std::pair<std::string, std::string>;  ///< qualified table, column

  std::set<std::string> stems_;
  std::map<Place, Name> names_;
  std::map<std::string, std::size_t> counts_;
  std::set<std::pair<Place, Place>> joined_;  ///< both ways round
};

}  // namespace querydata::inline v0::values
