/// @file
/// What the rows of a value search hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "context/query_reader.hpp"

namespace querydata::inline v0::context {

struct ValueSearchColumns {
  std::vector<std::string> missing;        ///< of the five names, those that no result column has
  std::vector<std::string> concept_types;  ///< the literals that are given as `concept_type`
};

/// Of a parsed query its result columns; of a lexed one the words that may be their names. A star may bring in any.
[[nodiscard]] ValueSearchColumns value_search_columns(std::string_view query, const QueryReading& reading);

}  // namespace querydata::inline v0::context
