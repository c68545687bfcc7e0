/// @file
/// Answers that a language model of the host writes, held against the sources.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/answerer.hpp"
#include "querydata/knowledge_base.hpp"
#include "querydata/language_model.hpp"

namespace querydata::inline v0::knowledge {

struct ModelAnswerOptions {
  Unsupported unsupported = Unsupported::remove;
};

/// What the model is told: the rules, the sources between marks that they cannot contain, the question. Text between
/// the marks is data, and the prompt says so.
[[nodiscard]] std::string answer_prompt(std::string_view question, const std::vector<Passage>& passages);

/// Has the model answer, and keeps the sentences that the passages support. Citations are those that were found here:
/// marks like "[1]" that the model writes are left out. Several segments of one sentence cite its several sources.
/// @return  the answer, a refusal when nothing is left or the model says that it does not know; or the model's own
///          error, or `failed_precondition` when it writes bytes that are not UTF-8
/// @par Cost  the model's, and O(sentences of the answer · words of the passages)
[[nodiscard]] Result<CitedAnswer> answer_with_model(std::string_view question, const PassageComparison& comparison,
                                                    const std::vector<Passage>& passages, const LanguageModel& model,
                                                    const ModelAnswerOptions& options = {});

}  // namespace querydata::inline v0::knowledge
