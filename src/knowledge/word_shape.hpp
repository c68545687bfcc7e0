/// @file
/// What a word looks like.
#pragma once

#include <string_view>

#include "knowledge/answer_tokens.hpp"

namespace querydata::inline v0::knowledge {

/// The shape by spelling alone: `date` for years and names of months, `number` for digits and number words, `name` for
/// a capital that does not begin the sentence.
/// @param text  what the term's span measures
[[nodiscard]] WordShape shape_of(const Term& term, std::string_view text, bool begins_sentence);

}  // namespace querydata::inline v0::knowledge
