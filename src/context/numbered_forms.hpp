/// @file
/// Items as the Planner reads them: with parameterised forms whose placeholders are numbered.
#pragma once

#include "querydata/context_items.hpp"
#include "querydata/dialect.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::context {

/// The item with `$1`, `$2`, … for whatever its author wrote: forms of which one is missing are derived; names
/// (`@city`,
/// `:city`, `?1`) are numbered by their query; each `?` of the sentence is paired with those of the query by the values
/// that both texts hold in their place, `?` with one value being one parameter.
///
/// @param schema  borrowed; may be null
///
/// What can't be derived or paired stays as it is; analysing it tells what is wrong.
[[nodiscard]] Template with_numbered_forms(Template item, Dialect dialect, const Schema* schema);
[[nodiscard]] Facet with_numbered_forms(Facet item, Dialect dialect, const Schema* schema);

}  // namespace querydata::inline v0::context
