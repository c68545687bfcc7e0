/// @file
/// What kind of answer a question asks for.
#pragma once

#include <cstddef>
#include <string_view>

#include "knowledge/language.hpp"

namespace querydata::inline v0::knowledge {

enum class QuestionType { what, who, when, where, how_many, why, how_to, yes_no, definition, list };
inline constexpr std::size_t question_types = 10;

/// By the first question word of the language ("Wie viele", "In what year"); `what` where none tells.
[[nodiscard]] QuestionType classify_question(std::string_view question, Language language);

}  // namespace querydata::inline v0::knowledge
