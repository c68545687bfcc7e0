// Phrases and questions that nobody would type, and what attackers would.
#include <chrono>
#include <ctime>
#include <thread>

#include "property/values/hostile.hpp"
#include "querydata/value_search_recipes.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::string_literals;

namespace {

const std::vector<std::string> names = {"Mariehamn",
                                        "New York",
                                        "Saint Helens",
                                        "Kiel",
                                        "O'Brien",
                                        "Gothenburg",
                                        "\u05D7\u05D9\u05E4\u05D4",
                                        "\u0627\u0644\u0642\u0627\u0647\u0631\u0629",
                                        "100%",
                                        "A_B",
                                        "\u6771\u4EAC",
                                        "is",
                                        "The Who"};

ValueLinker indexed(const Harbour& harbour) {
  return linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value());
}

ValueLinker searching(const Harbour& harbour) {
  std::vector<ValueSearch> searches;
  for (const auto kind : {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance}) {
    ValueSearchRecipe recipe;
    recipe.table = "t";
    recipe.column = "name";
    recipe.concept_type = "Name";
    recipe.kind = kind;
    searches.push_back(make_value_search(recipe, Dialect::sqlite).value());
  }
  return ValueLinker::build(harbour.database, searches, {}).value();
}

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string out;
  while (out.size() + part.size() <= bytes) out += part;
  return out;
}

/// The first value that the question gives for the span of `text`; nothing: "".
std::string value_at(const ValueLinker& linker, const std::string& question, const std::string& text) {
  const auto links = linker.link_question(question).value();
  check_sound(links, question);
  for (const auto& match : links.matches)
    if (match.span.of(question) == text) return to_display(match.value);
  return "";
}

}  // namespace

TEST_SUITE("property_values_hostile") {
  TEST_CASE("hostile_phrases: 100 KB are refused at once") {
    const Harbour harbour(names);
    for (const auto& linker : {indexed(harbour), searching(harbour)})
      for (const auto& part : {"x"s, "Mariehamn "s, "\""s, "\u6771"s, "e\u0301"s, " "s, "%"s}) {
        const auto phrase = linker.link_phrase(repeated(part, 100 << 10));
        REQUIRE_FALSE(phrase);
        CHECK((phrase.error().code == ErrorCode::resource_exhausted || part == " "));
        CHECK(phrase.error().message.size() < 1000);
        const auto question = linker.link_question(repeated(part, 100 << 10));
        REQUIRE_FALSE(question);
        CHECK((question.error().code == ErrorCode::resource_exhausted || part == " "));
        CHECK(question.error().message.size() < 1000);
      }
  }

  TEST_CASE("hostile_phrases: the longest that are allowed end soon") {
#ifdef __SANITIZE_ADDRESS__
    constexpr std::clock_t longest = 60 * CLOCKS_PER_SEC;
#else
    constexpr std::clock_t longest = 5 * CLOCKS_PER_SEC;
#endif
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    for (const auto& part :
         {"x"s,   "Mariehamn "s, "Mariehamm "s, "\""s,     "'"s,  "\"a\" "s, "\u6771"s,  "e\u0301"s, "%"s, "A "s,
          "Ab "s, "is "s,        "New Yrok, "s, "\u202E"s, "1 "s, "St. "s,   "\u0627 "s, "aA"s,      "-"s, "a-"s}) {
      const auto before = std::clock();
      const auto phrase = repeated(part, 4 << 10);
      check_sound(linker.link_phrase(phrase), phrase);
      const auto question = repeated(part, 16 << 10);
      check_sound(linker.link_question(question), question);
      CHECK_MESSAGE(std::clock() - before < longest, part);
    }
  }

  TEST_CASE("hostile_phrases: the longest question is stopped by its deadline and its token") {
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    LinkOptions options;
    options.control.cancel = CancelToken::create();
    options.control.cancel.cancel();
    const auto cancelled = linker.link_question(repeated("Mariehamm ", 16 << 10), options);
    REQUIRE_FALSE(cancelled);
    CHECK(cancelled.error().code == ErrorCode::cancelled);
    LinkOptions late;
    late.control.deadline = Deadline::after(std::chrono::seconds(-1));
    const auto links = linker.link_question("Mariehamm", late);
    if (links) {
      CHECK(links->partial);
    } else {
      CHECK(links.error().code == ErrorCode::deadline_exceeded);
    }
  }

  TEST_CASE("hostile_phrases: text that is not UTF-8 is refused") {
    const Harbour harbour(names);
    for (const auto& linker : {indexed(harbour), searching(harbour)})
      for (const auto& text :
           {"\xff"s, "Kiel\xc3"s, "\xed\xa0\x80"s, "\xc0\xaf Kiel"s, "\xf4\x90\x80\x80"s, "Kiel \x80"s}) {
        const auto phrase = linker.link_phrase(text);
        REQUIRE_FALSE(phrase);
        CHECK(phrase.error().code == ErrorCode::invalid_argument);
        const auto question = linker.link_question(text);
        REQUIRE_FALSE(question);
        CHECK(question.error().code == ErrorCode::invalid_argument);
      }
  }

  TEST_CASE("hostile_phrases: nothing but blanks and invisible characters finds nothing") {
    const Harbour harbour(names);
    for (const auto& linker : {indexed(harbour), searching(harbour)})
      for (const auto& text :
           {""s, " "s, "\t\n"s, "\0"s, "\u00A0"s, "\u3000"s, "\u200B"s, "\u202E"s, "\uFEFF"s, "..."s, "\"\""s, "''"s}) {
        if (const auto links = linker.link_phrase(text)) CHECK(links->matches.empty());
        if (const auto links = linker.link_question(text)) CHECK(links->matches.empty());
      }
  }

  TEST_CASE("hostile_phrases: a zero byte ends nothing") {
    const Harbour harbour(names);
    for (const auto& linker : {indexed(harbour), searching(harbour)}) {
      const auto question = "in \0 the ports Kiel and Mariehamn\0"s;
      const auto links = linker.link_question(question).value();
      check_sound(links, question);
      std::size_t found = 0;
      for (const auto& match : links.matches) found += match.distance == 0 ? 1 : 0;
      CHECK(found == 2);
      CHECK_FALSE(finds(linker, "Kiel\0xyzzy plugh"s, "Kiel", 0.01));
    }
  }

  TEST_CASE("hostile_phrases: wildcards and operators are letters like others") {
    const Harbour harbour(names);
    for (const auto& linker : {indexed(harbour), searching(harbour)})
      for (const auto& text : {"%"s,
                               "%%%"s,
                               "_"s,
                               "____"s,
                               "%h%m%"s,
                               "*"s,
                               "?"s,
                               "[a-z]*"s,
                               "^"s,
                               ".*"s,
                               "' OR '1'='1"s,
                               "' OR 1=1 --"s,
                               "\" OR \"\"=\""s,
                               "'; DROP TABLE t; --"s,
                               "' UNION SELECT name FROM t --"s,
                               "NOT xyzzy"s,
                               "xyzzy OR plugh"s,
                               "NEAR(xyzzy)"s,
                               "\\%"s,
                               "$1"s,
                               "?1"s,
                               ":value"s,
                               "$value"s,
                               "@value"s,
                               "\\"s,
                               "xyzzy:*"s,
                               "!kiel"s,
                               "{}"s}) {
        for (const auto& links : {linker.link_phrase(text), linker.link_question(text),
                                  linker.link_question("show \"" + text + "\" please")}) {
          if (!links) continue;
          CHECK(links->warnings.empty());
          for (const auto& match : links->matches) {
            const bool own = (text == "!kiel" && to_display(match.value) == "Kiel");
            CHECK_MESSAGE(own, text << " gives " << to_display(match.value) << " at " << match.distance);
          }
        }
      }
    for (const auto& linker : {indexed(harbour), searching(harbour)}) {
      CHECK(finds(linker, "100%", "100%", 0));
      CHECK(finds(linker, "A_B", "A_B", 0));
      CHECK(finds(linker, "O'Brien", "O'Brien", 0));
      CHECK_FALSE(finds(linker, "AxB", "A_B"));
      CHECK_FALSE(finds(linker, "Ki%", "Kiel", 0.02));
    }
    CHECK(single(*harbour.database, "SELECT count(*) FROM t") == Value(static_cast<std::int64_t>(names.size())));
  }

  TEST_CASE("hostile_phrases: quotation marks without a partner hide nothing") {
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    for (const auto& mark : {"\""s, "'"s, "\u201C"s, "\u201D"s, "\u00AB"s, "\u2018"s, "`"s, "\u300C"s}) {
      CHECK_MESSAGE(value_at(linker, "ships " + mark + " from Mariehamn to Kiel", "Kiel") == "Kiel", mark);
      CHECK_MESSAGE(value_at(linker, "ships from " + mark + "Mariehamn to Kiel", "Mariehamn") == "Mariehamn", mark);
      CHECK_MESSAGE(value_at(linker, "ships from Mariehamn" + mark + " to Kiel", "Mariehamn") == "Mariehamn", mark);
    }
    CHECK(value_at(linker, "ships of O'Brien from Kiel", "O'Brien") == "O'Brien");
    CHECK(value_at(linker, "ships of 'O'Brien' from Kiel", "O'Brien") == "O'Brien");
  }

  TEST_CASE("hostile_phrases: a quotation is taken whole") {
    const Harbour harbour({"York", "New York Harbour", "New York", "Kiel", "Flight 101"});
    const auto linker = indexed(harbour);
    CHECK(value_at(linker, "ships in \"New York Harbour\"", "New York Harbour") == "New York Harbour");
    CHECK(value_at(linker, "ships in \"York\" today", "York") == "York");
    const std::string question = "rows of \"Flight 102\" today";
    for (const auto& match : linker.link_question(question).value().matches)
      CHECK_MESSAGE(false, to_display(match.value) << " by " << match.span.of(question));
    const std::string half = "rows of \"York xyzzyplugh quux\" today";
    for (const auto& match : linker.link_question(half).value().matches)
      CHECK_MESSAGE(false, to_display(match.value) << " by " << match.span.of(half));
  }

  TEST_CASE("hostile_phrases: from right to left, and in scripts without blanks") {
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    CHECK(value_at(linker, "ships to \u05D7\u05D9\u05E4\u05D4 now", "\u05D7\u05D9\u05E4\u05D4") ==
          "\u05D7\u05D9\u05E4\u05D4");
    CHECK(value_at(linker, "\u202Eships to \u05D7\u05D9\u05E4\u05D4\u202C", "\u05D7\u05D9\u05E4\u05D4") ==
          "\u05D7\u05D9\u05E4\u05D4");
    CHECK(value_at(linker, "\u0627\u0644\u0642\u0627\u0647\u0631\u0629",
                   "\u0627\u0644\u0642\u0627\u0647\u0631\u0629") == "\u0627\u0644\u0642\u0627\u0647\u0631\u0629");
    CHECK(value_at(linker, "\u660E\u65E5\u6771\u4EAC\u3078", "\u6771\u4EAC") == "\u6771\u4EAC");
    CHECK(value_at(linker, "ships to K\u200Biel", "K\u200Biel") == "Kiel");
  }

  TEST_CASE("hostile_phrases: spans are bytes, also after characters of many") {
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    for (const auto& before :
         {"\U0001F6A2 "s, "e\u0301\u0301 "s, "\u1E9E\u0130 "s, "\uFB03 "s, "\uFDFA "s, "\0 "s, "\u2028"s, "\uFEFF"s}) {
      const auto question = before + "Kiel";
      CHECK_MESSAGE(value_at(linker, question, "Kiel") == "Kiel", before);
    }
  }

  TEST_CASE("hostile_phrases: any bytes are answered soundly") {
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    const auto other = searching(harbour);
    Dice dice(7);
    const std::vector<std::string> parts = {"Mariehamn",
                                            "Kiel",
                                            "New",
                                            "York",
                                            "is",
                                            "the",
                                            "\"",
                                            "'",
                                            "\u201C",
                                            "\u201D",
                                            " ",
                                            " ",
                                            " ",
                                            ",",
                                            "%",
                                            "_",
                                            "\0"s,
                                            "\u202E",
                                            "\u0301",
                                            "\u6771",
                                            "\u05D7",
                                            "101",
                                            "-",
                                            "St.",
                                            "\n",
                                            "?",
                                            "(",
                                            "contains the word",
                                            "starting with",
                                            "UN"};
    for (int round = 0; round < 400; ++round) {
      std::string text;
      for (std::size_t i = 1 + dice.below(12); i > 0; --i) text += dice.of(parts);
      for (const auto* one : {&linker, &other}) {
        if (one == &other && round % 8 != 0) continue;
        const auto phrase = one->link_phrase(text);
        if (!phrase) CHECK(phrase.error().code == ErrorCode::invalid_argument);
        check_sound(phrase, text);
        if (phrase)
          for (const auto& match : phrase->matches) CHECK(match.span == Span{0, text.size()});
        const auto question = one->link_question(text);
        if (!question) CHECK(question.error().code == ErrorCode::invalid_argument);
        check_sound(question, text);
      }
    }
  }

  TEST_CASE("hostile_phrases: many threads get the answers of one") {
    const Harbour harbour(names);
    const auto linker = indexed(harbour);
    const std::vector<std::string> texts = {
        "Mariehamm",    "ships from New York to Kiel", "\"St Helens\" or O'Brien", "%",
        "\u6771\u4EAC", "gothenberg and The Who"};
    const auto expected = answers(linker, texts);
    std::vector<std::string> got(4);
    std::vector<std::thread> threads;
    for (auto& one : got)
      threads.emplace_back([&] {
        for (int i = 0; i < 10; ++i) one = answers(linker, texts);
      });
    for (auto& thread : threads) thread.join();
    for (const auto& one : got) CHECK(one == expected);
  }
}
