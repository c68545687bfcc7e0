/// @file
/// When two names are one, by dialect.
#pragma once

#include <string>
#include <string_view>

#include "model/names.hpp"
#include "querydata/dialect.hpp"

namespace querydata::inline v0::sql {

/// The key under which equal names of columns meet. PostgreSQL's are folded where they are read, and then differ by
/// case; those of the others don't.
inline std::string name_key(std::string_view name, Dialect dialect) {
  return dialect == Dialect::postgresql ? std::string(name) : model::lower(name);
}

inline bool same_name(std::string_view a, std::string_view b, Dialect dialect) noexcept {
  return dialect == Dialect::postgresql ? a == b : model::equal_ignoring_case(a, b);
}

/// Names of tables and their aliases: MySQL too tells them apart by case, on Linux as it comes (lower_case_table_names
/// = 0).
inline std::string table_key(std::string_view name, Dialect dialect) {
  return dialect == Dialect::mysql ? std::string(name) : name_key(name, dialect);
}

inline bool same_table_name(std::string_view a, std::string_view b, Dialect dialect) noexcept {
  return dialect == Dialect::mysql ? a == b : same_name(a, b, dialect);
}

}  // namespace querydata::inline v0::sql
