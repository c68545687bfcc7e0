/// @file
/// The values that stand in a call of the MongoDB shell, or in a member of its filter.
#pragma once

#include <string_view>
#include <vector>

#include "context/query_values.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0::context {

/// As `query_values`: texts and numbers of filters (the first argument of `find` and its like, `$match`), `$limit` and
/// `.limit(…)`. Keys, paths of fields, options and the values of other stages are none. A subject's table is the
/// collection.
/// @return  the values, or `invalid_argument` for a text whose quotes or brackets do not close or that has
/// placeholders,
///          `permission_denied` for a call that may write
/// @par Cost  linear
[[nodiscard]] Result<std::vector<QueryValue>> shell_values(std::string_view text, QueryForm form);

}  // namespace querydata::inline v0::context
