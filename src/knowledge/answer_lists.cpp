#include "knowledge/answer_lists.hpp"

#include <algorithm>
#include <string_view>

#include "knowledge/sentences.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr double least_focus = .6;  ///< of an introduction: more than half of what is asked
constexpr std::size_t fewest_items = 2;

class ListReader {
 public:
  ListReader(const std::vector<AnswerSentence>& sentences, const std::vector<Passage>& passages)
      : sentences_(sentences), passages_(passages) {}

  [[nodiscard]] bool is_item(std::size_t place) const {
    const AnswerSentence& sentence = sentences_[place];
    return list_mark(sentence.span.of(passages_[sentence.passage].text)) > 0;
  }

  /// Behind the list that begins at `first`: an empty line ends it if no item follows.
  [[nodiscard]] std::size_t end_of_list(std::size_t first) const {
    std::size_t end = first + 1;
    while (end < sentences_.size() && sentences_[end].passage == sentences_[first].passage &&
           (is_item(end) || !is_apart(end)))
      ++end;
    return end;
  }

  /// Whether a line ends before the sentence, so that it is not one of the item before.
  [[nodiscard]] bool is_apart(std::size_t place) const {
    const Span between{sentences_[place - 1].span.end, sentences_[place].span.begin};
    const std::string_view text = between.of(passages_[sentences_[place].passage].text);
    return std::ranges::count(text, '\n') > 1;
  }

  /// What the sentence before the list and the one before that hold of the question.
  [[nodiscard]] double introduction(std::size_t first) const {
    constexpr std::size_t longest = 2;
    double focus = 0;
    for (std::size_t back = 1; back <= std::min(longest, first); ++back) {
      if (sentences_[first - back].passage != sentences_[first].passage || is_item(first - back)) break;
      focus = std::max(focus, sentences_[first - back].focus);
    }
    return focus;
  }

 private:
  const std::vector<AnswerSentence>& sentences_;
  const std::vector<Passage>& passages_;
};

}  // namespace

std::optional<AnswerSpan> list_answer(const std::vector<AnswerSentence>& sentences,
                                      const std::vector<Passage>& passages, QuestionType type, std::size_t most_bytes) {
  if (type != QuestionType::how_to && type != QuestionType::list) return std::nullopt;
  const ListReader reader(sentences, passages);
  double best = least_focus;
  for (const AnswerSentence& sentence : sentences) best = std::max(best, sentence.focus);
  for (std::size_t first = 1; first < sentences.size(); ++first) {
    if (!reader.is_item(first)) continue;
    const std::size_t end = reader.end_of_list(first);
    std::size_t items = 0;
    std::size_t last = first;
    const std::size_t begin = sentences[first].span.begin;
    for (std::size_t place = first; place < end; ++place) {
      items += reader.is_item(place) ? 1 : 0;
      if (sentences[place].span.end - begin <= most_bytes) last = place;
    }
    const bool fits = sentences[first].span.end - begin <= most_bytes;
    if (items >= fewest_items && fits && reader.introduction(first) >= best)
      return AnswerSpan{sentences[first].passage, {begin, sentences[last].span.end}, true, true, 1};
    first = end - 1;
  }
  return std::nullopt;
}

}  // namespace querydata::inline v0::knowledge
