/// @file
/// SQL functions for fuzzy matching.
#pragma once

#include <span>
#include <string_view>

#include "db/sqlite/handle.hpp"

namespace querydata::inline v0::sqlite {

/// Registers the functions that `register_sqlite_functions` names.
[[nodiscard]] Result<void> register_functions(const Connection& connection);

/// Their names, in lower case.
[[nodiscard]] std::span<const std::string_view> function_names() noexcept;

}  // namespace querydata::inline v0::sqlite
