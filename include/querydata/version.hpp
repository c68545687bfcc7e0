/// @file
/// The release version of the library. CMake reads the three numbers from here.
#pragma once

#include <string_view>

#include "querydata/export.hpp"

#define QUERYDATA_VERSION_MAJOR 0
#define QUERYDATA_VERSION_MINOR 1
#define QUERYDATA_VERSION_PATCH 0

namespace querydata::inline v0 {

/// The version of the library that was linked, "major.minor.patch". Static text; any thread.
[[nodiscard]] QUERYDATA_API std::string_view version() noexcept;

}  // namespace querydata::inline v0
