#include "values/little_words.hpp"

#include <algorithm>
#include <array>

#include "text/word_lists.hpp"

namespace querydata::inline v0::values {
namespace {

/// In ascending order.
constexpr std::array<std::string_view, 344> little_words = {{
    "a",           "about",    "above",    "across",    "after",   "again",     "against",  "ago",
    "all",         "along",    "also",     "although",  "always",  "am",        "among",    "amount",
    "an",          "and",      "another",  "any",       "anybody", "anyone",    "anything", "are",
    "aren't",      "around",   "as",       "ask",       "at",      "average",   "away",     "back",
    "be",          "because",  "been",     "before",    "being",   "below",     "beside",   "besides",
    "between",     "beyond",   "billion",  "both",      "but",     "by",        "called",   "can",
    "can't",       "cannot",   "column",   "columns",   "compare", "compute",   "contain",  "contains",
    "could",       "couldn't", "count",    "currently", "data",    "database",  "describe", "details",
    "determine",   "did",      "didn't",   "different", "display", "distinct",  "do",       "does",
    "doesn't",     "doing",    "don't",    "done",      "double",  "down",      "dozen",    "during",
    "each",        "eight",    "either",   "eleven",    "else",    "ever",      "every",    "everyone",
    "everything",  "except",   "exclude",  "excluding", "exist",   "exists",    "few",      "fewer",
    "fifth",       "fifty",    "find",     "first",     "five",    "following", "for",      "four",
    "fourth",      "from",     "get",      "gets",      "give",    "given",     "gives",    "go",
    "got",         "greater",  "grouped",  "had",       "hadn't",  "half",      "has",      "hasn't",
    "have",        "haven't",  "having",   "he",        "help",    "her",       "here",     "hers",
    "highest",     "him",      "his",      "how",       "however", "hundred",   "hundreds", "i",
    "i'd",         "i'll",     "i'm",      "i've",      "if",      "in",        "include",  "including",
    "information", "inside",   "instead",  "into",      "is",      "isn't",     "it",       "it's",
    "its",         "itself",   "just",     "know",      "large",   "largest",   "last",     "latest",
    "least",       "less",     "let",      "let's",     "list",    "lists",     "located",  "look",
    "looking",     "lowest",   "many",     "maximum",   "may",     "maybe",     "me",       "might",
    "million",     "millions", "mine",     "minimum",   "more",    "most",      "much",     "must",
    "my",          "name",     "named",    "names",     "near",    "need",      "neither",  "never",
    "next",        "nine",     "no",       "nobody",    "none",    "nor",       "not",      "nothing",
    "now",         "number",   "numbers",  "of",        "off",     "often",     "on",       "once",
    "one",         "ones",     "only",     "onto",      "or",      "order",     "ordered",  "other",
    "others",      "our",      "ours",     "out",       "outside", "over",      "own",      "per",
    "please",      "provide",  "rather",   "record",    "records", "report",    "return",   "row",
    "rows",        "same",     "say",      "search",    "second",  "see",       "seven",    "several",
    "shall",       "she",      "should",   "shouldn't", "show",    "since",     "six",      "small",
    "smallest",    "so",       "some",     "somebody",  "someone", "something", "sort",     "sorted",
    "still",       "such",     "sum",      "table",     "tables",  "tell",      "ten",      "than",
    "that",        "that's",   "the",      "their",     "theirs",  "them",      "then",     "there",
    "there's",     "these",    "they",     "thing",     "things",  "third",     "thirty",   "this",
    "those",       "though",   "thousand", "thousands", "three",   "through",   "to",       "together",
    "too",         "top",      "total",    "toward",    "towards", "twelve",    "twenty",   "twice",
    "two",         "under",    "unless",   "until",     "up",      "upon",      "us",       "use",
    "using",       "value",    "values",   "via",       "want",    "was",       "wasn't",   "we",
    "well",        "were",     "weren't",  "what",      "what's",  "whatever",  "when",     "where",
    "where's",     "whether",  "which",    "while",     "who",     "who's",     "whoever",  "whom",
    "whose",       "why",      "will",     "wish",      "with",    "within",    "without",  "won't",
    "would",       "wouldn't", "yes",      "yet",       "you",     "your",      "yours",    "zero",
}};
static_assert(std::is_sorted(little_words.begin(), little_words.end()));

constexpr std::array<std::string_view, 24> joining_words = {
    "of", "the", "and", "de",  "del", "della", "da", "di",  "do",  "dos", "du",  "des",
    "la", "le",  "les", "las", "los", "el",    "al", "van", "von", "der", "den", "y",
};

constexpr std::array<std::string_view, 31> calendar_words = {{
    "january",   "february", "march",     "april",    "may",    "june",     "july",   "august",
    "september", "october",  "november",  "december", "jan",    "feb",      "mar",    "apr",
    "jun",       "jul",      "aug",       "sep",      "sept",   "oct",      "nov",    "dec",
    "monday",    "tuesday",  "wednesday", "thursday", "friday", "saturday", "sunday",
}};

}  // namespace

bool is_little_word(std::string_view folded) noexcept {
  return std::binary_search(little_words.begin(), little_words.end(), folded);
}

bool joins_names(std::string_view folded) noexcept {
  return text::is_one_of(folded, joining_words);
}

bool is_calendar_word(std::string_view folded) noexcept {
  return text::is_one_of(folded, calendar_words);
}

}  // namespace querydata::inline v0::values
