/// @file
/// Checks that need no query language.
#pragma once

#include <string>
#include <string_view>

#include "context/findings.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// What is missing or blank, misspelt or of no kind that the format has, what no file can hold, items that are there
/// twice, and texts that name what is out of scope.
void check_members(const ContextSet& set, const CheckOptions& options, Findings& findings);

/// Whether a text holds nothing but blanks.
[[nodiscard]] inline bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

/// The first of the texts that is not empty.
[[nodiscard]] inline const std::string& first_filled(const std::string& first, const std::string& second) noexcept {
  return first.empty() ? second : first;
}

}  // namespace querydata::inline v0::context
