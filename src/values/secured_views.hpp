/// @file
/// Views that show each session other rows.
#pragma once

#include <set>
#include <string>

#include "querydata/dialect.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::values {

/// The qualified names of parameterised secure views, of the views that read such views, and of the tables that such
/// views read: what nobody may see without the parameters of a session.
///
/// A view is one if its text has a parameter (`$@name` in AlloyDB, `@name` in Cloud SQL for MySQL), asks who the user
/// is, or calls a function that is not one of the dialect's own, or if its text is unknown or can't be read.
/// `docs/value-linking.md` says what follows.
[[nodiscard]] std::set<std::string> secured_tables(const Schema& schema, Dialect dialect);

}  // namespace querydata::inline v0::values
