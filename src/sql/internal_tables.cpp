#include "sql/internal_tables.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "model/names.hpp"

namespace querydata::inline v0::sql {

namespace {

constexpr std::array<std::string_view, 1> postgresql_schemas{"information_schema"};
constexpr std::array<std::string_view, 4> mysql_schemas{"information_schema", "mysql", "performance_schema", "sys"};
constexpr std::array<std::string_view, 3> googlesql_schemas{"information_schema", "pg_catalog", "spanner_sys"};

std::span<const std::string_view> schemas_of(Dialect dialect) {
  if (dialect == Dialect::postgresql) return postgresql_schemas;
  if (dialect == Dialect::mysql) return mysql_schemas;
  return googlesql_schemas;
}

}  // namespace

bool is_internal_table(std::string_view schema, std::string_view name, Dialect dialect) {
  const auto lower = model::lower(name);
  if (dialect == Dialect::sqlite) return lower.starts_with("sqlite_") || lower.starts_with("pragma_");
  const auto lower_schema = model::lower(schema);
  const auto schemas = schemas_of(dialect);
  if (std::find(schemas.begin(), schemas.end(), lower_schema) != schemas.end()) return true;
  // PostgreSQL searches pg_catalog before any other schema; temporary tables live in pg_temp_….
  return dialect == Dialect::postgresql && (lower.starts_with("pg_") || lower_schema.starts_with("pg_"));
}

}  // namespace querydata::inline v0::sql
