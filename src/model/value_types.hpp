/// @file
/// The inverse of to_string(ValueType).
#pragma once

#include <optional>
#include <string_view>

#include "querydata/value.hpp"

namespace querydata::inline v0::model {

/// The type of exactly that name ("integer"), or nothing.
[[nodiscard]] std::optional<ValueType> parse_value_type(std::string_view name) noexcept;

}  // namespace querydata::inline v0::model
