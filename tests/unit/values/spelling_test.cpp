#include "values/spelling.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>

#include "values/alignment.hpp"

using namespace querydata;
using namespace querydata::values;

namespace {

Closeness compare(std::string_view phrase, std::string_view value) {
  return Spelling(phrase).compare(value);
}

double distance(std::string_view phrase, std::string_view value) {
  return compare(phrase, value).distance;
}

}  // namespace

TEST_SUITE("spelling") {
  TEST_CASE("spelling: the same text has a kind and a small distance of its own") {
    CHECK(distance("Ålesund", "Ålesund") == 0);
    CHECK(compare("Ålesund", "Ålesund").kind == MatchKind::exact);
    CHECK(distance("alesund", "Ålesund") == other_case);
    CHECK(distance("SAINT-MALO", "Saint Malo") == other_case);
    CHECK(compare("alesund", "Ålesund").kind == MatchKind::normalised);
    CHECK(distance("wifi", "Wi-Fi") == other_blanks);
    CHECK(compare("wifi", "Wi-Fi").kind == MatchKind::normalised);
  }

  TEST_CASE("spelling: a part of a value is nearer than a misspelling of all of it") {
    const Closeness part = compare("Kastrup", "Copenhagen Kastrup Airport");
    CHECK(part.kind == MatchKind::word_similarity);
    CHECK(part.mismatch == 0);
    CHECK(part.distance > other_number);
    CHECK(part.distance < distance("Kastrop", "Kastrup"));
    CHECK(distance("Kastrup", "Kastrup Airport") < part.distance);
  }

  TEST_CASE("spelling: words may be passed over in the value but not in the phrase") {
    CHECK(compare("Albuquerque Sunport", "Albuquerque International Sunport").mismatch == 0);
    CHECK(compare("the Hague", "Hague").mismatch == 0);
    CHECK(distance("Springfield Nuclear Plant", "Springfield") > 0.4);
  }

  TEST_CASE("spelling: letters written as two are the same text") {
    CHECK(distance("Muenchen", "München") == other_case);
    CHECK(distance("München", "Muenchen") == other_case);
    CHECK(distance("Munchen", "München") == other_case);
    CHECK(distance("blue", "blu") > other_case);
  }

  TEST_CASE("spelling: letters written as two in a part of a value") {
    CHECK(compare("Duesseldorf", "Düsseldorf Airport").kind == MatchKind::word_similarity);
    CHECK(distance("Duesseldorf", "Düsseldorf Airport") == distance("Düsseldorf", "Düsseldorf Airport"));
    CHECK(distance("Düsseldorf", "Duesseldorf Airport") == distance("Duesseldorf", "Duesseldorf Airport"));
    CHECK(distance("firma uebermut", "Firma Übermut Neu") == distance("firma übermut", "Firma Übermut Neu"));
  }

  TEST_CASE("spelling: an abbreviation or the number of the last word within a longer value") {
    const Closeness found = compare("Vienna Intl", "Vienna International Airport");
    CHECK(found.kind == MatchKind::word_similarity);
    CHECK(found.distance ==
          doctest::Approx(distance("Vienna International", "Vienna International Airport") + abbreviated));
    CHECK(compare("Dallas Ft Worth", "Dallas Fort Worth Airport").mismatch == 0);
    CHECK(compare("Mt Isa Airport", "Mount Isa Airport").distance == doctest::Approx(abbreviated));
    CHECK(compare("Classic Wool Jackets", "Classic Wool Jacket Blue").mismatch == 0);
    CHECK(compare("Intl Jackets", "International Wool Jacket").mismatch == 0);
    CHECK(compare("Classics Wool", "Classic Wool Jacket").mismatch > 0);  // only the last word has a number
  }

  TEST_CASE("spelling: another form of a single word is no part of a longer value") {
    CHECK(compare("S", "New South Wales").kind == MatchKind::trigram);
    CHECK(distance("songs", "Radio Song") > 0.11);
  }

  TEST_CASE("spelling: names that scripts write in one word with what they are part of") {
    for (const auto& [phrase, value] : std::map<std::string, std::string>{
             {"华为", "华为技术有限公司"}, {"서울", "서울특별시"}, {"กรุงเทพ", "กรุงเทพมหานคร"}}) {
      CAPTURE(value);
      CHECK(compare(phrase, value).kind == MatchKind::word_similarity);
      CHECK(distance(phrase, value) < 0.15);
      CHECK_FALSE(compare(phrase, value).inside_word);
    }
    CHECK(distance("华", "华为技术有限公司") > 0.3);    // one character is too little
    CHECK(distance("公司", "华为技术有限公司") > 0.3);  // nor is what stands in the middle a name
  }

  TEST_CASE("spelling: pieces of words are told") {
    CHECK(compare("reykjav", "Reykjavik").inside_word);
    CHECK(distance("reykjav", "Reykjavik") < 0.25);
    CHECK(compare("eykja", "Reykjavik Harbour and Marina").inside_word);
    CHECK(distance("eykja", "Reykjavik Harbour and Marina") > 0.3);  // chance
    CHECK_FALSE(compare("Kastrup", "Copenhagen Kastrup Airport").inside_word);
  }

  TEST_CASE("spelling: one slip in a whole value is told") {
    CHECK(compare("mlk", "milk").one_slip);
    CHECK(compare("imlk", "milk").one_slip);
    CHECK_FALSE(compare("milk", "milk shake").one_slip);
    CHECK_FALSE(compare("mklx", "milk").one_slip);
  }

  TEST_CASE("spelling: a word is no misspelt code") {
    CHECK(distance("such", "SUCH") == other_case);
    CHECK(distance("such", "SBCH") == 1);
    CHECK(distance("SUCH", "SBCH") < 0.3);
  }

  TEST_CASE("spelling: an error weighs by the length of its word") {
    const Closeness typo = compare("Heathrw", "Heathrow");
    CHECK(typo.kind == MatchKind::edit_distance);
    CHECK(typo.distance < 0.15);
    CHECK(distance("Heatrhow", "Heathrow") == doctest::Approx(typo.distance));  // swapped neighbours are one error
    CHECK(distance("Oslp", "Oslo") > distance("Reykjavijk", "Reykjavik"));
    CHECK(distance("Windsor Airlines", "Eastern Airlines") > 0.3);  // a word in common is not enough
    CHECK(distance("Gotham", "Hotham") > distance("Gothan", "Gotham"));
  }

  TEST_CASE("spelling: words written apart or together") {
    CHECK(compare("Hongkong Airport", "Hong Kong Airport").distance == other_blanks);
    CHECK(compare("Hongkong Airpotr", "Hong Kong Airport").kind == MatchKind::edit_distance);
    CHECK(distance("New Castle", "Newcastle Airport") < 0.25);
  }

  TEST_CASE("spelling: digits are never misspelt") {
    CHECK(distance("A320", "A321") > 0.4);
    CHECK(distance("1999", "1998") > 0.4);
    CHECK(compare("Terminal 5", "Terminal 6").mismatch > 0.2);
  }

  TEST_CASE("spelling: the same words in another order are near but not the same") {
    const Closeness swapped = compare("Torp Sandefjord", "Sandefjord, Torp");
    CHECK(swapped.distance > other_case);
    CHECK(swapped.distance < 0.1);
    CHECK(swapped.kind == MatchKind::word_similarity);
    CHECK(distance("Heathrow London", "London Heathrow Airport") ==
          distance("London Heathrow", "London Heathrow Airport"));
    CHECK(compare("Intl Airport Vienna", "Vienna International Airport").mismatch == 0);
    CHECK(distance("Heathrow and the London", "London Heathrow") > 0.1);
    CHECK(distance("Heathrow Gatwick", "London Heathrow Airport") > 0.3);
  }

  TEST_CASE("spelling: common words weigh less in what a value holds besides") {
    const std::map<std::string, double, std::less<>> weights{{"international", 0.02}, {"airport", 0.01}};
    const WordWeight weight_of = [&](std::string_view word) {
      const auto found = weights.find(word);
      return found == weights.end() ? 1.0 : found->second;
    };
    const Spelling phrase("Glasgow");
    CHECK(phrase.compare("Glasgow International Airport").distance > phrase.compare("Glasgow Heliport").distance);
    CHECK(phrase.compare("Glasgow International Airport", weight_of).distance <
          phrase.compare("Glasgow Heliport", weight_of).distance);
  }

  TEST_CASE("spelling: capitals throughout are told") {
    CHECK(compare("Dalllas", "DALLAS").other_capitals);
    CHECK_FALSE(compare("Dalllas", "Dallas").other_capitals);
    CHECK_FALSE(compare("DALLLAS", "DALLAS").other_capitals);
  }

  TEST_CASE("spelling: texts without letters are only like themselves") {
    CHECK(distance("-", "-") == 0);
    CHECK(distance("-", "--") == 1);
    CHECK(distance("", "Oslo") == 1);
    CHECK(distance("Oslo", "") == 1);
  }

  TEST_CASE("spelling: hostile texts are compared in little time") {
    const auto start = std::chrono::steady_clock::now();
    const std::string word(200'000, 'a');
    std::string words;
    for (int i = 0; i < 50'000; ++i) words += "ab ";
    CHECK(distance(word.substr(0, 4000), word) >= 0);
    CHECK(distance(words.substr(0, 4000), words) >= 0);
    CHECK(distance("\xff\xfe\x80", words) >= 0);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  }
}

TEST_SUITE("alignment") {
  TEST_CASE("alignment: says what was met") {
    const std::vector<std::u32string> phrase{U"punta", U"acna"};
    const std::vector<std::u32string> value{U"nueva", U"punta", U"cana"};
    const auto found = align(phrase, value);
    REQUIRE(found);
    CHECK(found->edits == 1);
    CHECK(found->covered == 9);
    CHECK(found->met == std::vector<bool>{false, true, true});
    CHECK(found->worst == doctest::Approx(0.25));
    CHECK(found->begins_alike);
  }

  TEST_CASE("alignment: nothing for texts that share no word or are too long") {
    const std::vector<std::u32string> phrase{U"oslo"};
    CHECK_FALSE(align(phrase, std::vector<std::u32string>{U"bergen"}));
    CHECK_FALSE(align(phrase, std::vector<std::u32string>(65, U"oslo")));
    CHECK_FALSE(align(std::vector<std::u32string>(25, U"oslo"), phrase));
    CHECK_FALSE(align({}, phrase));
    CHECK_FALSE(align(phrase, {}));
  }
}
