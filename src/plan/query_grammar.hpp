/// @file
/// What holds a language model to the tables and columns that it may use.
#pragma once

#include <string>

#include "plan/query_names.hpp"

namespace querydata::inline v0::plan {

/// A grammar in GBNF (github.com/ggml-org/llama.cpp, grammars/README.md) of SELECT statements: the names' tables,
/// joined as the names say, with their columns qualified; conditions, aggregates, groups, order, limits and subqueries.
/// Every text that it accepts parses. Empty where there is no table.
[[nodiscard]] std::string grammar_of(const QueryNames& names);

/// A JSON Schema (draft 2020-12) of the objects that `read_query_object` reads. Empty where there is no table.
[[nodiscard]] std::string json_schema_of(const QueryNames& names);

}  // namespace querydata::inline v0::plan
