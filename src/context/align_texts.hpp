/// @file
/// A text with placeholders laid beside the text with values, where the two do not quite agree.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "context/placeholder_pairing.hpp"
#include "querydata/dialect.hpp"

namespace querydata::inline v0::context {

/// The placeholders of a sentence with the words that stand in their place, by the alignment with the fewest tokens
/// that differ. A question mark that both texts have is no placeholder.
/// @return  nothing where a placeholder meets nothing, where half of the tokens differ, or for texts of more than 400
/// tokens
/// @par Cost  the product of the numbers of tokens
[[nodiscard]] std::optional<std::vector<Placeholder>> align_sentences(std::string_view parameterized,
                                                                      std::string_view literal);

/// The same of a query, whose placeholders stand for one string, number or word each.
[[nodiscard]] std::optional<std::vector<Placeholder>> align_queries(std::string_view parameterized,
                                                                    std::string_view literal, Dialect dialect);

}  // namespace querydata::inline v0::context
