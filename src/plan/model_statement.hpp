/// @file
/// Statements that a language model wrote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "plan/query_names.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/statement.hpp"
#include "querydata/verify.hpp"

namespace querydata::inline v0::plan {

/// What the model writes where the tables do not answer the question.
inline constexpr std::string_view no_statement = "NO ANSWER";

/// What an answer holds: SQL as it stands there, or the statement of a query object. Nothing of it is checked but its
/// form.
struct ModelStatement {
  std::string sql;
  std::vector<Value> values;  ///< of a query object
  bool gives_up = false;      ///< the model says that there is no answer
};

/// Takes the statement out of an answer: the only fenced block, or the whole text; what a model thinks aloud between
/// <think> and </think> is left out before.
/// @return  the statement, or `invalid_argument` (bytes that are not UTF-8, several blocks, an object that is no query,
///          nothing at all), `resource_exhausted` (longer than `most_bytes`)
/// @par Cost  linear
[[nodiscard]] Result<ModelStatement> read_model_answer(std::string_view answer, const QueryNames& names,
                                                       std::size_t most_bytes);

/// A statement with what each of its bound values is.
struct BoundStatement {
  Statement statement;
  std::vector<ParameterUse> uses;  ///< `uses[i]` of `statement.parameters[i]`
};

/// Binds the plain texts and numbers that an accepted statement compares columns with. Literals of other places stay,
/// and all of them where the engine then refuses the statement.
[[nodiscard]] Result<BoundStatement> bind_literals(const Verification& accepted, Database& database,
                                                   const Schema& schema, const VerifyOptions& options);

}  // namespace querydata::inline v0::plan
