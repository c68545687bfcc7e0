/// @file
/// The name under which linking knows the values that it looks through.
#pragma once

#include "values/indexed_values.hpp"

namespace querydata::inline v0::values {

using ValueIndex = IndexedValues;

}  // namespace querydata::inline v0::values
