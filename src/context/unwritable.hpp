/// @file
/// What a set holds that no file can.
#pragma once

#include <functional>
#include <string>

#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// `report(json_pointer, message)` for every text that is not UTF-8 and every `extra` that is not a JSON object, in the
/// order of the file. A set that was read has none.
void find_unwritable(const ContextSet& set, const std::function<void(std::string, std::string)>& report);

}  // namespace querydata::inline v0::context
