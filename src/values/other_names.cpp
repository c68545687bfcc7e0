#include "values/other_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "text/utf8.hpp"
#include "text/word_lists.hpp"
#include "values/little_words.hpp"
#include "values/spelling.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_acronym_words = 6;
constexpr std::size_t most_abbreviations = 16;

struct Abbreviation {
  std::string_view shorter;
  std::string_view longer;
};

/// By the shorter form. Words of names only: what abbreviates units or grammar would meet other words.
constexpr auto abbreviations = std::to_array<Abbreviation>({
    {"acad", "academy"},
    {"apt", "apartment"},
    {"assn", "association"},
    {"assoc", "association"},
    {"ave", "avenue"},
    {"bldg", "building"},
    {"blvd", "boulevard"},
    {"bros", "brothers"},
    {"co", "company"},
    {"co", "county"},
    {"coll", "college"},
    {"corp", "corporation"},
    {"ctr", "center"},
    {"ctr", "centre"},
    {"dept", "department"},
    {"dist", "district"},
    {"dr", "doctor"},
    {"dr", "drive"},
    {"e", "east"},
    {"elem", "elementary"},
    {"fed", "federal"},
    {"fl", "floor"},
    {"ft", "fort"},
    {"govt", "government"},
    {"grp", "group"},
    {"gt", "great"},
    {"hosp", "hospital"},
    {"hs", "high school"},
    {"hwy", "highway"},
    {"inc", "incorporated"},
    {"inst", "institute"},
    {"intl", "international"},
    {"is", "island"},
    {"isl", "island"},
    {"jr", "junior"},
    {"lab", "laboratory"},
    {"ln", "lane"},
    {"ltd", "limited"},
    {"mfg", "manufacturing"},
    {"mgmt", "management"},
    {"mt", "mount"},
    {"mt", "mountain"},
    {"mtn", "mountain"},
    {"muni", "municipal"},
    {"n", "north"},
    {"natl", "national"},
    {"ne", "northeast"},
    {"nw", "northwest"},
    {"org", "organization"},
    {"pk", "park"},
    {"pl", "place"},
    {"prof", "professor"},
    {"prov", "province"},
    {"pt", "point"},
    {"pt", "port"},
    {"rd", "road"},
    {"regl", "regional"},
    {"rep", "republic"},
    {"s", "south"},
    {"sch", "school"},
    {"se", "southeast"},
    {"sq", "square"},
    {"sr", "senior"},
    {"st", "saint"},
    {"st", "street"},
    {"sta", "santa"},
    {"ste", "sainte"},
    {"sw", "southwest"},
    {"tech", "technology"},
    {"twp", "township"},
    {"univ", "university"},
    {"w", "west"},
});

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

/// Both ways.
using Forms = std::multimap<std::string_view, std::string_view>;

Forms both_ways() {
  Forms forms;
  for (const Abbreviation& pair : abbreviations) {
    forms.emplace(pair.shorter, pair.longer);
    forms.emplace(pair.longer, pair.shorter);
  }
  return forms;
}

constexpr auto legal_forms = std::to_array<std::string_view>(
    {"ab",  "ag",           "aps", "as",      "asa", "bv",   "co",  "company", "corp", "corporation", "gmbh",
     "inc", "incorporated", "kg",  "kgaa",    "kk",  "llc",  "llp", "ltd",     "nv",   "ohg",         "oy",
     "oyj", "plc",          "pty", "limited", "sa",  "sarl", "sas", "se",      "spa",  "srl"});

}  // namespace

std::vector<std::string> acronyms_of(std::string_view key) {
  auto words = words_of(key);
  while (words.size() > 2 && (text::is_one_of(words.back(), legal_forms) || words.back() == "&")) words.pop_back();
  if (words.size() < 2 || words.size() > most_acronym_words) return {};
  std::string all;
  std::string important;
  for (const std::string_view word : words) {
    const CodePoint first = text::decode_utf8(word, 0);
    const bool sign = word == "&";
    if (!sign && !text::is_letter(first.value)) return {};
    text::append_utf8(all, first.value);
    if (!sign && !joins_names(word)) text::append_utf8(important, first.value);
  }
  std::vector<std::string> found{all};
  if (important != all && text::count_code_points(important) > 1) found.push_back(important);
  return found;
}

std::vector<std::string_view> abbreviations_of_word(std::string_view word) {
  static const Forms forms = both_ways();
  std::vector<std::string_view> found;
  const auto [first, last] = forms.equal_range(word);
  for (auto form = first; form != last; ++form) found.push_back(form->second);
  return found;
}

std::vector<std::string> abbreviations_of(std::string_view key) {
  const auto words = words_of(key);
  std::vector<std::vector<std::string_view>> made{{}};
  for (const std::string_view word : words) {
    const auto forms = abbreviations_of_word(word);
    const std::size_t before = made.size();
    for (const std::string_view form : forms) {
      for (std::size_t i = 0; i < before && made.size() <= most_abbreviations; ++i) {
        made.push_back(made[i]);
        made.back().push_back(form);
      }
    }
    for (std::size_t i = 0; i < before; ++i) made[i].push_back(word);
  }
  std::vector<std::string> keys;
  for (std::size_t i = 1; i < made.size(); ++i) keys.push_back(joined(made[i]));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace querydata::inline v0::values
