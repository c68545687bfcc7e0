/// @file
/// What names of stored context sets, of their groups and of their versions are made of.
#pragma once

#include <string_view>

namespace querydata::inline v0::context {

/// Letters, digits, - and _; at most 255.
[[nodiscard]] bool is_name(std::string_view text) noexcept;
/// As a name, and . too; what could be taken for a number ("3", "v3") is none.
[[nodiscard]] bool is_label(std::string_view text) noexcept;
/// A number of a version: 1, 2, 3, …
[[nodiscard]] bool is_number(std::string_view text) noexcept;

}  // namespace querydata::inline v0::context
