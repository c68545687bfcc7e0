/// @file
/// The words of the names of tables and columns, and of the intents, in one vocabulary.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/terms.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::plan {

/// Vocabulary of a planner with the names of its schema.
class SchemaWords {
 public:
  explicit SchemaWords(const Schema& schema);

  [[nodiscard]] Vocabulary& vocabulary() noexcept { return vocabulary_; }
  [[nodiscard]] const Vocabulary& vocabulary() const noexcept { return vocabulary_; }
  /// Words of a table's name and label; empty for an unknown table.
  [[nodiscard]] const std::vector<std::size_t>& table(std::string_view qualified_name) const;
  [[nodiscard]] const std::vector<std::size_t>& column(std::string_view table, std::string_view column) const;
  /// Words that occur in names of the schema, ascending.
  [[nodiscard]] const std::vector<std::size_t>& all() const noexcept { return all_; }

 private:
  std::vector<std::size_t> add_name(std::string_view name, std::string_view label);

  Vocabulary vocabulary_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> tables_;
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> columns_;
  std::vector<std::size_t> all_;
};

}  // namespace querydata::inline v0::plan
