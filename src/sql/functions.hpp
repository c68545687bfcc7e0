/// @file
/// The functions that a statement may call, by dialect. What is not listed is refused.
#pragma once

#include <cstdint>
#include <string_view>

#include "querydata/dialect.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0::sql {

enum class FunctionKind : std::uint8_t {
  scalar,
  aggregate,
  extremum,  ///< SQLite's min and max: aggregates of one argument, scalars of more
  window,    ///< only with OVER
  table,     ///< in FROM
};

/// What a function gives.
enum class FunctionResult : std::uint8_t {
  fixed,      ///< `Function::type`
  argument,   ///< the type of its first argument
  arguments,  ///< the type that all its arguments share, the condition of iif left out
};

struct Function {
  std::string_view name;  ///< lower case
  FunctionKind kind = FunctionKind::scalar;
  FunctionResult result = FunctionResult::fixed;
  ValueType type = ValueType::unknown;
  std::string_view columns;         ///< of a table function, separated by blanks
  std::string_view hidden_columns;  ///< its arguments, which SQLite shows as columns that no star brings in
};

/// The function of that lower-case name, or null. Lists: src/sql/functions/, one file a dialect.
/// @par Cost  logarithmic in the list
[[nodiscard]] const Function* find_function(std::string_view name, Dialect dialect) noexcept;

/// Whether a call with that many arguments aggregates rows.
[[nodiscard]] bool is_aggregate(const Function& function, std::size_t arguments) noexcept;

}  // namespace querydata::inline v0::sql
