#include "values/little_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

#include "text/fold.hpp"
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

/// Of the languages but English, in their order. As written: they are folded when they are first asked for.
constexpr std::array<std::string_view, 9> other_languages = {{
    "في من إلى الى على عن مع و أو او لا ما هل هو هي هم كان كانت "
    "هذا هذه ذلك التي الذي الذين أن ان إن كم متى أين اين كيف "
    "لماذا ماذا أي اي كل بعد قبل بين عند حتى قد لم لن ثم",
    "der die das den dem des ein eine einer eines einem einen und oder aber nicht kein keine mit von vom "
    "zu zum zur in im am an auf aus bei beim für nach über unter vor durch gegen ohne um bis seit "
    "zwischen ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können welche "
    "welcher welches welchen wer was wie wo wann warum wieviel viele alle jede jeder jedes es er sie wir "
    "ihr ich mir mich uns sich dass ob wenn als auch nur mehr weniger zeige zeigen gib nenne liste finde "
    "anzahl name namen deren dessen denen",
    "ο η το οι τα του της των τον την τους τις ένα ένας μια "
    "μία και ή αλλά δεν μη με σε στο στη στην στον στα στις "
    "στους από για προς κατά μετά χωρίς ως που πού πότε πώς "
    "πόσο πόσα πόσοι πόσες ποιος ποια ποιο ποιοι ποιες τι "
    "είναι ήταν έχει έχουν είχε να θα ότι αν όλα όλοι όλες "
    "κάθε αυτό αυτή αυτός",
    "का की के को में से पर और या है हैं था थी "
    "थे हो एक यह वह ये वे इस उस इन उन जो कि "
    "क्या कौन कब कहाँ कहां कैसे क्यों कितने "
    "कितनी कितना किस किसने नहीं भी ही तक "
    "लिए साथ ने कर करें सभी",
    "și şi sau dar nu în din de la pe cu fără pentru prin între sub după până un o unei unui al "
    "a ai ale cel cea cei cele care ce cine cum când unde cât câți câte câtă este sunt era erau "
    "fost au are avea se să lui lor sa său săi mai toate toți fiecare acest această arată listează "
    "găsește",
    "и в во не на с со к ко о об от до из у за по под над при для "
    "без через между а но или что как где когда кто какой "
    "какая какое какие каких каким сколько чем чей чья это "
    "этот эта эти тот та те все всех он она оно они их его её "
    "ее мы вы я мне нас был была было были есть быть которые "
    "который которая которых котором ли же бы также только "
    "более менее каждый каждого покажи покажите найди "
    "найдите список количество",
    "el la los las un una unos unas y o u e de del al a en con por para sin sobre entre desde hasta que "
    "qué cuál cuáles quién quiénes cómo cuándo dónde cuánto cuánta cuántos cuántas es son era "
    "fue fueron ser está están hay ha han había tiene tienen se su sus lo le les me nos mi tu no ni "
    "más menos muy todo todos todas cada este esta estos estas ese esa muestra muestre dame lista "
    "encuentra",
    "ve veya ya da de ki bu şu o bir birkaç her tüm için ile gibi kadar göre daha en çok az ne "
    "nedir kim kimdir kimin nerede nereye nasıl niçin neden hangi hangisi hangileri kaç mi mı mu mü "
    "değil var yok olan olarak oldu olduğu edildi göster listele bul",
    "và hoặc là của trong ngoài trên dưới với cho từ đến tại ở về bởi vì do "
    "khi nào gì ai đâu sao thế bao nhiêu mấy các những một này đó kia có không "
    "được bị đã đang sẽ rất hơn nhất cũng như mà thì ra vào",
}};

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

using Words = std::set<std::string, std::less<>>;

std::vector<Words> fold_languages() {
  std::vector<Words> languages;
  for (const std::string_view written : other_languages) {
    Words& words = languages.emplace_back();
    for (std::size_t begin = 0; begin < written.size();) {
      const std::size_t end = std::min(written.find(' ', begin), written.size());
      words.insert(text::fold(written.substr(begin, end - begin)));
      begin = end + 1;
    }
  }
  return languages;
}

}  // namespace

Language guess_language(const std::vector<std::string>& folded_words) {
  Language best = Language::english;
  std::ptrdiff_t most = -1;
  for (std::size_t i = 0; i <= other_languages.size(); ++i) {
    const auto language = static_cast<Language>(i);
    const auto count = std::count_if(folded_words.begin(), folded_words.end(),
                                     [&](const std::string& word) { return is_little_word(word, language); });
    if (count > most) {
      best = language;
      most = count;
    }
  }
  return best;
}

bool is_little_word(std::string_view folded, Language language) {
  if (language == Language::english) return std::binary_search(little_words.begin(), little_words.end(), folded);
  static const std::vector<Words> languages = fold_languages();
  return languages[static_cast<std::size_t>(language) - 1].contains(folded);
}

bool joins_names(std::string_view folded) noexcept {
  return text::is_one_of(folded, joining_words);
}

bool is_calendar_word(std::string_view folded) noexcept {
  return text::is_one_of(folded, calendar_words);
}

}  // namespace querydata::inline v0::values
