/// @file
/// Everything that is wrong with a statement.
#pragma once

#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/schema.hpp"
#include "querydata/verify.hpp"

namespace querydata::inline v0::plan {

/// The faults that `inspect` sees, none for a statement that it passes.
[[nodiscard]] std::vector<StatementFault> find_faults(std::string_view sql, Dialect dialect, const Schema& schema,
                                                      const VerifyOptions& options);

/// The faults of the values that are to be bound, `values[0]` to the parameter with the number 1 (`ParameterUse`).
/// @param parameters  how many the statement has
[[nodiscard]] std::vector<StatementFault> find_value_faults(const std::vector<Value>& values, std::size_t parameters,
                                                            const std::vector<ParameterUse>& uses, Dialect dialect);

}  // namespace querydata::inline v0::plan
