/// @file
/// JSON of what plans, verifications and groundings share.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "querydata/join.hpp"
#include "querydata/span.hpp"
#include "querydata/statement.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0::plan {

/// The value in the JSON form that `to_json(Value)` gives it.
[[nodiscard]] boost::json::value value_json(const Value& value);

[[nodiscard]] boost::json::object span_json(const Span& span);

/// `{"dialect","sql","parameters"}`.
[[nodiscard]] boost::json::object statement_json(const Statement& statement);

[[nodiscard]] boost::json::object link_json(const ValueMatch& link);

[[nodiscard]] boost::json::object join_json(const Join& join);

}  // namespace querydata::inline v0::plan
