/// @file
/// A text with placeholders laid beside the text with values, where the two do not quite agree.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "context/placeholder_pairing.hpp"

namespace querydata::inline v0::context {

/// What a placeholder may take up of the other text.
enum class Filling : std::uint8_t {
  literal,  ///< of a query: one string, number or word
  phrase    ///< of a sentence: words that follow each other
};

/// The placeholders of `parameterized` with what stands in their place, by the alignment with the fewest tokens that
/// differ. A question mark that both texts have is no placeholder.
/// @return  nothing where a placeholder meets nothing, where half of the tokens differ, or for texts of more than 400
/// tokens
/// @par Cost  the product of the numbers of tokens
[[nodiscard]] std::optional<std::vector<Placeholder>> align_texts(std::string_view parameterized,
                                                                  std::string_view literal, Filling filling);

}  // namespace querydata::inline v0::context
