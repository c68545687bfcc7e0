/// @file
/// SQLite in the conformance suite.
#pragma once

#include "conformance/conformance.hpp"

namespace querydata::conformance {

[[nodiscard]] Quirks sqlite_quirks();

}  // namespace querydata::conformance
