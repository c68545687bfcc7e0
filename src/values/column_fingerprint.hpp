/// @file
/// Whether a column is still the one that was read.
#pragma once

#include <string>

#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "values/wanted_columns.hpp"

namespace querydata::inline v0::values {

/// What a column's rows have in common with those of no other database, as far as counts, bounds and the length of all
/// values tell; empty where the database can't say.
/// @return  the fingerprint, or `cancelled` or `deadline_exceeded`
/// @par Cost  a scan of the column
[[nodiscard]] Result<std::string> fingerprint_of(Database& database, const WantedColumn& column,
                                                 const CallControl& control);

}  // namespace querydata::inline v0::values
