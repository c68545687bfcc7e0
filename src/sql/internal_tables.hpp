/// @file
/// The tables by which an engine speaks of itself.
#pragma once

#include <string_view>

#include "querydata/dialect.hpp"

namespace querydata::inline v0::sql {

/// Whether a table of that name belongs to the engine: catalogs, statistics, settings. `schema` is empty for a bare
/// name. Names are compared without regard to the case of ASCII letters.
[[nodiscard]] bool is_internal_table(std::string_view schema, std::string_view name, Dialect dialect);

}  // namespace querydata::inline v0::sql
