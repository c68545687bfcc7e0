/// @file
/// A query as a JSON object: what a model that is held to JSON answers.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>

#include "plan/query_names.hpp"
#include "querydata/result.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0::plan {

inline constexpr std::size_t most_query_parts = 64;  ///< of one list in the object

/// The statement that the object describes, its values bound. The object fits `json_schema_of(names)`:
/// `{"select":[{"column","function"}],"distinct","from","joins":[…],"where":[{"column","op","value","values"}],
/// "group_by":[…],"order_by":[{"column","function","descending"}],"limit"}`; the conditions are joined by AND, the
/// joins by the tables that are there before them.
/// @return  the statement, or `invalid_argument` with a JSON pointer
[[nodiscard]] Result<Statement> read_query_object(const boost::json::object& object, const QueryNames& names);

}  // namespace querydata::inline v0::plan
