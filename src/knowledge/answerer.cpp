#include "knowledge/answerer.hpp"

#include "knowledge/answer_lists.hpp"
#include "knowledge/answer_spans.hpp"
#include "knowledge/answer_tokens.hpp"
#include "knowledge/answer_weights.hpp"
#include "knowledge/answerability.hpp"
#include "knowledge/question_type.hpp"

namespace querydata::inline v0::knowledge {
namespace {

CitedAnswer refusal(double confidence) {
  return {std::string(no_answer), {}, false, confidence, {}};
}

}  // namespace

CitedAnswer answer_from(std::string_view question, const PassageComparison& comparison,
                        const std::vector<Passage>& passages, const ExtractOptions& options) {
  const QuestionType type = classify_question(question, comparison.language());
  const std::vector<AnswerSentence> sentences = judge_tokens(comparison, type, passages);
  const double confidence = answerability(passages, sentences, comparison.has_meaning());
  const double least = options.least_confidence.value_or(least_answerability(comparison.has_meaning()));
  if (confidence < least) return refusal(confidence);
  std::vector<AnswerSpan> spans;
  if (const auto list = list_answer(sentences, passages, type, most_bytes(options.mean_bytes))) {
    spans = {*list};
  } else {
    spans = choose_spans(sentences, passages, options.mean_bytes, omission.size(),
                         answer_lengths[static_cast<std::size_t>(type)]);
  }
  if (spans.empty()) return refusal(confidence);
  CitedAnswer answer;
  answer.answered = true;
  answer.confidence = confidence;
  bool whole = true;
  for (const AnswerSpan& span : spans) {
    if (!answer.text.empty()) answer.text += whole && span.begins_whole ? " " : omission;
    const Passage& passage = passages[span.passage];
    const std::size_t begin = answer.text.size();
    answer.text += span.span.of(passage.text);
    answer.segments.push_back({{begin, answer.text.size()},
                               span.passage,
                               {passage.source_begin + span.span.begin, passage.source_begin + span.span.end}});
    whole = span.ends_whole;
  }
  return answer;
}

}  // namespace querydata::inline v0::knowledge
