/// @file
/// Values of a wrong type in the text of a context set.
#pragma once

#include <string>
#include <string_view>

#include "context/findings.hpp"

namespace querydata::inline v0::context {

/// Finds every value that is of another type than the format has there, so that all of them are told at once, and puts
/// nothing in their places: null for a member or list, {} for an item. What is read from the outcome has the same
/// pointers.
/// @param json  a JSON object
/// @return  the text without them
/// @par Cost  linear
[[nodiscard]] std::string without_wrong_types(std::string_view json, Findings& findings);

}  // namespace querydata::inline v0::context
