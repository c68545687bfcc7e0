/// @file
/// Values as literals: statements that run without anything bound.
#pragma once

#include <string>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/statement.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0::sql {

/// The value as one literal of the dialect, with its sign.
/// @return  the literal, or `failed_precondition` for what none can hold: a NUL byte in SQLite's and PostgreSQL's
/// texts,
///          text that is not UTF-8, infinities, NaN, and the least integer, whose digits without the sign are none
[[nodiscard]] Result<std::string> value_literal(const Value& value, Dialect dialect);

/// The statement with its values in the places of its placeholders. The text parses, with as many values more.
/// @return  the text, or the errors of `value_literal` and `fill_parameters`
/// @par Cost  linear
[[nodiscard]] Result<std::string> text_of(const Statement& statement);

}  // namespace querydata::inline v0::sql
