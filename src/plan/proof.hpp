/// @file
/// The proof that a statement may run.
#pragma once

#include "querydata/database.hpp"
#include "querydata/sql.hpp"
#include "querydata/statement.hpp"
#include "querydata/verify.hpp"

namespace querydata::inline v0::plan {

/// `inspect`, then the engine's own check. Every statement that a plan holds has passed it.
/// @return  what the statement reads, or the first error
[[nodiscard]] Result<StatementInfo> prove(const Statement& statement, Database& database, const Schema& schema,
                                          const VerifyOptions& options);

}  // namespace querydata::inline v0::plan
