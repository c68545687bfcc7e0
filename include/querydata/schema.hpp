/// @file
/// What a database holds: tables, columns and keys, as plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/export.hpp"
#include "querydata/result.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

/// Where a column of a view comes from.
struct ColumnSource {
  std::string table;  ///< qualified name
  std::string column;
  bool operator==(const ColumnSource&) const = default;
};

/// A column of a table or view.
struct Column {
  std::string name;           ///< as the database spells it
  std::string declared_type;  ///< the engine's words, may be empty
  ValueType type = ValueType::unknown;
  bool nullable = true;
  bool generated = false;                ///< computed by the engine
  std::string label;                     ///< readable name ("stadium name"), empty if none is known
  std::string description;               ///< comment or documentation, empty if none is known
  std::optional<std::int64_t> distinct;  ///< number of distinct values, NULL left out, if known
  std::vector<std::string> samples;      ///< values that it holds, as `to_display` writes them; commonest first
  std::vector<ColumnSource> sources;     ///< of a view: the columns that it is computed from, if known
};

/// A foreign key; composite keys pair `columns[i]` with `referenced_columns[i]`.
struct ForeignKey {
  std::vector<std::string> columns;
  std::string referenced_table;                 ///< qualified name as in Table::qualified_name()
  std::vector<std::string> referenced_columns;  ///< never empty: an omitted list is resolved to the primary key
};

enum class TableKind : std::uint8_t { table, view, virtual_table };

/// "table", "view" or "virtual_table". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(TableKind kind) noexcept;

/// A table or a view.
struct Table {
  std::string schema;  ///< "public", "main", … empty for the engine's default
  std::string name;
  TableKind kind = TableKind::table;
  std::vector<Column> columns;
  std::vector<std::string> primary_key;           ///< in key order, empty if there is none
  std::vector<std::vector<std::string>> uniques;  ///< unique keys other than the primary key
  std::vector<ForeignKey> foreign_keys;
  std::string label;                 ///< readable name, empty if none is known
  std::string description;           ///< comment or documentation, empty if none is known
  std::string view_sql;              ///< the SELECT of a view, else empty
  std::optional<std::int64_t> rows;  ///< number of rows, if known

  /// "schema.name", or "name" where `schema` is empty.
  [[nodiscard]] QUERYDATA_API std::string qualified_name() const;
  /// The column of that name, an exact spelling before one that differs in case (ASCII letters); null if there is none.
  /// The pointer is valid until `columns` changes. O(columns).
  [[nodiscard]] QUERYDATA_API const Column* find_column(std::string_view column) const noexcept;
};

/// All tables of a database. Copyable value; reading is safe from any number of threads.
struct Schema {
  std::vector<Table> tables;

  /// The table of that name: a qualified name before a bare one, an exact spelling before one that differs in case
  /// (ASCII letters), and the first where several fit alike. Null if there is none. The pointer is valid until `tables`
  /// changes. O(tables).
  [[nodiscard]] QUERYDATA_API const Table* find_table(std::string_view name) const noexcept;
  /// Reads what `to_json` wrote, or `invalid_argument` with a JSON pointer: a member that is unknown, missing or of the
  /// wrong type. Names are not checked against each other. Cost: linear in the text.
  [[nodiscard]] static QUERYDATA_API Result<Schema> from_json(std::string_view json);
};

/// The schema as JSON, `{"tables":[{"name":…,"columns":[{"name":…,"type":"integer"}]}]}`: members as in the structs
/// above, in their order; those that have their default value are left out. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const Schema& schema);

/// The type that a declared type stands for in the usual engines ("VARCHAR(20)" → text, "NUMERIC(10,2)" → decimal);
/// SQLite's affinity rules (https://www.sqlite.org/datatype3.html, 3.1) decide what no engine declares. Arrays, types
/// of a user and the empty text are `unknown`. Any thread.
[[nodiscard]] QUERYDATA_API ValueType value_type_of(std::string_view declared_type) noexcept;

}  // namespace querydata::inline v0
