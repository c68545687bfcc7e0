#include "knowledge/word_shape.hpp"

#include <algorithm>
#include <array>

#include "text/utf8.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::knowledge {
namespace {

// Months and periods of English and of the languages whose names differ, without accents.
constexpr std::array<std::string_view, 62> date_words = {
    "january",  "february", "march",    "april",       "june",      "july",      "august",    "september", "october",
    "november", "december", "monday",   "tuesday",     "wednesday", "thursday",  "friday",    "saturday",  "sunday",
    "century",  "decade",   "1st",      "today",       "januar",    "februar",   "marz",      "mai",       "juni",
    "juli",     "oktober",  "dezember", "jahrhundert", "enero",     "febrero",   "marzo",     "abril",     "mayo",
    "junio",    "julio",    "agosto",   "septiembre",  "octubre",   "noviembre", "diciembre", "siglo",     "janvier",
    "fevrier",  "mars",     "avril",    "juin",        "juillet",   "aout",      "septembre", "octobre",   "decembre",
    "siecle",   "января",   "февраля",  "марта",       "апреля",    "июня",      "века",      "года"};

constexpr std::array<std::string_view, 40> number_words = {
    "one",      "two",      "three",     "four",    "five",     "six",     "seven",    "eight", "nine",   "ten",
    "eleven",   "twelve",   "thirteen",  "fifteen", "twenty",   "thirty",  "forty",    "fifty", "sixty",  "hundred",
    "hundreds", "thousand", "thousands", "million", "millions", "billion", "billions", "dozen", "dozens", "half",
    "third",    "thirds",   "quarter",   "twice",   "both",     "zwei",    "drei",     "dos",   "tres",   "два"};

bool is_year(std::string_view word) {
  return word.size() == 4 && (word[0] == '1' || word[0] == '2') &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

WordShape shape_of(const Term& term, std::string_view text, bool begins_sentence) {
  if (term.stop) return WordShape::little;
  if (is_year(term.folded) || text::is_one_of(term.folded, date_words)) return WordShape::date;
  const bool digit = std::any_of(term.folded.begin(), term.folded.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digit || text::is_one_of(term.folded, number_words)) return WordShape::number;
  const char32_t first = text::decode_utf8(text, term.span.begin).value;
  return text::is_upper(first) && !begins_sentence ? WordShape::name : WordShape::plain;
}

}  // namespace querydata::inline v0::knowledge
