#include "knowledge/question_type.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "text/fold.hpp"

namespace querydata::inline v0::knowledge {
namespace {

struct Phrases {
  Language language;
  QuestionType type;
  std::string_view list;
};

constexpr auto all_phrases = std::to_array<Phrases>({
#define QUESTION(language, type, list) {Language::language, QuestionType::type, list},
#include "knowledge/question_words.inc"
#undef QUESTION
});

/// Where the phrase stands in the text as whole words; npos if nowhere.
std::size_t find_phrase(std::string_view text, std::string_view phrase) {
  for (std::size_t at = text.find(phrase); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return at;
  }
  return std::string_view::npos;
}

/// "What is a quark?": nothing but a name is asked about.
bool asks_for_definition(std::string_view question) {
  for (const std::string_view start : {"what is a ", "what is an ", "what are ", "what is "}) {
    if (!question.starts_with(start)) continue;
    return std::count(question.begin() + static_cast<std::ptrdiff_t>(start.size()), question.end(), ' ') < 2 &&
           !question.substr(start.size()).starts_with("the ");
  }
  return false;
}

}  // namespace

QuestionType classify_question(std::string_view question, Language language) {
  const std::string text = text::normalise(question);
  if (language == Language::english && asks_for_definition(text)) return QuestionType::definition;
  QuestionType found = QuestionType::what;
  std::size_t first = std::string::npos;
  std::size_t longest = 0;
  for (const Phrases& phrases : all_phrases) {
    if (phrases.language != language) continue;
    std::string_view rest = phrases.list;
    while (!rest.empty()) {
      const std::string_view phrase = rest.substr(0, rest.find('|'));
      rest.remove_prefix(std::min(phrase.size() + 1, rest.size()));
      const std::size_t place = find_phrase(text, phrase);
      // A verb asks for yes or no, and "list" for a list, only where the question begins with it.
      const bool must_begin = phrases.type == QuestionType::yes_no || phrases.type == QuestionType::list;
      if (place == std::string::npos || (must_begin && place > 0)) continue;
      if (place > first || (place == first && phrase.size() <= longest)) continue;
      first = place;
      longest = phrase.size();
      found = phrases.type;
    }
  }
  // "What … who": the first question word asks.
  const std::size_t what = language == Language::english
                               ? std::min(find_phrase(text, "what"), find_phrase(text, "which"))
                               : std::string::npos;
  return what < first ? QuestionType::what : found;
}

}  // namespace querydata::inline v0::knowledge
