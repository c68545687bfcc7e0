#include "schema/question_terms.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "schema/name_index.hpp"
#include "text/identifiers.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::schema {
namespace {

/// English words that build a question and name nothing of a schema.
constexpr std::string_view sentence_words[] = {
    "a",    "about",  "all",     "among", "an",     "and",    "any",   "are",    "as",     "at",      "be",
    "been", "being",  "between", "both",  "but",    "by",     "can",   "could",  "d",      "did",     "display",
    "do",   "does",   "don't",   "down",  "each",   "either", "every", "find",   "for",    "from",    "get",
    "give", "had",    "has",     "have",  "having", "he",     "her",   "here",   "him",    "his",     "how",
    "i",    "if",     "in",      "into",  "is",     "it",     "its",   "just",   "know",   "let",     "list",
    "ll",   "many",   "may",     "me",    "might",  "much",   "must",  "my",     "need",   "neither", "no",
    "none", "not",    "of",      "on",    "one",    "ones",   "only",  "onto",   "or",     "our",     "out",
    "over", "please", "provide", "re",    "return", "s",      "shall", "she",    "should", "show",    "so",
    "some", "t",      "tell",    "than",  "that",   "the",    "their", "them",   "then",   "there",   "these",
    "they", "this",   "those",   "to",    "under",  "up",     "us",    "ve",     "want",   "was",     "we",
    "were", "what",   "what's",  "when",  "where",  "which",  "who",   "who's",  "whom",   "whose",   "why",
    "will", "with",   "would",   "you",   "your",   "ours",   "yours", "theirs", "mine",   "hers",    "also"};

bool builds_sentence(std::string_view word) {
  return std::ranges::find(sentence_words, word) != std::end(sentence_words);
}

/// All words with their places, identifiers cut up.
std::vector<QuestionTerm> words_of(std::string_view question) {
  std::vector<QuestionTerm> words;
  for (const text::Token& token : text::tokenize(question)) {
    if (token.kind == text::TokenKind::punctuation || token.kind == text::TokenKind::possessive) continue;
    std::vector<std::string> parts = text::split_identifier(token.span.of(question));
    // An apostrophe inside of a word does not cut it.
    if (token.text.find('\'') != std::string::npos) parts = {token.text};
    for (std::string& part : parts) words.push_back({token.span, std::move(part), {}, false});
  }
  return words;
}

}  // namespace

std::vector<QuestionTerm> question_terms(std::string_view question) {
  std::vector<QuestionTerm> words = words_of(question);
  std::vector<QuestionTerm> terms;
  std::set<std::string> seen;
  const auto add = [&](QuestionTerm term) {
    term.stem = name_stem(term.word);
    if (seen.insert(term.stem).second) terms.push_back(std::move(term));
  };
  for (const QuestionTerm& word : words) {
    if (word.word.size() >= 2 && !builds_sentence(word.word)) add(word);
  }
  for (std::size_t place = 0; place + 1 < words.size(); ++place) {
    const QuestionTerm& left = words[place];
    const QuestionTerm& right = words[place + 1];
    if (builds_sentence(left.word) || builds_sentence(right.word)) continue;
    add({{left.span.begin, right.span.end}, left.word + right.word, {}, true});
  }
  return terms;
}

}  // namespace querydata::inline v0::schema
