// Values that nobody expects in a database: each must be found as it is stored or be left out, and disturb no other.
#include <functional>
#include <limits>
#include <set>

#include "property/values/hostile.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::string_literals;

namespace {

const std::vector<std::string> ordinary = {"Mariehamn", "New York", "Saint Helens", "Kiel", "Gothenburg"};

/// Both kinds of index hold the value beside ordinary ones.
void with_value(const std::string& value, const std::function<void(const ValueLinker&)>& look) {
  auto names = ordinary;
  names.push_back(value);
  const Harbour harbour(names);
  const auto store = harbour.open();
  const auto memory = ValueIndex::build(*harbour.database, only("t", "name"));
  REQUIRE_MESSAGE(memory, to_string(memory.error()));
  const auto stored = ValueIndex::build(*harbour.database, *store, "t", only("t", "name"));
  REQUIRE_MESSAGE(stored, to_string(stored.error()));
  const auto opened = ValueIndex::open(*store, "t");
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  const std::vector<std::string> phrases = {"Mariehamm", "new york", "St. Helens", value, "in Kiel and \"" + value};
  const auto linker = linker_of(harbour.database, *opened);
  CHECK(answers(linker_of(harbour.database, *memory), phrases) == answers(linker, phrases));
  for (const auto& name : ordinary) CHECK(finds(linker, name, name, 0));
  for (const auto& phrase : phrases) {
    check_sound(linker.link_phrase(phrase), phrase);
    check_sound(linker.link_question(phrase), phrase);
  }
  look(linker);
}

void found_as_stored(const std::string& value) {
  with_value(value, [&](const ValueLinker& linker) { CHECK(finds(linker, value, value, 0)); });
}

}  // namespace

TEST_SUITE("property_values_hostile") {
  TEST_CASE("hostile_values: a value with a zero byte") {
    found_as_stored("Port\0Alpha"s);
    found_as_stored("\0Alpha"s);
    found_as_stored("Alpha\0"s);
  }

  TEST_CASE("hostile_values: values that differ after a zero byte are two") {
    const Harbour harbour({"Port\0Alpha"s, "Port\0Beta"s, "Port"s});
    const auto store = harbour.open();
    const auto index = ValueIndex::build(*harbour.database, *store, "t", only("t", "name")).value();
    CHECK(index->info().values == 3);
    const auto linker = linker_of(harbour.database, index);
    CHECK(finds(linker, "Port\0Beta"s, "Port\0Beta"s, 0));
    CHECK_FALSE(finds(linker, "Port\0Beta"s, "Port\0Alpha"s, 0.05));
    CHECK(finds(linker, "Port", "Port", 0));
  }

  TEST_CASE("hostile_values: control and bidirectional characters") {
    found_as_stored("Port\x1b[31m Red");
    found_as_stored("Line\nBreak\r\nTown\t");
    found_as_stored("\u202Egnp.exe");
    found_as_stored("\u2066Isolated\u2069 Harbour");
    found_as_stored("\u200FRight\u200E Left");
    found_as_stored("Zero\u200BWidth\u200DJoiner");
    found_as_stored("\uFEFFMarked Town");
    found_as_stored("Soft\u00ADHyphen");
    found_as_stored("\u0085Next\u2028Line\u2029Paragraph");
    found_as_stored("\U000E0041Tag \U000E007F");
    found_as_stored("Noncharacter\uFFFF\uFDD0");
  }

  TEST_CASE("hostile_values: letters with a thousand accents, and letters that fold to many") {
    std::string accents = "a";
    for (int i = 0; i < 200; ++i) accents += "\u0301";
    found_as_stored(accents);
    found_as_stored("\uFDFA\uFDFA\uFDFA");
    found_as_stored("\u0130\u0131\u1E9E\u00DF");
    found_as_stored("\uFB03\uFB03");
    found_as_stored("\U0001F468\u200D\U0001F469\u200D\U0001F467");
  }

  TEST_CASE("hostile_values: only punctuation or symbols") {
    for (const auto* value : {"...", "%", "_", "-", "'", "\"", "\\", "*", "?", "''", "\"\"", "$1", "()", "\u2026"})
      found_as_stored(value);
  }

  TEST_CASE("hostile_values: empty, and only blanks") {
    for (const auto& value : {""s, " "s, "   "s, "\t"s, "\n"s, "\u00A0"s, "\u3000"s, "\u200B"s, "\0"s})
      with_value(value, [&](const ValueLinker& linker) {
        for (const auto& phrase : {"Mariehamn"s, "xyzzy"s, "the"s}) {
          const auto links = linker.link_question(phrase).value();
          for (const auto& match : links.matches) CHECK(match.value != Value(value));
        }
      });
  }

  TEST_CASE("hostile_values: text that is not UTF-8 disturbs nothing, and comes back byte for byte or not at all") {
    for (const auto& value : {"\xff\xfe Broken"s, "Broken\xc3"s, "\xed\xa0\x80 Broken"s, "Broken \xc0\xaf"s,
                              "\xf4\x90\x80\x80 Broken"s, "\x80"s, std::string(512, '\xff'), "Bro\xe2\x82ken"s})
      with_value(value, [&](const ValueLinker& linker) {
        const auto links = linker.link_phrase("Broken").value();
        for (const auto& match : links.matches) CHECK_MESSAGE((match.value == Value(value)), to_display(match.value));
        CHECK_FALSE(linker.link_phrase(value));
        CHECK_FALSE(linker.link_question(value));
      });
  }

  TEST_CASE("hostile_values: a value that is given can be bound in a query, also if it is not UTF-8") {
    const Harbour harbour({"Broken \xff harbour", "Kiel"});
    const auto linker = linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value());
    const auto links = linker.link_phrase("Broken harbour").value();
    for (const auto& match : links.matches) {
      const auto rows = query(*harbour.database, "SELECT count(*) FROM t WHERE name = ?1", {match.value});
      REQUIRE_MESSAGE(rows, to_string(rows.error()));
      CHECK(rows->rows.at(0).at(0) == Value(std::int64_t{1}));
    }
  }

  TEST_CASE("hostile_values: two texts that are wrong UTF-8 in different bytes are two values") {
    const Harbour harbour({"Bad \xff harbour", "Bad \xfe harbour", "Bad \uFFFD harbour", "Bad  harbour"});
    const auto store = harbour.open();
    const auto index = ValueIndex::build(*harbour.database, *store, "t", only("t", "name")).value();
    const auto links = linker_of(harbour.database, index).link_phrase("Bad harbour").value();
    std::set<std::string> texts;
    for (const auto& match : links.matches) texts.insert(std::get<std::string>(match.value));
    CHECK(texts.size() == links.matches.size());
    CHECK(index->info().values == 4);
  }

  TEST_CASE("hostile_values: a value of 1 MB is left out with a warning that names the column") {
    auto names = ordinary;
    names.push_back(std::string(1 << 20, 'x'));
    std::string words;
    while (words.size() < 1 << 20) words += "Mariehamn harbour ";
    names.push_back(words);
    const Harbour harbour(names);
    const auto store = harbour.open();
    const auto index = ValueIndex::build(*harbour.database, *store, "t", only("t", "name")).value();
    CHECK(index->info().values == ordinary.size());
    REQUIRE(index->info().columns.size() == 1);
    REQUIRE(index->info().columns[0].warnings.size() == 1);
    CHECK(index->info().columns[0].warnings[0].find("t.name") != std::string::npos);
    CHECK(index->info().columns[0].warnings[0].find('2') != std::string::npos);
    CHECK(finds(linker_of(harbour.database, index), "Mariehamn", "Mariehamn", 0));
  }

  TEST_CASE("hostile_values: values of 1 MB that the host asks for are found, or left out with a warning") {
    auto names = ordinary;
    std::string words = "Zanzibar";
    while (words.size() < 1 << 20) words += " Word" + std::to_string(words.size());
    names.push_back(words);
    names.push_back(std::string(1 << 20, '\xff'));
    names.push_back(std::string(1 << 20, '\0'));
    const Harbour harbour(names);
    const auto store = harbour.open();
    auto options = only("t", "name");
    options.max_value_bytes = 4U << 20U;
    const auto index = ValueIndex::build(*harbour.database, *store, "t", options);
    REQUIRE(index);
    const auto linker = linker_of(harbour.database, *index);
    CHECK(finds(linker, "Mariehamn", "Mariehamn", 0));
    const bool kept = finds(linker, "Zanzibar Word8", words);
    CHECK((kept || !(*index)->info().columns[0].warnings.empty()));
  }

  TEST_CASE("hostile_values: a hundred thousand equal values are one") {
    const Harbour harbour({"Kiel"},
                          "CREATE TABLE t(name TEXT);"
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
                          "INSERT INTO t SELECT 'Mariehamn' FROM n;");
    const auto index = ValueIndex::build(*harbour.database).value();
    REQUIRE(index->info().columns.size() == 1);
    CHECK(index->info().values == 2);
    CHECK(index->info().columns[0].rows == 100'001);
    CHECK(index->info().bytes < 100'000);
    const auto linker = linker_of(harbour.database, index);
    CHECK(linker.link_phrase("Mariehamn").value().matches.size() == 1);
  }

  TEST_CASE(
      "hostile_values: twenty thousand values with the same letters are all there, and the exact one comes first") {
    std::vector<std::string> names;
    for (int i = 0; i < 20'000; ++i) {
      std::string name = "mariehamnport";
      for (std::size_t bit = 0; bit < name.size(); ++bit)
        if (i >> bit & 1) name[bit] = static_cast<char>(name[bit] - 32);
      if (i >= 8192) name.insert(i >= 16'384 ? 4 : 9, "-");
      names.push_back(name);
    }
    const std::set<std::string> distinct(names.begin(), names.end());
    const Harbour harbour(names);
    const auto index = ValueIndex::build(*harbour.database, only("t", "name")).value();
    CHECK(index->info().values == distinct.size());
    const auto linker = linker_of(harbour.database, index);
    for (const auto& name : {names[5], names[4000], names[9000], names[19'999]}) {
      const auto links = linker.link_phrase(name).value();
      REQUIRE_FALSE(links.matches.empty());
      CHECK(links.matches.front().value == Value(name));
      CHECK(links.matches.front().distance == 0);
      CHECK(links.matches.size() <= 10);
      const auto question = linker.link_question("ships in " + name + " today").value();
      REQUIRE_FALSE(question.matches.empty());
      CHECK(question.matches.front().value == Value(name));
    }
  }

  TEST_CASE("hostile_values: blobs, numbers and NULL in a column of text") {
    const SqliteFile file(
        "CREATE TABLE t(name);"
        "INSERT INTO t VALUES ('Mariehamn'), (x'4d61726965'), (x''), (x'ff00ff'), (42), (1.5), (1e308), (9e999), "
        "(-9e999), (NULL), ('Kiel');");
    const auto database = file.open();
    const auto index = ValueIndex::build(*database, only("t", "name"));
    REQUIRE_MESSAGE(index, to_string(index.error()));
    const auto linker = linker_of(database, *index);
    CHECK(finds(linker, "Mariehamn", "Mariehamn", 0));
    CHECK(finds(linker, "Kiel", "Kiel", 0));
    for (const auto* phrase : {"42", "1.5", "Inf", "Marie", "X'4d61726965'", "NULL", "-Inf", "nan"}) {
      const auto links = linker.link_phrase(phrase).value();
      for (const auto& match : links.matches) {
        CHECK_FALSE(std::holds_alternative<Null>(match.value));
        CHECK_FALSE(std::holds_alternative<Blob>(match.value));
        // A value that is given is one that a query finds when it is bound.
        CHECK_MESSAGE(
            single(*database, "SELECT count(*) > 0 FROM t WHERE name = ?1", {match.value}) == Value(std::int64_t{1}),
            phrase << " gives " << to_display(match.value));
      }
    }
  }

  TEST_CASE("hostile_values: tables and columns with dots, quotes and blanks in their names") {
    const SqliteFile file(
        "CREATE TABLE \"a.b\"(\"c\" TEXT); CREATE TABLE \"a\"(\"b.c\" TEXT, \"c\" TEXT);"
        "CREATE TABLE \"sel\"\"ect; DROP TABLE a\"(\" \" TEXT, \"'\" TEXT);"
        "INSERT INTO \"a.b\" VALUES ('Mariehamn'), ('Kiel'); INSERT INTO \"a\" VALUES ('Gothenburg', 'Oslo');"
        "INSERT INTO \"sel\"\"ect; DROP TABLE a\" VALUES ('Bergen', 'Stavanger');");
    const auto database = file.open();
    const auto index = ValueIndex::build(*database).value();
    const auto linker = linker_of(database, index);
    const auto at = [&](const char* phrase) {
      const auto links = linker.link_phrase(phrase).value();
      return links.matches.size() == 1 ? links.matches[0].table + '|' + links.matches[0].column : "none or several"s;
    };
    CHECK(at("Mariehamn") == "a.b|c");
    CHECK(at("Gothenburg") == "a|b.c");
    CHECK(at("Oslo") == "a|c");
    CHECK(at("Bergen") == "sel\"ect; DROP TABLE a| ");
    CHECK(at("Stavanger") == "sel\"ect; DROP TABLE a|'");
    LinkOptions options;
    options.scope.tables = {{"a"}};
    CHECK(linker.link_phrase("Mariehamn", options).value().matches.empty());
    CHECK(linker.link_phrase("Gothenburg", options).value().matches.size() == 1);
  }

  TEST_CASE("hostile_values: an update with hostile values finds what a build with them finds") {
    const std::vector<std::string> hostile = {
        "Port\0Alpha"s, "\xff\xfe Broken"s, ""s,   " "s,    "..."s,   "\u202Egnp"s,
        "%"s,           "Kiel\u0301"s,      "\0"s, "\xc3"s, "Kiel "s, "KIEL"s};
    auto all = ordinary;
    all.insert(all.end(), hostile.begin(), hostile.end());
    const Harbour before(ordinary);
    const Harbour after(all);
    const auto store = before.open();
    REQUIRE(ValueIndex::build(*before.database, *store, "t", only("t", "name")));
    std::vector<ValueChange> changes;
    for (const auto& value : hostile) changes.push_back({"t", "name", value, 1});
    const auto updated = ValueIndex::update(*store, "t", changes);
    REQUIRE_MESSAGE(updated, to_string(updated.error()));
    const auto built = ValueIndex::build(*after.database, only("t", "name")).value();
    CHECK((*updated)->info().values == built->info().values);
    const std::vector<std::string> phrases = {"Port Alpha", "Broken", "...", "gnp",
                                              "Kiel",       "kiel",   "%",   "Port\0Alpha"s};
    CHECK(answers(linker_of(after.database, *updated), phrases) == answers(linker_of(after.database, built), phrases));
  }

  TEST_CASE("hostile_values: changes that make no sense are refused and change nothing") {
    const Harbour harbour(ordinary);
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    const auto before = to_json(ValueIndex::open(*store, "t").value()->info());
    const auto refused = [&](const ValueChange& change, ErrorCode code) {
      // A sound change before it must not be taken in either.
      const std::vector<ValueChange> changes = {{"t", "name", "Sound"s, 1}, change};
      const auto updated = ValueIndex::update(*store, "t", changes);
      REQUIRE_FALSE(updated);
      CHECK(updated.error().code == code);
      CHECK(to_json(ValueIndex::open(*store, "t").value()->info()) == before);
    };
    refused({"t", "name", Null{}, 1}, ErrorCode::invalid_argument);
    refused({"t", "name", Blob{}, 1}, ErrorCode::invalid_argument);
    refused({"t", "nowhere", "x"s, 1}, ErrorCode::not_found);
    refused({"nowhere", "name", "x"s, 1}, ErrorCode::not_found);
    refused({"", "", "x"s, 1}, ErrorCode::not_found);
  }

  TEST_CASE("hostile_values: a negative number of rows is refused, or is none") {
    const Harbour harbour(ordinary);
    const auto store = harbour.open();
    for (const std::int64_t rows : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
      REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
      const std::vector<ValueChange> changes = {{"t", "name", "Kiel"s, rows}, {"t", "name", "Nowhere"s, rows}};
      const auto updated = ValueIndex::update(*store, "t", changes);
      if (!updated) {
        CHECK(updated.error().code == ErrorCode::invalid_argument);
        continue;
      }
      CHECK((*updated)->info().values == ordinary.size() - 1);
      CHECK((*updated)->info().columns[0].rows == static_cast<std::int64_t>(ordinary.size()) - 1);
      const auto linker = linker_of(harbour.database, *updated);
      CHECK_FALSE(finds(linker, "Kiel", "Kiel"));
      CHECK_FALSE(finds(linker, "Nowhere", "Nowhere"));
    }
  }

  TEST_CASE("hostile_values: numbers of rows near the end of the integers") {
    const Harbour harbour(ordinary);
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    const auto most = std::numeric_limits<std::int64_t>::max();
    const std::vector<ValueChange> changes = {{"t", "name", "Huge Alpha"s, most}, {"t", "name", "Huge Beta"s, most}};
    const auto updated = ValueIndex::update(*store, "t", changes);
    if (updated) {
      CHECK((*updated)->info().columns[0].rows >= 0);
      CHECK(finds(linker_of(harbour.database, *updated), "Huge Beta", "Huge Beta", 0));
    }
  }

  TEST_CASE("hostile_values: synonyms that are empty, wrong, alone or endless") {
    const Harbour harbour(ordinary);
    const auto store = harbour.open();
    auto options = only("t", "name");
    options.synonyms = {{},
                        {""},
                        {"Kiel"},
                        {"", "Kiel"},
                        {"\xff", "Kiel"},
                        {"Big Apple", "New York", "New York"},
                        {"a\0b"s, "Kiel"},
                        {" ", "..."},
                        {std::string(1 << 16, 'x'), "Mariehamn"}};
    const auto index = ValueIndex::build(*harbour.database, *store, "t", options);
    if (!index) {
      CHECK(index.error().code == ErrorCode::invalid_argument);
      return;
    }
    const auto opened = ValueIndex::open(*store, "t");
    REQUIRE(opened);
    const auto linker = linker_of(harbour.database, *opened);
    CHECK(finds(linker, "Big Apple", "New York"));
    CHECK(finds(linker, "Kiel", "Kiel", 0));
    CHECK_FALSE(finds(linker, "...", "Kiel"));
    CHECK_FALSE(finds(linker, "%", "Kiel"));
  }

  TEST_CASE("hostile_values: bounds of zero") {
    const Harbour harbour(ordinary);
    auto options = only("t", "name");
    options.max_values_per_column = 0;
    if (const auto index = ValueIndex::build(*harbour.database, options)) CHECK((*index)->info().values == 0);
    options.max_values_per_column = 2;
    const auto cut = ValueIndex::build(*harbour.database, options).value();
    CHECK(cut->info().values == 2);
    CHECK(cut->info().columns[0].warnings.size() == 1);
    options.max_values_per_column = 100;
    options.max_value_bytes = 0;
    if (const auto index = ValueIndex::build(*harbour.database, options)) CHECK((*index)->info().values == 0);
    LinkOptions none;
    none.max_matches = 0;
    const auto linker = linker_of(harbour.database, ValueIndex::build(*harbour.database).value());
    if (const auto links = linker.link_phrase("Kiel", none)) CHECK(links->matches.empty());
    if (const auto links = linker.link_question("Kiel", none)) CHECK(links->matches.empty());
  }

  TEST_CASE("hostile_values: an empty database, and one whose tables are empty") {
    for (const auto* script :
         {"", "CREATE TABLE t(name TEXT);", "CREATE TABLE t(n INTEGER); INSERT INTO t VALUES (1);"}) {
      const SqliteFile file(script);
      const auto database = file.open();
      const TemporaryFolder folder;
      const auto store = open_store(folder.file("s.db"), StoreMode::read_write).value();
      const auto index = ValueIndex::build(*database, *store, "t");
      REQUIRE_MESSAGE(index, to_string(index.error()));
      const auto opened = ValueIndex::open(*store, "t");
      REQUIRE_MESSAGE(opened, to_string(opened.error()));
      CHECK((*opened)->info().values == 0);
      const auto links = linker_of(database, *opened).link_question("Which ships go to Kiel?");
      REQUIRE(links);
      CHECK(links->matches.empty());
      CHECK(ValueIndex::update(*store, "t", {}));
      CHECK(ValueIndex::rescan(*database, *store, "t"));
    }
  }
}
