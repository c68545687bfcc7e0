/// @file
/// The query languages that the library reads and writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "querydata/export.hpp"

namespace querydata::inline v0 {

/// A query language. `googlesql` is Spanner's GoogleSQL, `bigtable` the part of GoogleSQL that Bigtable runs; Spanner's
/// PostgreSQL interface and AlloyDB are `postgresql`; Firestore with MongoDB compatibility is `mongodb`.
enum class Dialect : std::uint8_t { sqlite, postgresql, mysql, googlesql, mongodb, bigtable };

/// "sqlite", "postgresql", "mysql", "googlesql", "mongodb" or "bigtable". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(Dialect dialect) noexcept;

/// The dialect of that name (upper and lower case alike), or nothing.
[[nodiscard]] QUERYDATA_API std::optional<Dialect> parse_dialect(std::string_view name) noexcept;

}  // namespace querydata::inline v0
