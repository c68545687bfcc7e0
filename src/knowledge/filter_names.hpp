/// @file
/// Names of fields in their two spellings, and pieces of a filter as messages show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace querydata::inline v0::knowledge {

/// AND, OR and NOT, in capitals.
[[nodiscard]] bool is_keyword(std::string_view word) noexcept;

/// An ASCII letter or `_`, then letters, digits and `_`.
[[nodiscard]] bool is_field_name(std::string_view name) noexcept;

/// The spelling in camelCase: "update_time" becomes "updateTime". Names that proto3 JSON writes alike are alike.
[[nodiscard]] std::string camel_case(std::string_view name);

/// Whether two names have one spelling in camelCase.
[[nodiscard]] bool same_field(std::string_view a, std::string_view b) noexcept;

/// The word or character at `offset` for a message, between backticks; control characters escaped.
[[nodiscard]] std::string shown(std::string_view text, std::size_t offset);

}  // namespace querydata::inline v0::knowledge
