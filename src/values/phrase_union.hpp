/// @file
/// One statement that runs a value search for several phrases.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0::values {

/// `SELECT 0, s.columns… FROM (query) AS s UNION ALL SELECT 1, …`: the number of the phrase, counted from 0, then the
/// columns of that name, so that a distant engine is asked once. Bound value `i` is phrase `order[i]`.
/// @param query    whose only parameter is `$value`
/// @param columns  of the query, by their names
/// @return  the statement in the dialect's placeholders; errors of `rewrite_placeholders`
/// @par Cost  linear in the query times the phrases
[[nodiscard]] Result<RewrittenSql> union_of_phrases(std::string_view query, Dialect dialect,
                                                    const std::vector<std::string>& columns, std::size_t phrases);

}  // namespace querydata::inline v0::values
