/// @file
/// The words of a text as the embedders see them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::search {

/// Folded words and numbers, identifiers cut up: "airportCode" is two. Punctuation and possessives are left out.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

}  // namespace querydata::inline v0::search
