#include <doctest/doctest.h>

#include <map>
#include <set>

#include "unit/values/dice.hpp"
#include "unit/values/index_fixture.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

constexpr std::uint32_t seed = 20'240'607;

/// Names of few words, so that many share some; and what is no name.
std::string random_value(Dice& random) {
  static const std::vector<std::string> words = {"north", "Port",  "San", "Saint", "St",   "Åland", "United", "Nations",
                                                 "Intl",  "Lines", "NY",  "new",   "York", "UN",    "of",     "Ferry",
                                                 "747",   "MHQ",   "O'H", "Wi-Fi", "the",  "2001",  "ships",  "name"};
  std::string value = random.of(words);
  for (std::size_t i = random.below(3); i > 0; --i) value += ' ' + random.of(words);
  if (random.one_in(6)) value.erase(random.below(value.size()), 1);
  return value;
}

using Place = std::pair<std::string, std::string>;
using Content = std::map<Place, std::map<std::string, int>>;

struct RandomDatabase {
  Content content;
  std::vector<std::string> phrases;
};

RandomDatabase random_database(Dice& random) {
  RandomDatabase out;
  for (const char* table : {"ships", "towns", "lines"})
    for (const char* column : {"name", "kind"}) {
      auto& values = out.content[{table, column}];
      for (std::size_t i = random.below(40); i > 0; --i) values[random_value(random)] += 1;
    }
  for (int i = 0; i < 12; ++i) out.phrases.push_back(random_value(random));
  out.phrases.push_back("Which ships of the " + random_value(random) + " go to " + random_value(random) + "?");
  out.phrases.push_back("show lines named \"" + random_value(random) + "\" in " + random_value(random));
  return out;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

/// Only the tables and columns that `kept` has.
std::string script_of(const Content& content, const std::set<Place>& kept) {
  std::map<std::string, std::vector<std::string>> tables;
  std::string rows;
  for (const auto& [column, values] : content) {
    if (!kept.contains(column)) continue;
    tables[column.first].push_back(column.second);
    for (const auto& [value, count] : values)
      for (int i = 0; i < count; ++i)
        rows += "INSERT INTO " + column.first + '(' + column.second + ") VALUES (" + quoted(value) + ");";
  }
  std::string out;
  for (const auto& [table, columns] : tables) {
    out += "CREATE TABLE " + table + '(';
    for (std::size_t i = 0; i < columns.size(); ++i) out += (i == 0 ? "" : ", ") + columns[i] + " TEXT";
    out += ");";
  }
  return out + rows;
}

ValueIndexOptions all_of(const std::set<Place>& columns) {
  ValueIndexOptions options;
  for (const auto& [table, column] : columns) options.columns.push_back({table, column});
  options.synonyms = {{"UN", "United Nations"}, {"New York", "NY", "Big Apple"}};
  return options;
}

std::set<Place> columns_of(const Content& content) {
  std::set<Place> columns;
  for (const auto& [column, values] : content) columns.insert(column);
  return columns;
}

/// What is in a store after the index was built from a part and the rest came by updates and by reading again.
ValueIndex::Shared updated_index(Dice& random, IndexedTowns& towns, const Content& content) {
  const auto columns = columns_of(content);
  Content older = content;
  std::vector<ValueChange> changes;
  for (auto& [column, values] : older) {
    for (auto& [value, count] : values) {
      if (!random.one_in(3)) continue;
      changes.push_back({column.first, column.second, value, count});
      count = random.one_in(2) ? 0 : count + 1;
    }
    const std::string gone = random_value(random) + "x";
    values[gone] = 1;
    changes.push_back({column.first, column.second, gone, 0});
  }
  const IndexedTowns before(script_of(older, columns));
  REQUIRE(ValueIndex::build(*before.database, *towns.store, "t", all_of(columns)));
  while (!changes.empty()) {
    const std::size_t part = std::min(changes.size(), 8 + random.below(40));
    const std::vector<ValueChange> now(changes.end() - static_cast<std::ptrdiff_t>(part), changes.end());
    changes.resize(changes.size() - part);
    if (random.one_in(4)) {
      ValueIndexOptions again;
      again.columns = {{now.front().table, now.front().column}};
      REQUIRE(ValueIndex::rescan(*towns.database, *towns.store, "t", again));
    }
    REQUIRE(ValueIndex::update(*towns.store, "t", now));
  }
  return ValueIndex::open(*towns.store, "t").value();
}

}  // namespace

TEST_SUITE("value_index_scope") {
  TEST_CASE("value_index_scope: what is out of scope is as if it had never been there") {
    Dice random(seed);
    for (int round = 0; round < 25; ++round) {
      const RandomDatabase made = random_database(random);
      const auto columns = columns_of(made.content);
      const IndexedTowns whole(script_of(made.content, columns));
      const auto index = ValueIndex::build(*whole.database, all_of(columns)).value();
      std::set<Place> kept;
      Scope scope;
      scope.columns.emplace();
      for (const Place& column : columns) {
        if (random.one_in(2)) continue;
        kept.insert(column);
        scope.columns->push_back(column.first + '.' + column.second);
      }
      if (kept.empty()) continue;
      const IndexedTowns part(script_of(made.content, kept));
      const auto in_scope = ValueIndex::build(*part.database, all_of(kept)).value();
      for (const std::string& phrase : made.phrases) {
        const std::string expected = links_of(part.database, in_scope, phrase);
        CHECK_MESSAGE(links_of(whole.database, index, phrase, scope) == expected, phrase);
      }
    }
  }

  TEST_CASE("value_index_scope: an index that was updated finds what one finds that is built anew") {
    Dice random(seed + 1);
    for (int round = 0; round < 8; ++round) {
      const RandomDatabase made = random_database(random);
      const auto columns = columns_of(made.content);
      IndexedTowns whole(script_of(made.content, columns));
      const auto anew = ValueIndex::build(*whole.database, all_of(columns)).value();
      const auto updated = updated_index(random, whole, made.content);
      CHECK(updated->info().values == anew->info().values);
      Scope scope;
      scope.tables = {{"ships", "towns"}};
      for (const std::string& phrase : made.phrases) {
        CHECK_MESSAGE(links_of(whole.database, updated, phrase) == links_of(whole.database, anew, phrase), phrase);
        CHECK_MESSAGE(links_of(whole.database, updated, phrase, scope) == links_of(whole.database, anew, phrase, scope),
                      phrase);
      }
    }
  }

  TEST_CASE("value_index_scope: values of secured views are not linked from the index for a session") {
    const IndexedTowns towns;
    run_script(open_handle(towns.file.path()).get(),
               "CREATE TABLE orders(item TEXT, owner TEXT); INSERT INTO orders VALUES ('Secret Lantern', 'x');");
    // SQLite has no parameters in views, but its words for users are read alike.
    run_script(open_handle(towns.file.path()).get(),
               "CREATE TABLE user(name TEXT); INSERT INTO user VALUES ('x'); CREATE VIEW mine AS SELECT item FROM "
               "orders JOIN user ON owner = name;");
    ValueIndexOptions options;
    options.include = {{"mine", "item"}};
    const auto index = ValueIndex::build(*towns.database, options).value();
    const std::string unscoped = links_of(towns.database, index, "Secret Lantern");
    CHECK(unscoped.find("mine") != std::string::npos);
    CHECK(unscoped.find("orders") != std::string::npos);
    Scope session;
    session.session_parameters = {{"user_id", "7"}};
    options = {};
    options.exclude = {{"orders", "item"}, {"orders", "owner"}, {"user", "name"}};
    const auto without = ValueIndex::build(*towns.database, options).value();
    CHECK(links_of(towns.database, index, "Secret Lantern", session) ==
          links_of(towns.database, without, "Secret Lantern"));
    CHECK(links_of(towns.database, index, "Northern Lantern", session).find("Northern Lantern") != std::string::npos);
  }
}
