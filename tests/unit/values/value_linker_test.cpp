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
    CHECK(has(question(linker, "which harbours are in new york"), "new york>New York@harbours.town"));
    CHECK(has(question(linker, "which harbours are in new york"), "york>York@harbours.town"));
    CHECK(question(linker, "How many berths has SMO?") == Texts{"SMO>SMO@harbours.code"});
    CHECK(question(linker, "Who has 747 berths?") == Texts{"747>747@harbours.berths"});
    CHECK(has(question(linker, "Where is Macy's Pride?"), "Macy's Pride>Macy's Pride@vessels.name"));
    CHECK(has(question(linker, "Is saint malo in France?"), "saint malo>Saint-Malo@harbours.town"));
    CHECK(has(question(linker, "London's harbours"), "London>London@harbours.town"));
  }

  TEST_CASE("value_linker: the longer span comes first among equals") {
    Harbour harbour;
    const char* text = "boats of New York";
    const auto matches = harbour.indexed().link_question(text).value().matches;
    REQUIRE(matches.size() == 2);
    CHECK(matches[0].span.of(text) == "New York");
    CHECK(matches[1].span.of(text) == "York");
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
    CHECK(question(linker, "how far is reykjavk") ==
          Texts{"reykjavk>Port of Reykjavik@harbours.name", "reykjavk>Reykjavik@harbours.town"});
    CHECK(has(question(linker, "the boats of 'norhtern lantern'"), "norhtern lantern>Northern Lantern@vessels.name"));
    CHECK(question(linker, "which harbour has boats and a terminal") == Texts{});
    CHECK(question(linker, "How far is Hogsmeade from Gotham?") == Texts{});
    CHECK(question(linker, "how long do loading and landing take") == Texts{});
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

  TEST_CASE("value_linker: JSON holds matches warnings and partial") {
    ValueLinks links;
    CHECK(to_json(links) == R"({"matches":[],"warnings":[],"partial":false})");
    links.matches.resize(2);
    links.warnings = {"a \"b\"", "c"};
    links.partial = true;
    const std::string json = to_json(links);
    CHECK(json.find(R"({"matches":[{"value":null,)") == 0);
    CHECK(json.find(R"("warnings":["a \"b\"","c"],"partial":true})") != std::string::npos);
  }
}
