#include "querydata/value_linker.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "unit/values/harbour.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

using Texts = std::vector<std::string>;

struct Harbour {
  SqliteFile file{harbour_script};
  std::shared_ptr<Database> database = file.open();

  ValueLinker indexed() { return ValueLinker::build(database, {}, harbour_index()).value(); }
  ValueLinker searching() { return ValueLinker::build(database, harbour_searches()).value(); }
};

Texts values_of(const ValueLinks& links) {
  Texts out;
  for (const auto& match : links.matches) out.push_back(text_of(match));
  return out;
}

Texts phrase(const ValueLinker& linker, std::string_view text, const LinkOptions& options = {}) {
  return values_of(linker.link_phrase(text, options).value());
}

/// "words>value@table.column", sorted.
Texts question(const ValueLinker& linker, std::string_view text, const LinkOptions& options = {}) {
  std::set<std::string> out;
  const ValueLinks links = linker.link_question(text, options).value();
  for (const auto& match : links.matches) out.insert(std::string(match.span.of(text)) + ">" + text_of(match));
  return {out.begin(), out.end()};
}

bool has(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

ErrorCode code_of(const Result<ValueLinks>& links) {
  REQUIRE_FALSE(links);
  return links.error().code;
}

}  // namespace

TEST_SUITE("value_linker") {
  TEST_CASE("value_linker: searches and index alike put the part of a name and its misspelling first") {
    Harbour harbour;
    const ValueLinker linkers[] = {harbour.searching(), harbour.indexed()};
    for (const auto& linker : linkers) {
      for (const char* text : {"Heathrow", "Heathrw", "heathrow", "Heathroww", "London Heathrow Marina"}) {
        const auto found = phrase(linker, text);
        REQUIRE_FALSE(found.empty());
        CHECK(found.front() == "London Heathrow Marina@harbours.name");
      }
    }
  }

  TEST_CASE("value_linker: distances are comparable whatever found the value") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    const auto first = [&](std::string_view text) { return linker.link_phrase(text).value().matches.at(0); };
    CHECK(first("Ålesund").distance == 0);
    CHECK(first("Ålesund").kind == MatchKind::exact);
    CHECK(first("alesund").distance == 0.02);
    CHECK(first("alesund").kind == MatchKind::normalised);
    CHECK(first("saintmalo").distance == 0.04);
    CHECK(first("Gateway").kind == MatchKind::word_similarity);
    CHECK(first("Gatewy").kind == MatchKind::edit_distance);
    CHECK(first("Gatewy").distance > first("Gateway").distance);
    CHECK(first("747").value == Value(std::int64_t{747}));
  }

  TEST_CASE("value_linker: the same value in two columns gives two links in the order of their names") {
    Harbour harbour;
    const auto found = harbour.indexed().link_phrase("London").value().matches;
    REQUIRE(found.size() >= 4);
    CHECK(text_of(found[0]) == "London@harbours.town");
    CHECK(text_of(found[1]) == "London@vessels.name");
    CHECK(found[2].distance > 0);
    CHECK(found[0].concept_type == "harbours.town");
    CHECK(found[0].span == Span{0, 6});
  }

  TEST_CASE("value_linker: the index calls its values as the searches do") {
    Harbour harbour;
    const auto linker = ValueLinker::build(harbour.database, harbour_searches(), harbour_index()).value();
    const auto found = linker.link_phrase("Ocean Star Pier").value().matches;
    REQUIRE(found.size() == 1);
    CHECK(found[0].concept_type == "Harbour");
    CHECK(found[0].context == "{}");
  }

  TEST_CASE("value_linker: a distance of a search that is no comparison of spellings stands") {
    Harbour harbour;
    const auto linker = ValueLinker::build(harbour.database,
                                           {harbour_search("A", search_of("harbours.town", "0.2", "town LIKE $value"))})
                            .value();
    const auto found = linker.link_phrase("London").value().matches;
    REQUIRE(found.size() == 1);
    CHECK(found[0].distance == 0.2);
    CHECK(found[0].kind == MatchKind::other);
  }

  TEST_CASE("value_linker: at most so many and so far matches") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    LinkOptions options;
    options.max_matches = 1;
    CHECK(phrase(linker, "London", options).size() == 1);
    options.max_matches = 10;
    options.max_distance = 0;
    CHECK(phrase(linker, "London", options) == Texts{"London@harbours.town", "London@vessels.name"});
    CHECK(phrase(linker, "Xyzzy Quux").empty());
    CHECK(phrase(linker, "Gotham").empty());
  }

  TEST_CASE("value_linker: phrases that are no phrase are errors") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(code_of(linker.link_phrase("")) == ErrorCode::invalid_argument);
    CHECK(code_of(linker.link_phrase(" \n")) == ErrorCode::invalid_argument);
    CHECK(code_of(linker.link_phrase(std::string(5000, 'a'))) == ErrorCode::resource_exhausted);
    CHECK(code_of(linker.link_question(std::string(70'000, 'a'))) == ErrorCode::resource_exhausted);
    const auto invalid = linker.link_phrase("Os\xFFlo");
    CHECK(code_of(invalid) == ErrorCode::invalid_argument);
    CHECK(invalid.error().where.byte_offset == 2);
    CHECK(code_of(linker.link_question("")) == ErrorCode::invalid_argument);
    CHECK(phrase(linker, "?!").empty());
  }

  TEST_CASE("value_linker: what can not be built is said") {
    Harbour harbour;
    ValueLinkerOptions options;
    options.columns = {{"harbours", "colour"}};
    const auto unknown = ValueLinker::build(harbour.database, {}, options);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == ErrorCode::not_found);
    CHECK(unknown.error().message.find("harbours.colour") != std::string::npos);
    const auto broken = ValueLinker::build(harbour.database, {harbour_searches()[0], harbour_search("X", "SELECT 1")});
    REQUIRE_FALSE(broken);
    CHECK(broken.error().where.json_pointer == "/value_searches/1/query");
    CHECK_FALSE(ValueLinker::build(nullptr, {}));
  }

  TEST_CASE("value_linker: what the index leaves out is said") {
    const SqliteFile file(
        "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('often'), ('often'), ('seldom'), (printf('%.*c', 600, 'x'))");
    ValueLinkerOptions options;
    options.columns = {{"t", "a"}};
    options.max_values_per_column = 2;
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    REQUIRE(linker.warnings().size() == 1);
    CHECK(linker.warnings()[0].find("t.a has more than 2 distinct values") == 0);
    CHECK(phrase(linker, "often").size() == 1);
    options.max_values_per_column = 3;
    const auto other = ValueLinker::build(file.open(), {}, options).value();
    REQUIRE(other.warnings().size() == 1);
    CHECK(other.warnings()[0].find("1 values of more than 512 bytes") != std::string::npos);
  }

  TEST_CASE("value_linker: a column with a value too long to be read is left out and said") {
    const SqliteFile file("CREATE TABLE t(a TEXT, b TEXT); INSERT INTO t VALUES ('Oslo', zeroblob(70000000))");
    ValueLinkerOptions options;
    options.columns = {{"t", "a"}, {"t", "b"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    REQUIRE(linker.warnings().size() == 1);
    CHECK(linker.warnings()[0].find("the values of t.b are not linked") == 0);
    CHECK(phrase(linker, "Oslo").size() == 1);
  }

  TEST_CASE("value_linker: a search that fails is a warning beside what the others found") {
    Harbour harbour;
    auto searches = harbour_searches();
    searches.push_back(
        harbour_search("Broken", search_of("harbours.name", "abs(-9223372036854775807 - 1)", "name <> $value")));
    const auto links = ValueLinker::build(harbour.database, searches).value().link_phrase("Heathrow").value();
    CHECK(links.partial);
    REQUIRE(links.warnings.size() == 1);
    CHECK(links.warnings[0].find("value search 4 (\"Broken\")") == 0);
    CHECK(values_of(links).front() == "London Heathrow Marina@harbours.name");
  }

  TEST_CASE("value_linker: a deadline leaves what the index found and says what was not run") {
    Harbour harbour;
    const auto linker = ValueLinker::build(harbour.database, harbour_searches(), harbour_index()).value();
    LinkOptions options;
    options.control.deadline = Deadline(Deadline::Clock::now() - std::chrono::seconds(1));
    const auto links = linker.link_phrase("Heathrow", options).value();
    CHECK(links.partial);
    CHECK(links.warnings.size() == 3);
    CHECK(values_of(links).front() == "London Heathrow Marina@harbours.name");
    const auto of_question = linker.link_question("Is London near Heathrow?", options).value();
    CHECK(of_question.partial);
    options.control = {};
    options.control.cancel = CancelToken::create();
    options.control.cancel.cancel();
    CHECK(code_of(linker.link_phrase("Heathrow", options)) == ErrorCode::cancelled);
    CHECK(code_of(linker.link_question("Is London near Heathrow?", options)) == ErrorCode::cancelled);
  }

  TEST_CASE("value_linker: what is out of scope is as if it were not there") {
    Harbour harbour;
    const auto linker = ValueLinker::build(harbour.database, harbour_searches(), harbour_index()).value();
    ValueLinkerOptions only_vessels;
    only_vessels.columns = {{"vessels", "name"}, {"vessels", "kind"}, {"vessels", "flag"}};
    const auto never_held = ValueLinker::build(harbour.database, {}, only_vessels).value();
    LinkOptions options;
    options.scope.tables = {"vessels"};
    for (const char* text : {"London", "Heathrow", "Lightnin", "NO", "747", "ferry"}) {
      const auto seen = linker.link_phrase(text, options).value();
      CHECK(to_json(seen) == to_json(never_held.link_phrase(text, options).value()));
      CHECK(seen.warnings.empty());
    }
    const char* asked = "Which harbours near London or heathrw have ferries like the Northern Lantrn?";
    CHECK(to_json(linker.link_question(asked, options).value()) ==
          to_json(never_held.link_question(asked, options).value()));
    options.scope = {};
    options.scope.columns = {"harbours.town"};
    CHECK(phrase(linker, "London", options) == Texts{"London@harbours.town"});
  }

  TEST_CASE("value_linker: questions name values as they are written") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(question(linker, "Which harbours are in Ålesund?") == Texts{"Ålesund>Ålesund@harbours.town"});
    CHECK(question(linker, "which harbours are in new york") == Texts{"new york>New York@harbours.town"});
    CHECK(question(linker, "How many berths has SMO?") == Texts{"SMO>SMO@harbours.code"});
    CHECK(question(linker, "Who has 747 berths?") == Texts{"747>747@harbours.berths"});
    CHECK(has(question(linker, "Where is Macy's Pride?"), "Macy's Pride>Macy's Pride@vessels.name"));
    CHECK(has(question(linker, "Is saint malo in France?"), "saint malo>Saint-Malo@harbours.town"));
    CHECK(has(question(linker, "London's harbours"), "London>London@harbours.town"));
  }

  TEST_CASE("value_linker: of spans that overlap the longest is meant") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(question(linker, "boats of New York") == Texts{"New York>New York@harbours.town"});
    CHECK(question(linker, "boats of York") == Texts{"York>York@harbours.town"});
    CHECK(question(linker, "boats of London Heathrow Marina") ==
          Texts{"London Heathrow Marina>London Heathrow Marina@harbours.name"});
  }

  TEST_CASE("value_linker: the column that the question names comes first") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    const auto first = [&](std::string_view text) { return text_of(linker.link_question(text).value().matches.at(0)); };
    CHECK(first("Which vessels are called London?") == "London@vessels.name");
    CHECK(first("Which harbours are in the town London?") == "London@harbours.town");
    const auto matches = linker.link_question("Which harbours are in the town London?").value().matches;
    CHECK(matches.at(0).relevance > matches.at(1).relevance);
    CHECK(linker.link_phrase("London").value().matches.at(0).relevance == 0);
  }

  TEST_CASE("value_linker: a value in several columns is told as an ambiguity") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    const auto readings = [](const ValueLinks& links) {
      Texts out;
      for (const auto& ambiguity : links.ambiguities)
        for (const std::size_t place : ambiguity.readings) out.push_back(text_of(links.matches.at(place)));
      return out;
    };
    CHECK(readings(linker.link_question("Where is London?").value()) ==
          Texts{"London@harbours.town", "London@vessels.name"});
    CHECK(readings(linker.link_phrase("London").value()) == Texts{"London@harbours.town", "London@vessels.name"});
    CHECK(readings(linker.link_question("Where is New York?").value()).empty());
  }

  TEST_CASE("value_linker: a value does not hide a longer name in another column that says little more") {
    const SqliteFile file(
        "CREATE TABLE airports(name TEXT, city TEXT, kind TEXT); INSERT INTO airports VALUES "
        "('Aalborg Airport', 'Aalborg', 'airport'), ('Munich Airport', 'Munich', 'airport'), "
        "('London City Airport', 'London', 'airport'), ('London Luton Airport', 'London', 'airport'), "
        "('Oslo Airport', 'Oslo', 'airport'), ('Bergen Airport', 'Bergen', 'airport'), "
        "('Oulu Airport', 'Oulu', 'airport'), ('Kiruna Airport', 'Kiruna', 'airport'), "
        "('Vaasa Airport', 'Vaasa', 'airport'), ('Turku Airport', 'Turku', 'airport')");
    ValueLinkerOptions options;
    options.columns = {{"airports", "name"}, {"airports", "city"}, {"airports", "kind"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    CHECK(question(linker, "flights from Aalborg") ==
          Texts{"Aalborg>Aalborg Airport@airports.name", "Aalborg>Aalborg@airports.city"});
    CHECK(question(linker, "flights from Aalbrg") ==
          Texts{"Aalbrg>Aalborg Airport@airports.name", "Aalbrg>Aalborg@airports.city"});
    CHECK(question(linker, "flights from London") == Texts{"London>London@airports.city"});
    CHECK(question(linker, "flights from the city Aalborg") == Texts{"Aalborg>Aalborg@airports.city"});

    const auto links = linker.link_question("flights from Munich Airport").value();
    CHECK(values_of(links) == Texts{"Munich Airport@airports.name", "Munich@airports.city"});
    REQUIRE(links.ambiguities.size() == 1);
    CHECK(links.ambiguities[0].readings == std::vector<std::size_t>{0, 1});
    CHECK(links.compounds.empty());
  }

  TEST_CASE("value_linker: signs that a value has belong to it") {
    const SqliteFile file("CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('Frankfurt (Oder)'), ('Apple Inc.')");
    ValueLinkerOptions options;
    options.columns = {{"t", "a"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    for (const char* text : {"Who lives in Frankfurt (Oder)?", "Who works for Apple Inc."}) {
      const auto found = linker.link_question(text).value().matches;
      REQUIRE(found.size() == 1);
      CHECK(found[0].kind == MatchKind::exact);
      CHECK(Value(std::string(found[0].span.of(text))) == found[0].value);
    }
  }

  TEST_CASE("value_linker: first and last names side by side are one name") {
    const SqliteFile file(
        "CREATE TABLE guests(first_name TEXT, last_name TEXT); CREATE TABLE staff(first_name TEXT, last_name TEXT);"
        "INSERT INTO guests VALUES ('Ann', 'Bell'), ('Eve', 'Lee'); INSERT INTO staff VALUES ('Ann', 'Lee')");
    ValueLinkerOptions options;
    options.columns = {
        {"guests", "first_name"}, {"guests", "last_name"}, {"staff", "first_name"}, {"staff", "last_name"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    const auto links = linker.link_question("What does Eve Lee pay?").value();
    REQUIRE(links.compounds.size() == 1);
    CHECK(links.compounds[0].span == Span{10, 17});
    CHECK(text_of(links.matches.at(links.compounds[0].parts.at(0))) == "Eve@guests.first_name");
    CHECK(text_of(links.matches.at(links.compounds[0].parts.at(1))) == "Lee@guests.last_name");
    CHECK(text_of(links.matches.at(0)) == "Eve@guests.first_name");
    CHECK(text_of(links.matches.at(1)) == "Lee@guests.last_name");
    CHECK(linker.link_question("Do Eve and Lee pay?").value().compounds.empty());
    // In quotes only where together they are all of it.
    CHECK(linker.link_question("What does \"Eve Lee\" pay?").value().compounds.size() == 1);
    CHECK(linker.link_question("What does \"Eve Mary Lee\" pay?").value().matches.empty());
    CHECK(linker.link_question("what does eve lee pay?").value().compounds.size() == 1);
    CHECK(linker.link_question("Does Eve lee pay?").value().compounds.empty());
  }

  TEST_CASE("value_linker: letters that are written as two") {
    const SqliteFile file("CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('München'), ('Duesseldorf'), ('Tromsø')");
    ValueLinkerOptions options;
    options.columns = {{"t", "a"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    for (const char* text : {"München", "Muenchen", "Munchen", "MUENCHEN", "mu\u0308nchen"}) {
      CAPTURE(text);
      CHECK(phrase(linker, text) == Texts{"München@t.a"});
      CHECK(linker.link_phrase(text).value().matches.at(0).distance <= 0.02);
      CHECK(question(linker, std::string("Züge nach ") + text) == Texts{std::string(text) + ">München@t.a"});
    }
    CHECK(phrase(linker, "Düsseldorf") == Texts{"Duesseldorf@t.a"});
    CHECK(phrase(linker, "Tromsoe") == Texts{"Tromsø@t.a"});
    CHECK(phrase(linker, "Blue").empty());
  }

  TEST_CASE("value_linker: other words of a set that a column holds") {
    const SqliteFile file(
        "CREATE TABLE people(sex TEXT, state TEXT, grade TEXT); INSERT INTO people VALUES ('F', 'CA', 'F'), ('M', "
        "'NY', 'A')");
    ValueLinkerOptions options;
    options.columns = {{"people", "sex"}, {"people", "state"}, {"people", "grade"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    CHECK(question(linker, "how many women live in new york") ==
          Texts{"new york>NY@people.state", "women>F@people.sex"});
    CHECK(phrase(linker, "female") == Texts{"F@people.sex"});
    CHECK(linker.link_phrase("California").value().matches.at(0).kind == MatchKind::semantic);
    CHECK(phrase(linker, "Texas").empty());
  }

  TEST_CASE("value_linker: names are found in every script") {
    const SqliteFile file(
        "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('Москва'), ('Αθήνα'), ('القاهرة'), ('दिल्ली'), ('กรุงเทพ'), "
        "('東京'),"
        "('Đà Nẵng'), ('İzmir'), ('Timișoara')");
    ValueLinkerOptions options;
    options.columns = {{"t", "a"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    CHECK(question(linker, "Сколько вокзалов есть в городе МОСКВА?") == Texts{"МОСКВА>Москва@t.a"});
    CHECK(question(linker, "Πόσοι μένουν στην αθηνα;") == Texts{"αθηνα>Αθήνα@t.a"});
    CHECK(question(linker, "كم عدد السكان في القاهرة؟") == Texts{"القاهرة>القاهرة@t.a"});
    CHECK(question(linker, "दिल्ली में कितने स्टेशन हैं?") == Texts{"दिल्ली>दिल्ली@t.a"});
    CHECK(question(linker, "มีสถานีกี่แห่งในกรุงเทพ") == Texts{"กรุงเทพ>กรุงเทพ@t.a"});
    CHECK(question(linker, "東京に駅はいくつありますか") == Texts{"東京>東京@t.a"});
    CHECK(question(linker, "Có bao nhiêu nhà ga ở Da Nang?") == Texts{"Da Nang>Đà Nẵng@t.a"});
    CHECK(question(linker, "İzmir'de kaç istasyon var?") == Texts{"İzmir>İzmir@t.a"});
    CHECK(question(linker, "Câte gări sunt în Timisoara?") == Texts{"Timisoara>Timișoara@t.a"});
    CHECK(phrase(linker, "Моска") == Texts{"Москва@t.a"});  // a letter left out
    CHECK(phrase(linker, "Moskva").empty());                // another script is another name
  }

  TEST_CASE("value_linker: a part of a value is found where the question speaks of one") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(has(question(linker, "harbours whose name contains 'throw'"), "throw>London Heathrow Marina@harbours.name"));
    CHECK(question(linker, "harbours of 'qqthrow'") == Texts{});
  }

  TEST_CASE("value_linker: singular and plural of the last word") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(has(question(linker, "which cargo ships are there"), "cargo ships>cargo ship@vessels.kind"));
    CHECK(has(question(linker, "how many city ferries exist"), "city ferries>city ferry@vessels.kind"));
    CHECK(has(question(linker, "Northern Lanterns"), "Northern Lanterns>Northern Lantern@vessels.name"));
    CHECK(question(linker, "What do Londoners eat?") == Texts{});
  }

  TEST_CASE("value_linker: words of the sentence name values only as they are spelt") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(question(linker, "is it in town or not? tell me") == Texts{});
    CHECK(question(linker, "Is there a boat in IS or in US?") ==
          Texts{"IS>IS@harbours.country", "US>US@harbours.country"});
    CHECK(question(linker, "IS THERE A BOAT IN OSP OR ME?") == Texts{"IN>IN@vessels.flag", "IS>IS@harbours.country",
                                                                     "ME>ME@vessels.flag", "OR>OR@vessels.flag",
                                                                     "OSP>OSP@harbours.code"});
    const auto shouted = linker.link_question("IS THERE A BOAT IN OSP?").value().matches;
    CHECK(text_of(shouted.at(0)) == "OSP@harbours.code");
  }

  TEST_CASE("value_linker: misspellings and parts are tried for names only") {
    Harbour harbour;
    const auto linker = harbour.indexed();
    CHECK(has(question(linker, "How far is Heathrow?"), "Heathrow>London Heathrow Marina@harbours.name"));
    CHECK(has(question(linker, "How far is Heathrw?"), "Heathrw>London Heathrow Marina@harbours.name"));
    CHECK(question(linker, "how far is reykjavk") == Texts{"reykjavk>Reykjavik@harbours.town"});
    CHECK(has(question(linker, "how far is heathrw"), "heathrw>London Heathrow Marina@harbours.name"));
    CHECK(has(question(linker, "the boats of 'norhtern lantern'"), "norhtern lantern>Northern Lantern@vessels.name"));
    CHECK(question(linker, "which harbour has boats and a terminal") == Texts{});
    CHECK(question(linker, "How far is Hogsmeade from Gotham?") == Texts{});
    CHECK(question(linker, "how long do loading and landing take") == Texts{});
  }

  TEST_CASE("value_linker: words of English are no codes and initials none of a column full of codes") {
    std::string script = "CREATE TABLE t(code TEXT, body TEXT);";
    for (const char* code : {"FLY", "BASE", "BIG", "KEW", "FJS", "FJA", "FJB", "FJC", "FJD", "FJE"})
      script += "INSERT INTO t(code) VALUES ('" + std::string(code) + "');";
    script += "INSERT INTO t(body) VALUES ('NATO'), ('European Union'), ('BIG')";
    const SqliteFile file(script);
    ValueLinkerOptions options;
    options.columns = {{"t", "code"}, {"t", "body"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    CHECK(linker.link_question("who can fly").value().matches.at(0).distance == 0.2);
    CHECK(linker.link_question("where is FLY").value().matches.at(0).distance == 0);
    CHECK(question(linker, "where it flies and is based") == Texts{});
    CHECK(phrase(linker, "Franz Josef Strauss").empty());
    CHECK(phrase(linker, "Ke West").empty());
    CHECK(phrase(linker, "North Atlantic Treaty Organization") == Texts{"NATO@t.body"});
  }

  TEST_CASE("value_linker: a word of the schema is no value of its own table unless it is said with a capital") {
    const SqliteFile file(
        "CREATE TABLE airports(name TEXT, kind TEXT, timezone TEXT); INSERT INTO airports VALUES "
        "('Oslo', 'airport', 'CET'); CREATE TABLE songs(title TEXT); INSERT INTO songs VALUES ('Red Zone')");
    ValueLinkerOptions options;
    options.columns = {{"airports", "name"}, {"airports", "kind"}, {"songs", "title"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    CHECK(linker.link_question("which airport is in Oslo").value().matches.back().distance == 0.2);
    CHECK(question(linker, "the time zone of Oslo") == Texts{"Oslo>Oslo@airports.name"});
  }

  TEST_CASE("value_linker: abbreviations of a street and signs of a company in a question") {
    const SqliteFile file(
        "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('Hauptstraße'), ('AT&T Inc'), ('华为技术有限公司')");
    ValueLinkerOptions options;
    options.columns = {{"t", "a"}};
    const auto linker = ValueLinker::build(file.open(), {}, options).value();
    CHECK(question(linker, "who lives in Hauptstr. in Bergen") == Texts{"Hauptstr>Hauptstraße@t.a"});
    CHECK(question(linker, "is AT&T in Geneva") == Texts{"AT&T>AT&T Inc@t.a"});
    CHECK(question(linker, "公司 华为 的城市") == Texts{"华为>华为技术有限公司@t.a"});
  }

  TEST_CASE("value_linker: value searches run for the names of a question") {
    Harbour harbour;
    const auto linker = harbour.searching();
    CHECK(has(question(linker, "How far is Heathrow?"), "Heathrow>London Heathrow Marina@harbours.name"));
    CHECK(has(question(linker, "which boats go to ocean star peir"), "ocean star peir>Ocean Star Pier@harbours.name"));
    CHECK(question(linker, "Where is \"Ocean Star Pier\"?") == Texts{"Ocean Star Pier>Ocean Star Pier@harbours.name"});
    CHECK(has(question(linker, "Is Heathrow or Gateway bigger?"), "Gateway>London Gateway Port@harbours.name"));
    CHECK(question(linker, "what is it") == Texts{});
  }

  TEST_CASE("value_linker: only so many names of a question are searched and that is said") {
    Harbour harbour;
    std::string text = "Compare";
    for (char letter = 'A'; letter <= 'R'; ++letter) text += std::string(" ") + letter + "xyzzy,";
    const auto links = harbour.searching().link_question(text).value();
    CHECK_FALSE(links.partial);
    REQUIRE(links.warnings.size() == 1);
    CHECK(links.warnings[0].find("first 12 names") != std::string::npos);
  }

  TEST_CASE("value_linker: a search that fails for every name is told once") {
    Harbour harbour;
    const auto linker =
        ValueLinker::build(
            harbour.database,
            {harbour_search("Broken", search_of("harbours.name", "abs(-9223372036854775807 - 1)", "name <> $value"))})
            .value();
    const auto links = linker.link_question("Is Heathrow nearer to York than to Oslo?").value();
    CHECK(links.partial);
    CHECK(links.warnings.size() == 1);
  }

  TEST_CASE("value_linker: the order of the searches does not matter") {
    Harbour harbour;
    auto searches = harbour_searches("harbours.town");
    const auto one = ValueLinker::build(harbour.database, searches).value();
    std::reverse(searches.begin(), searches.end());
    const auto other = ValueLinker::build(harbour.database, searches).value();
    for (const char* text : {"Is York nice?", "Where is London or Reykjavk?", "boats of 'new york'"}) {
      CHECK(to_json(one.link_question(text).value()) == to_json(other.link_question(text).value()));
      CHECK(to_json(one.link_phrase(text).value()) == to_json(other.link_phrase(text).value()));
    }
    CHECK(question(one, "Is York nice?") == Texts{"York>York@harbours.town"});
  }

  TEST_CASE("value_linker: the same question gives the same bytes") {
    Harbour harbour;
    const char* text = "Which ferries of London, New York or heathrw sail under NO or GB to Saint Malo?";
    auto reversed = harbour_index();
    std::reverse(reversed.columns.begin(), reversed.columns.end());
    const auto one = ValueLinker::build(harbour.database, harbour_searches(), harbour_index()).value();
    const auto other = ValueLinker::build(harbour.database, harbour_searches(), reversed).value();
    const auto json = to_json(one.link_question(text).value());
    CHECK(json == to_json(one.link_question(text).value()));
    CHECK(json == to_json(other.link_question(text).value()));
  }

  TEST_CASE("value_linker: JSON holds all members") {
    ValueLinks links;
    CHECK(to_json(links) == R"({"matches":[],"ambiguities":[],"compounds":[],"warnings":[],"partial":false})");
    links.matches.resize(2);
    links.ambiguities = {{{3, 9}, {0, 1}}};
    links.compounds = {{{0, 9}, {1, 0}}};
    links.warnings = {"a \"b\"", "c"};
    links.partial = true;
    const std::string json = to_json(links);
    CHECK(json.find(R"({"matches":[{"value":null,)") == 0);
    CHECK(json.find(R"("ambiguities":[{"span":{"begin":3,"end":9},"readings":[0,1]}],)") != std::string::npos);
    CHECK(json.find(R"("compounds":[{"span":{"begin":0,"end":9},"parts":[1,0]}],)") != std::string::npos);
    CHECK(json.find(R"("warnings":["a \"b\"","c"],"partial":true})") != std::string::npos);
  }
}
