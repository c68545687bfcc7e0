/// @file
/// A query with its parameters.
#pragma once

#include <string>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

/// SQL text with the placeholders of its dialect, and the values to bind, in the order of the placeholders' numbers:
/// SQLite `?1`, PostgreSQL `$1`, MySQL `?`, GoogleSQL `@p1`. `rewrite_placeholders` makes these of other forms.
struct Statement {
  Dialect dialect = Dialect::sqlite;
  std::string sql;
  std::vector<Value> parameters;

  bool operator==(const Statement&) const = default;
};

}  // namespace querydata::inline v0
