/// @file
/// What stands in quotation marks.
#pragma once

#include <string_view>
#include <vector>

#include "querydata/span.hpp"

namespace querydata::inline v0::values {

/// What stands in quotation marks of English, German or French form or in straight ones, without the marks and the
/// blanks inside of them; not empty and of at most 512 bytes, by place. A mark between letters is an apostrophe.
/// @par Cost  O(n)
[[nodiscard]] std::vector<Span> find_quotations(std::string_view text);

}  // namespace querydata::inline v0::values
