#include "values/question_spans.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <set>

using namespace querydata;
using namespace querydata::values;

namespace {

const std::set<std::string, std::less<>> explained{"flights", "airports", "airport", "flight", "city", "town", "towns"};

bool explains(std::string_view word) {
  return explained.contains(word);
}

bool is_strange(std::string_view word) {
  return word.find('q') != std::string_view::npos;
}

bool nothing(std::string_view /*word*/) {
  return false;
}

std::vector<std::string> names(std::string_view question) {
  const QuestionSpans spans(question);
  std::vector<std::string> out;
  for (const NameSpan& name : spans.names(explains, nothing)) out.emplace_back(name.span.of(question));
  return out;
}

std::vector<std::string> parts_of_first(std::string_view question) {
  const QuestionSpans spans(question);
  const auto found = spans.names(explains, nothing);
  REQUIRE_FALSE(found.empty());
  std::vector<std::string> out;
  for (const Span part : spans.parts(found.front())) out.emplace_back(part.of(question));
  return out;
}

bool has_run(std::string_view question, std::string_view run) {
  const auto runs = QuestionSpans(question).runs(4, explains);
  return std::any_of(runs.begin(), runs.end(), [&](const WordRun& found) { return found.span.of(question) == run; });
}

WordRun run(std::string_view question, std::string_view text) {
  for (const WordRun& found : QuestionSpans(question).runs(4, explains))
    if (found.span.of(question) == text) return found;
  FAIL("no such run");
  return {};
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("question_spans") {
  TEST_CASE("question_spans: words that a sign joins are one") {
    CHECK(names("is AT&T in Geneva") == Texts{"AT&T", "Geneva"});
    CHECK_FALSE(has_run("is AT&T in Geneva", "AT"));
    CHECK(has_run("bread & butter", "bread"));
  }

  TEST_CASE("question_spans: a period before a small letter ends no sentence") {
    CHECK(has_run("Who lives in Hauptstr. in Bergen", "Hauptstr. in"));
    CHECK_FALSE(has_run("It is in Bergen. Who lives there", "Bergen. Who"));
    const std::string_view question = "Who lives in Hauptstr. in Bergen";
    for (const NameSpan& name : QuestionSpans(question).names(explains, nothing))
      CHECK(name.abbreviated == (name.span.of(question) == "Hauptstr"));
  }

  TEST_CASE("question_spans: what blanks set apart in scripts that need none") {
    CHECK(names("公司 阿里巴巴 的城市") == Texts{"公司", "阿里巴巴", "的城市"});
    CHECK(names("阿里巴巴的城市").empty());
  }

  TEST_CASE("question_spans: capitalised words inside a sentence are names") {
    CHECK(names("Which flights go to Heathrow?") == Texts{"Heathrow"});
    CHECK(names("Which flights go from London Heathrow to Rio de Janeiro?") ==
          Texts{"London Heathrow", "Rio de Janeiro"});
    CHECK(names("Flights of the Bank of America") == Texts{"Bank of America"});
    CHECK(names("how many flights use the Boeing 747") == Texts{"Boeing 747"});
    CHECK(names("flights to St. Louis and to Winston-Salem") == Texts{"St. Louis", "Winston-Salem"});
    CHECK(names("Towns called Oslo, Bergen and Tromsø") == Texts{"Oslo", "Bergen and Tromsø"});
  }

  TEST_CASE("question_spans: the first word is a name only if nothing explains it") {
    CHECK(names("Flights to Oslo") == Texts{"Oslo"});
    CHECK(names("Heathrow flights") == Texts{"Heathrow"});
    CHECK(names("Show me flights") == Texts{});
    CHECK(QuestionSpans("Heathrow").names(explains, nothing).at(0).look == Look::capitalised);
    CHECK(QuestionSpans("Cound the flights").names(explains, nothing).at(0).look == Look::rare);
    CHECK(names("Flights between March and 7 July") == Texts{});
    CHECK(names("Are there flights? Heathrow has some.") == Texts{"Heathrow"});
  }

  TEST_CASE("question_spans: quotes hold names") {
    CHECK(names("flights to \"heath row\"") == Texts{"heath row"});
    CHECK(names("flights to “oslo” and 'the north cape'") == Texts{"oslo", "the north cape"});
    CHECK(names("flights of Macy's and the airports' towns") == Texts{"Macy"});
    CHECK(names("flights to ' oslo '") == Texts{"oslo"});
    CHECK(names("the city's flights to 'oslo") == Texts{"oslo"});
  }

  TEST_CASE("question_spans: words in lower case that nothing explains") {
    CHECK(names("which flights go to heathrow") == Texts{"heathrow"});
    CHECK(names("flights to heathrow airport from charles gaulle") == Texts{"heathrow", "charles gaulle"});
    CHECK(names("show all the flights") == Texts{});
  }

  TEST_CASE("question_spans: capitals say nothing in title case and in capitals throughout") {
    CHECK(names("Which Flights Go To Heathrow From Oslo") == Texts{"Heathrow", "Oslo"});
    CHECK(names("SHOW FLIGHTS TO HEATHROW") == Texts{"HEATHROW"});
    CHECK(names("Flights to London Heathrow from Paris") == Texts{"London Heathrow", "Paris"});
  }

  TEST_CASE("question_spans: parts of names") {
    CHECK(parts_of_first("flights of Oslo and Bergen") == Texts{"Oslo", "Bergen"});
    CHECK(parts_of_first("departing heathrow") == Texts{"departing", "heathrow"});
    CHECK(parts_of_first("go to London Heathrow Airport") ==
          Texts{"London Heathrow", "Heathrow Airport", "London", "Heathrow", "Airport"});
    CHECK(parts_of_first("go to Oslo") == Texts{});
  }

  TEST_CASE("question_spans: runs keep within a sentence") {
    CHECK(has_run("flights to Portland, Oregon", "Portland, Oregon"));
    CHECK(has_run("is it C# or C++", "C#"));
    CHECK(has_run("is it AT&T", "AT&T"));
    CHECK(has_run("flights of Macy's", "Macy's"));
    CHECK(has_run("in texas' towns", "texas"));
    CHECK_FALSE(has_run("in texas' towns", "texas'"));
    CHECK_FALSE(has_run("the town's flights", "'s"));
    CHECK_FALSE(has_run("Is it Oslo? Bergen is nice", "Oslo? Bergen"));
    CHECK_FALSE(has_run("one two three four five", "one two three four five"));
    CHECK(has_run("near St. Louis", "St. Louis"));
    CHECK_FALSE(has_run("near Oslo. Bergen too", "Oslo. Bergen"));
  }

  TEST_CASE("question_spans: little words are told") {
    CHECK(run("towns in Norway", "in").only_little);
    CHECK_FALSE(run("towns in Norway", "in").deliberate);
    CHECK(run("towns in the US", "US").deliberate);
    CHECK_FALSE(run("TOWNS IN THE US", "US").deliberate);
    CHECK_FALSE(run("In which town", "In").deliberate);
    CHECK_FALSE(run("may I ask", "I").deliberate);
    CHECK(run("the towns", "the towns").edge_little);
    CHECK_FALSE(run("the towns", "the towns").only_little);
    CHECK(run("the towns", "towns").ends_in_word);
    CHECK(run("two towns", "two").only_little);
  }

  TEST_CASE("question_spans: words that the schema explains are told") {
    CHECK(run("the towns", "towns").explained);
    CHECK(run("the towns", "towns").small);
    CHECK_FALSE(run("the Towns", "Towns").small);
    CHECK_FALSE(run("the towns", "the towns").explained);
  }

  TEST_CASE("question_spans: names with a strange word are widened by the words beside them") {
    const std::string_view question = "rooms with a studdyq room inside of Oslo";
    const QuestionSpans spans(question);
    const auto found = spans.names([](std::string_view word) { return word != "studdyq"; }, is_strange);
    REQUIRE_FALSE(found.empty());
    Texts wider;
    for (const NameSpan& name : spans.widened(found)) wider.emplace_back(name.span.of(question));
    CHECK(wider == Texts{"studdyq room"});
    CHECK(spans.widened({{{0, 5}, Look::rare, false, false}}).empty());
  }

  TEST_CASE("question_spans: words that are said to be parts of values") {
    const auto part = [](std::string_view question) {
      Texts out;
      for (const NameSpan& name : QuestionSpans(question).names(explains, nothing))
        if (name.of_part) out.emplace_back(name.span.of(question));
      return out;
    };
    CHECK(part("towns that contain the word love") == Texts{"love"});
    CHECK(part("towns whose name contains 'ee'") == Texts{"ee"});
    CHECK(part("towns starting with Os") == Texts{"Os"});
    CHECK(part("towns of 'ee' with Os") == Texts{});
  }

  TEST_CASE("question_spans: characters of scripts without blanks are words") {
    CHECK(has_run("東京の駅はいくつありますか", "東京"));
    CHECK(has_run("มีสถานีกี่แห่งในกรุงเทพ", "กรุงเทพ"));
    CHECK(has_run("Tokyo東京", "東京"));
    CHECK(QuestionSpans("東京の駅").words().size() == 4);
    CHECK(QuestionSpans("กี่").words().size() == 1);  // a letter with its marks
  }

  TEST_CASE("question_spans: little words are those of the language") {
    const auto little = [](std::string_view question, std::string_view word) {
      return run(question, word).only_little;
    };
    CHECK(little("Wie viele Häfen gibt es in der Stadt?", "der"));
    CHECK(little("¿Cuántos puertos hay en la ciudad?", "la"));
    CHECK(little("Сколько портов в городе?", "в"));
    CHECK(little("Πόσα λιμάνια είναι στην πόλη;", "στην"));
    CHECK_FALSE(little("How many towns have the word der in their name?", "der"));
  }

  TEST_CASE("question_spans: neighbours stand side by side in a sentence") {
    const std::string_view question = "Ann Lee, Bob. Eve";
    const QuestionSpans spans(question);
    CHECK(spans.are_neighbours({0, 3}, {4, 7}));
    CHECK(spans.are_neighbours({4, 7}, {9, 12}));
    CHECK_FALSE(spans.are_neighbours({4, 7}, {0, 3}));
    CHECK_FALSE(spans.are_neighbours({0, 3}, {9, 12}));
    CHECK_FALSE(spans.are_neighbours({0, 3}, {0, 3}));
  }

  TEST_CASE("question_spans: any bytes in little time") {
    const auto start = std::chrono::steady_clock::now();
    std::string quotes;
    for (int i = 0; i < 20'000; ++i) quotes += " 'a";
    std::string capitals;
    for (int i = 0; i < 10'000; ++i) capitals += "Xyzzy ";
    for (const std::string& question : {quotes, capitals, std::string(60'000, '"'), std::string("\xff\x80 \xc3"),
                                        std::string(), std::string("'"), std::string("\"\"")}) {
      const QuestionSpans spans(question);
      const auto found = spans.names(nothing, nothing);
      CHECK(found.size() <= 64);
      for (const NameSpan& name : found) CHECK(spans.parts(name).size() <= 40);
      CHECK(spans.runs(8, explains).size() <= 8 * question.size());
    }
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  }
}
