/// @file
/// The text of an HTML page.
#pragma once

#include <string_view>

#include "knowledge/markup.hpp"

namespace querydata::inline v0::knowledge {

/// `read_markup` of HTML.
[[nodiscard]] ReadableText read_html(std::string_view document);

}  // namespace querydata::inline v0::knowledge
