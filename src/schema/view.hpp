/// @file
/// The part of a schema that a scope leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "model/scope_index.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "schema/evidence.hpp"

namespace querydata::inline v0::schema {

/// What one call may see.
class View {
 public:
  View(const Schema& schema, const Scope& scope) {
    if (!scope.tables && !scope.columns) return;
    const model::ScopeIndex index(scope);
    tables_.resize(schema.tables.size());
    columns_.resize(schema.tables.size());
    for (std::size_t number = 0; number < schema.tables.size(); ++number) {
      const Table& table = schema.tables[number];
      tables_[number] = index.allows(table);
      for (const Column& column : table.columns) columns_[number].push_back(index.allows(table, column));
    }
  }

  /// Empty: all.
  [[nodiscard]] const std::vector<bool>& tables() const { return tables_; }
  [[nodiscard]] bool table(std::uint32_t table) const { return tables_.empty() || tables_[table]; }
  [[nodiscard]] bool column(std::uint32_t table, std::uint32_t column) const {
    return tables_.empty() || (tables_[table] && columns_[table][column]);
  }
  [[nodiscard]] Visible visible() const {
    if (tables_.empty()) return {};
    return [this](std::uint32_t table, std::uint32_t column) {
      return column == NameElement::no_column ? this->table(table) : this->column(table, column);
    };
  }

 private:
  std::vector<bool> tables_;
  std::vector<std::vector<bool>> columns_;
};

}  // namespace querydata::inline v0::schema
