#include "values/other_names.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace querydata::values;

using Texts = std::vector<std::string>;

TEST_SUITE("other_names") {
  TEST_CASE("other_names: initials with and without words that join names") {
    CHECK(acronyms_of("united nations") == Texts{"un"});
    CHECK(acronyms_of("united states of america") == Texts{"usoa", "usa"});
    CHECK(acronyms_of("österreichische bundesbahnen") == Texts{"öb"});
    CHECK(acronyms_of("international business machines corporation") == Texts{"ibm"});
    CHECK(acronyms_of("bayerische motoren werke ag") == Texts{"bmw"});
    CHECK(acronyms_of("procter & gamble co") == Texts{"p&g", "pg"});
    CHECK(acronyms_of("oslo ag") == Texts{"oa"});  // what is left would be no initials
    CHECK(acronyms_of("oslo").empty());
    CHECK(acronyms_of("boeing 737").empty());
    CHECK(acronyms_of("a b c d e f g").empty());
    CHECK(acronyms_of("").empty());
  }

  TEST_CASE("other_names: abbreviations both ways") {
    CHECK(abbreviations_of("st helens") == Texts{"saint helens", "street helens"});
    CHECK(abbreviations_of("saint helens") == Texts{"st helens"});
    const auto forms = abbreviations_of("intl univ");
    CHECK(std::find(forms.begin(), forms.end(), "international university") != forms.end());
    CHECK(std::find(forms.begin(), forms.end(), "intl univ") == forms.end());
    CHECK(abbreviations_of("oslo").empty());
    CHECK(abbreviations_of("").empty());
  }

  TEST_CASE("other_names: a key of many abbreviations stays cheap") {
    std::string key = "st";
    for (int i = 0; i < 500; ++i) key += " st";
    CHECK(abbreviations_of(key).size() <= 16);
  }
}
