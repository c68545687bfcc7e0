/// @file
/// The types and collations that a statement of PostgreSQL may name. Others may be anyone's.
#pragma once

#include <string_view>

namespace querydata::inline v0::sql {

/// Whether a type of the schema pg_catalog that holds plain values has that name, as the catalog spells it (`int4`,
/// `_int4` for its array): not record and its like, nor those that look names up (`regclass`).
[[nodiscard]] bool is_postgresql_type(std::string_view name) noexcept;

/// Whether well-known extensions have a type of that name: pgvector, PostGIS, citext, hstore, ltree. Which schema they
/// are in differs, so that only the name without one says anything.
[[nodiscard]] bool is_extension_type(std::string_view name) noexcept;

/// Whether a collation is called as PostgreSQL's own (`C`), the system's (`en_US.utf8`) or ICU's (`de-AT-x-icu`).
[[nodiscard]] bool is_postgresql_collation(std::string_view name) noexcept;

}  // namespace querydata::inline v0::sql
