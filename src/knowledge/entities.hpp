/// @file
/// Characters that HTML writes by name.
#pragma once

#include <string>
#include <string_view>

#include "querydata/span.hpp"

namespace querydata::inline v0::knowledge {

/// Puts blanks, marks of ASCII and dashes in the place of their names ("&nbsp;", "&lt;", "&#38;"); the rest of each
/// name becomes blanks, so that `text` keeps its length. Names of letters stay: blanks would cut their word in two.
/// @par Cost  O(n)
void decode_entities(std::string& text, Span span);

}  // namespace querydata::inline v0::knowledge
