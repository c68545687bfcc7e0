/// @file
/// Lists of the sources that answer as they stand.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "knowledge/answer_spans.hpp"
#include "knowledge/question_type.hpp"

namespace querydata::inline v0::knowledge {

/// For a question that asks how to do something or for a list: the items, from the first on as far as they have room,
/// of the first list whose heading or introduction says as much of the question as any sentence does, and most of it.
/// @return  none for other questions, without such a list, or where not even its first item has room
/// @par Cost  O(sentences)
[[nodiscard]] std::optional<AnswerSpan> list_answer(const std::vector<AnswerSentence>& sentences,
                                                    const std::vector<Passage>& passages, QuestionType type,
                                                    std::size_t most_bytes);

}  // namespace querydata::inline v0::knowledge
