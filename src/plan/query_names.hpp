/// @file
/// The names that a query over a few tables may use, as the dialect writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/join.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::plan {

struct NamedColumn {
  std::string name;  ///< "book.title": the table's qualified name and the column's, without quotes
  std::string table;
  std::string sql;
};

struct NamedJoin {
  std::string condition;  ///< as SQL
  std::string table;
  std::string referenced_table;
};

struct NamedTable {
  std::string name;  ///< qualified
  std::string sql;
};

struct QueryNames {
  Dialect dialect = Dialect::sqlite;
  std::vector<NamedTable> tables;
  std::vector<NamedColumn> columns;
  std::vector<NamedJoin> joins;  ///< no two with one condition

  [[nodiscard]] const NamedTable* find_table(std::string_view name) const noexcept;
  [[nodiscard]] const NamedColumn* find_column(std::string_view name) const noexcept;
  [[nodiscard]] const NamedJoin* find_join(std::string_view condition) const noexcept;
};

/// @param joins  those between tables that `schema` does not have are passed over, and those of a table with itself,
///               which need aliases
[[nodiscard]] QueryNames names_of(const Schema& schema, const std::vector<Join>& joins, Dialect dialect);

}  // namespace querydata::inline v0::plan
