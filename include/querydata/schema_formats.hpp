/// @file
/// Schemas in and out of forms that others use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0 {

/// A schema of several in one file.
struct NamedSchema {
  std::string name;
  Schema schema;
};

/// Reads the form of Spider's `tables.json`, which BIRD has too: an array of databases. `Table::schema` is the `db_id`;
/// readable names become labels; composite foreign keys, which the form gives as single pairs, stay single.
/// @return  a schema for each database, or `invalid_argument` naming the database that is not in the form
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<std::vector<NamedSchema>> schemas_from_spider(std::string_view json);

/// Adds what a CSV file in the form of BIRD's descriptions says of the columns of `table`: `column_name` becomes the
/// label, `column_description` and `value_description` the description. The file's first line names its members;
/// `original_column_name` is the column's name, without regard to case. RFC 4180, with a byte order mark or without,
/// in UTF-8; what is no UTF-8 is read as Windows-1252, which some of BIRD's files have.
/// @return  how many columns were described; `not_found` for a table that the schema does not have,
///          `invalid_argument` for a file without `original_column_name` or with a quotation mark that nothing closes.
///          Lines of columns that the table does not have are passed over
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<std::size_t> add_descriptions(Schema& schema, std::string_view table,
                                                                 std::string_view csv);

/// How a schema is written for a reader.
enum class SchemaFormat : std::uint8_t {
  ddl,       ///< CREATE TABLE statements; descriptions, samples and what is no key as comments
  m_schema,  ///< M-Schema, the form of XiYan-SQL: 【DB_ID】, # Table, (column:TYPE, description, Examples: […])
  json,      ///< as `to_json(Schema)`
  list,      ///< QueryWeaver's: a JSON array of [name, description, foreign keys, columns]
  mermaid,   ///< an entity-relationship diagram
};

/// "ddl", "m_schema", "json", "list" or "mermaid". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(SchemaFormat format) noexcept;

struct RenderOptions {
  std::string name;                   ///< of the database, for M-Schema
  Dialect dialect = Dialect::sqlite;  ///< how DDL quotes names
  std::size_t max_samples = 3;        ///< of a column
};

/// The schema as text, ending with a line feed. Deterministic; names and descriptions can't break out of their place:
/// they are quoted, or characters that mean something there are replaced by blanks.
/// @par Cost  linear
/// @par Threads  any
[[nodiscard]] QUERYDATA_API std::string render(const Schema& schema, SchemaFormat format,
                                               const RenderOptions& options = {});

}  // namespace querydata::inline v0
