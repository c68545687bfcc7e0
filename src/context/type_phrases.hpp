/// @file
/// What a manifest calls the value of a parameter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "context/query_values.hpp"
#include "querydata/derive.hpp"

namespace querydata::inline v0::context {

/// "harbour name", "number", …
/// @param phrase  what the sentence says
[[nodiscard]] std::string type_phrase(const QueryValue& value, std::string_view phrase,
                                      const std::vector<ConceptColumn>& concepts);

}  // namespace querydata::inline v0::context
