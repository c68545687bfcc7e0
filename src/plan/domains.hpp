/// @file
/// What the columns hold that parameters are compared with.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/template_analysis.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/value_linker.hpp"

namespace querydata::inline v0::plan {

/// Sets the value form and the domain of every slot from the database, and tells which columns to index.
///
/// The domain of a slot is its own columns and those that hold nearly all of their values and more: a state of
/// `river.traverse` may be any state of `state.state_name`, also one without a river.
/// @return  the columns whose values questions may name, each once, or the database's error
/// @par Cost  a scan of each text column, at most `most_columns` beyond the compared ones
[[nodiscard]] Result<std::vector<IndexedColumn>> read_domains(std::vector<ItemAnalysis*> items, Database& database,
                                                              const Schema& schema, std::size_t max_values,
                                                              const CallControl& control);

}  // namespace querydata::inline v0::plan
