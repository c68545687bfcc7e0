// What is out of scope, or belongs to a session, is as if it had never been there, byte for byte.
#include <algorithm>
#include <cctype>

#include "property/values/hostile.hpp"
#include "querydata/embedder.hpp"
#include "querydata/value_search_recipes.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::string_literals;

namespace {

using Column = std::pair<std::string, std::vector<std::string>>;           // name, values by row
using Content = std::vector<std::pair<std::string, std::vector<Column>>>;  // tables

std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

/// A database with the tables and columns that `kept` wants, in their order.
template <class Kept>
std::unique_ptr<SqliteFile> file_of(const Content& content, Kept kept) {
  std::string script = "PRAGMA synchronous = OFF;";
  std::vector<std::pair<std::string, Column>> columns;
  for (const auto& [table, all] : content) {
    std::string list;
    for (const auto& column : all) {
      if (!kept(table, column.first)) continue;
      list += (list.empty() ? "" : ", ") + quoted(column.first) + " TEXT";
      columns.emplace_back(table, column);
    }
    if (!list.empty()) script += "CREATE TABLE " + quoted(table) + '(' + list + ");";
  }
  auto file = std::make_unique<SqliteFile>(script);
  const auto handle = open_handle(file->path());
  for (const auto& [table, column] : columns) insert_texts(handle.get(), table, column.first, column.second);
  return file;
}

const std::vector<std::string> words = {
    "north", "Port", "San",  "Saint", "St",   "\u00C5land", "United", "Nations", "Intl", "Lines", "NY",    "new",
    "York",  "UN",   "of",   "Ferry", "747",  "MHQ",        "O'H",    "F",       "M",    "women", "men",   "2001",
    "ships", "name", "Kiel", "Keil",  "town", "kind",       "in",     "Oslo",    "Osla", "crew",  "owner", "city"};

std::string random_value(Dice& dice) {
  std::string value = dice.of(words);
  for (std::size_t i = dice.below(3); i > 0; --i) value += ' ' + dice.of(words);
  if (dice.one_in(5)) value.erase(dice.below(value.size()), 1);
  if (dice.one_in(5) && !value.empty()) value[dice.below(value.size())] = 'x';
  return value;
}

Content random_content(Dice& dice) {
  Content content;
  for (const auto* table : {"ships", "Town", "crew lines", "port"}) {
    if (dice.one_in(5)) continue;
    auto& columns = content.emplace_back(table, std::vector<Column>()).second;
    for (const auto* column : {"name", "kind", "Owner City", "code"}) {
      if (dice.one_in(4)) continue;
      auto& values = columns.emplace_back(column, std::vector<std::string>()).second;
      for (std::size_t i = dice.below(dice.one_in(4) ? 200 : 25); i > 0; --i) values.push_back(random_value(dice));
    }
  }
  return content;
}

std::vector<std::string> random_texts(Dice& dice) {
  std::vector<std::string> texts;
  for (int i = 0; i < 8; ++i) texts.push_back(random_value(dice));
  for (int i = 0; i < 6; ++i) {
    texts.push_back("Which ships of the " + random_value(dice) + " go to " + random_value(dice) + "?");
    texts.push_back("names and kinds of crew lines named \"" + random_value(dice) + "\" in port " + random_value(dice));
    texts.push_back(random_value(dice) + ' ' + random_value(dice) + " owner city " + random_value(dice) + " code");
  }
  return texts;
}

std::string case_changed(Dice& dice, std::string name) {
  for (auto& letter : name)
    if (dice.one_in(3))
      letter = static_cast<char>(std::isupper(letter) != 0 ? std::tolower(letter) : std::toupper(letter));
  return name;
}

ValueIndexOptions options_for(const Content& content, bool natural) {
  ValueIndexOptions options;
  options.synonyms = {{"UN", "United Nations"}, {"New York", "NY", "Big Apple"}};
  if (!natural)
    for (const auto& [table, columns] : content)
      for (const auto& column : columns) options.columns.push_back({table, column.first});
  return options;
}

/// Opens everything anew, with only what `kept` wants of the columns that are asked for.
template <class Kept>
ValueIndexOptions part_of(ValueIndexOptions options, Kept kept) {
  std::erase_if(options.columns, [&](const IndexedColumn& column) { return !kept(column.table, column.column); });
  return options;
}

/// The one says within the scope what the other says without.
void compare(const ValueLinker& linker, const LinkOptions& linking, const ValueLinker& rest,
             const std::vector<std::string>& texts, const std::string& where) {
  for (const auto& text : texts) {
    const auto got = answers(linker, {text}, linking);
    const auto expected = answers(rest, {text});
    CHECK_MESSAGE(got == expected, where << ", " << text << "\n" << got << "\ninstead of\n" << expected);
  }
}

/// A database whose schema is told otherwise: SQLite can't hold views of other engines.
class ToldDatabase final : public Database {
 public:
  ToldDatabase(std::shared_ptr<Database> database, std::string view, std::string sql, Dialect dialect)
      : database_(std::move(database)), view_(std::move(view)), sql_(std::move(sql)), dialect_(dialect) {}
  [[nodiscard]] Dialect dialect() const noexcept override { return dialect_; }
  [[nodiscard]] Result<Schema> read_schema(const CallControl& control) override {
    auto schema = database_->read_schema(control);
    if (!schema) return schema;
    for (auto& table : schema->tables)
      if (table.name == view_) {
        table.view_sql = sql_;
        for (auto& column : table.columns) column.sources.clear();
      }
    return schema;
  }
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view table, std::string_view column,
                                                                  std::size_t limit,
                                                                  const CallControl& control) override {
    return database_->distinct_values(table, column, limit, control);
  }
  [[nodiscard]] Result<void> check(const Statement& statement, const CallControl& control) override {
    return database_->check(statement, control);
  }
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits,
                                                      const CallControl& control) override {
    return database_->execute(statement, limits, control);
  }

 private:
  std::shared_ptr<Database> database_;
  std::string view_;
  std::string sql_;
  Dialect dialect_;
};

}  // namespace

TEST_SUITE("property_values_hostile") {
  TEST_CASE("hostile_scope: over random databases, scopes and updates, the index says what one of the rest says") {
    Dice dice(20'250'101);
    for (int round = 0; round < 16; ++round) {
      const Content content = random_content(dice);
      const bool natural = dice.one_in(3);
      std::vector<std::string> kept_names;
      Scope scope;
      const bool by_tables = dice.one_in(3);
      const bool by_columns = !by_tables || dice.one_in(3);
      std::vector<std::string> tables;
      if (by_tables) scope.tables.emplace();
      if (by_columns) scope.columns.emplace();
      for (const auto& [table, columns] : content) {
        if (by_tables && dice.one_in(2)) {
          scope.tables->push_back(case_changed(dice, table));
          tables.push_back(table);
        }
        for (const auto& column : columns) {
          const bool wanted = !dice.one_in(3);
          if (by_columns && wanted) scope.columns->push_back(case_changed(dice, table + '.' + column.first));
          const bool table_in = !by_tables || std::find(tables.begin(), tables.end(), table) != tables.end();
          if (table_in && (!by_columns || wanted)) kept_names.push_back(table + '.' + column.first);
        }
      }
      const auto kept = [&](const std::string& table, const std::string& column) {
        return std::find(kept_names.begin(), kept_names.end(), table + '.' + column) != kept_names.end();
      };
      if (kept_names.empty()) continue;
      // A table without a column in scope could not be made.
      if (scope.tables)
        std::erase_if(*scope.tables, [&](const std::string& name) {
          return std::none_of(kept_names.begin(), kept_names.end(), [&](const std::string& column) {
            return column.size() > name.size() && column[name.size()] == '.' &&
                   sqlite3_strnicmp(column.c_str(), name.c_str(), static_cast<int>(name.size())) == 0;
          });
        });
      const auto everything = file_of(content, [](const auto&, const auto&) { return true; });
      const auto rest = file_of(content, kept);
      const auto whole_database = everything->open();
      const auto rest_database = rest->open();
      const auto options = options_for(content, natural);
      const TemporaryFolder folder;
      const auto store = open_store(folder.file("s.db"), StoreMode::read_write).value();
      auto index = ValueIndex::build(*whole_database, *store, "t", options).value();
      // Values of columns out of scope come and go.
      for (const auto& [table, columns] : content)
        for (const auto& column : columns) {
          if (natural || kept(table, column.first) || dice.one_in(2)) continue;
          const std::vector<ValueChange> changes = {{table, column.first, random_value(dice), 1000},
                                                    {table, column.first, random_value(dice), 0}};
          index = ValueIndex::update(*store, "t", changes).value();
        }
      auto rest_options = part_of(options, kept);
      if (!natural && rest_options.columns.empty()) continue;
      const auto rest_index = ValueIndex::build(*rest_database, rest_options).value();
      const auto texts = random_texts(dice);
      LinkOptions linking;
      linking.scope = scope;
      compare(linker_of(whole_database, index), linking, linker_of(rest_database, rest_index), texts,
              "round " + std::to_string(round));
      // The same of linkers that read the columns themselves.
      ValueLinkerOptions own;
      ValueLinkerOptions rest_own;
      for (const auto& [table, columns] : content)
        for (const auto& column : columns) {
          own.columns.push_back({table, column.first});
          if (kept(table, column.first)) rest_own.columns.push_back({table, column.first});
        }
      const auto own_linker = ValueLinker::build(whole_database, {}, own).value();
      const auto rest_linker = ValueLinker::build(rest_database, {}, rest_own).value();
      compare(own_linker, linking, rest_linker, texts, "round " + std::to_string(round) + ", in memory");
    }
  }

  TEST_CASE("hostile_scope: thousands of nearer values out of scope push none out") {
    Content content = {{"hidden", {{"name", {}}}}, {"t", {{"name", {"Mariehamn Harbour", "Kiel", "New York"}}}}};
    for (int i = 0; i < 5000; ++i) {
      std::string suffix;
      for (int rest = i; rest > 0; rest /= 26) suffix += static_cast<char>('a' + rest % 26);
      content[0].second[0].second.push_back("Mariehamm Harbour" + suffix);
      content[0].second[0].second.push_back("Mariehamm" + suffix);
      content[0].second[0].second.push_back("Kie" + suffix);
    }
    const auto everything = file_of(content, [](const auto&, const auto&) { return true; });
    const auto rest = file_of(content, [](const auto& table, const auto&) { return table == "t"; });
    const std::vector<std::string> texts = {"Mariehamm",
                                            "Mariehamm Harbour",
                                            "Kie",
                                            "Kile",
                                            "MH",
                                            "harbour",
                                            "ships to Mariehamm Harbor or Kjel or \"New Yrok\""};
    LinkOptions linking;
    linking.scope.tables = {{"t"}};
    ValueIndexOptions all;
    all.columns = {{"hidden", "name"}, {"t", "name"}};
    const auto expected =
        answers(linker_of(rest->open(), ValueIndex::build(*rest->open(), only("t", "name")).value()), texts);
    CHECK(answers(linker_of(everything->open(), ValueIndex::build(*everything->open(), all).value()), texts, linking) ==
          expected);
    CHECK(expected.find("Mariehamn Harbour") != std::string::npos);
  }

  TEST_CASE("hostile_scope: names out of scope take no place among those compared by meaning") {
    Content content = {{"a_hidden", {{"name", {}}}}, {"t", {{"name", {"car park", "harbour", "railway station"}}}}};
    for (int i = 0; i < 20'100; ++i) {
      std::string name = "zq";
      for (int rest = i, k = 0; k < 4; rest /= 26, ++k) name += static_cast<char>('a' + rest % 26);
      content[0].second[0].second.push_back(name);
    }
    const auto everything = file_of(content, [](const auto&, const auto&) { return true; });
    const auto rest = file_of(content, [](const auto& table, const auto&) { return table == "t"; });
    const std::vector<std::string> texts = {"parking cars", "stations of railways", "the harbours", "zqaaaa"};
    LinkOptions linking;
    linking.scope.tables = {{"t"}};
    linking.max_distance = 0.9;
    LinkOptions unlimited;
    unlimited.max_distance = 0.9;
    ValueIndexOptions all;
    all.columns = {{"a_hidden", "name"}, {"t", "name"}};
    ValueLinkerOptions with;
    with.embedder = make_hashed_embedder(64).value();
    with.index = ValueIndex::build(*everything->open(), all).value();
    const auto got = answers(ValueLinker::build(everything->open(), {}, with).value(), texts, linking);
    with.index = ValueIndex::build(*rest->open(), only("t", "name")).value();
    CHECK(got == answers(ValueLinker::build(rest->open(), {}, with).value(), texts, unlimited));
  }

  TEST_CASE("hostile_scope: keys, views and words of the schema out of scope say nothing") {
    const std::string rest_script =
        "CREATE TABLE ports(id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE ships(id INTEGER PRIMARY KEY, name TEXT, "
        "harbour TEXT);"
        "INSERT INTO ports VALUES (1, 'Kiel'), (2, 'Oslo'); INSERT INTO ships VALUES (1, 'Kiel', 'Kiel'), (2, "
        "'Gullmar', 'Oslo');";
    const std::string more =
        "CREATE TABLE secret(gullmar TEXT REFERENCES ports(name), kiel TEXT, xyzzy TEXT);"
        "INSERT INTO secret VALUES ('Kiel', 'Gulmar', 'Oslo'), ('Oslo', 'Osloh', 'Keil');"
        "CREATE VIEW xyzzies AS SELECT kiel AS gullmar_kiel FROM secret;";
    const SqliteFile everything(rest_script + more);
    const SqliteFile rest(rest_script);
    const std::vector<std::string> texts = {"Kiel",
                                            "Gulmar",
                                            "secret of gullmar",
                                            "xyzzy of Kiel",
                                            "xyzzies kiel",
                                            "Which ships go from Osloh to kiel?",
                                            "which harbours does the gullmar visit"};
    LinkOptions linking;
    linking.scope.tables = {{"PORTS", "ships"}};
    CHECK(answers(linker_of(everything.open(), ValueIndex::build(*everything.open()).value()), texts, linking) ==
          answers(linker_of(rest.open(), ValueIndex::build(*rest.open()).value()), texts));
  }

  TEST_CASE("hostile_scope: value searches out of scope are as if they did not exist, also broken ones") {
    const SqliteFile everything(
        "CREATE TABLE t(name TEXT, hidden TEXT); INSERT INTO t VALUES ('Mariehamn', 'Mariehamm'), ('Kiel', 'Keil');"
        "CREATE TABLE secret(name TEXT); INSERT INTO secret VALUES ('Mariehamm');");
    const auto database = everything.open();
    const auto search = [](const std::string& table, const std::string& column, MatchKind kind) {
      ValueSearchRecipe recipe;
      recipe.table = table;
      recipe.column = column;
      recipe.concept_type = column;
      recipe.kind = kind;
      return make_value_search(recipe, Dialect::sqlite).value();
    };
    const ValueSearch sneaky{
        "SELECT name AS value, 't.name' AS columns, 'x' AS concept_type, 0 AS distance FROM t WHERE name LIKE $value "
        "|| '%' "
        "OR EXISTS (SELECT 1 FROM secret WHERE secret.name = $value)",
        "x", "", ""};
    const ValueSearch failing{
        "SELECT s.name AS value, 'secret.name' AS columns, 'x' AS concept_type, abs(-9223372036854775807 - "
        "length($value) * 0 - 1) "
        "AS distance FROM secret s",
        "y", "", ""};
    const std::vector<ValueSearch> kept = {search("t", "name", MatchKind::trigram)};
    auto all = kept;
    all.insert(all.begin(), search("secret", "name", MatchKind::exact));
    all.push_back(search("t", "hidden", MatchKind::exact));
    all.push_back(sneaky);
    all.push_back(failing);
    LinkOptions linking;
    linking.scope.columns = {{"t.name"}};
    const std::vector<std::string> texts = {"Mariehamm", "Keil", "from Mariehamm to Keil", "x"};
    const auto built = ValueLinker::build(database, all, {});
    REQUIRE_MESSAGE(built, to_string(built.error()));
    CHECK(answers(*built, texts, linking) == answers(ValueLinker::build(database, kept, {}).value(), texts, linking));
  }

  TEST_CASE("hostile_scope: an empty list allows nothing, and names that are not there allow nothing else") {
    const Harbour harbour({"Mariehamn", "Kiel"});
    const auto linker = linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value());
    const auto found = [&](const Scope& scope) {
      LinkOptions linking;
      linking.scope = scope;
      return !linker.link_phrase("Kiel", linking).value().matches.empty() ||
             !linker.link_question("to Kiel", linking).value().matches.empty();
    };
    using Names = std::vector<std::string>;
    CHECK(found(Scope{}));
    CHECK(found(Scope{.tables = Names{"T"}, .columns = Names{"T.NAME"}}));
    CHECK_FALSE(found(Scope{.tables = Names{}, .columns = {}}));
    CHECK_FALSE(found(Scope{.tables = {}, .columns = Names{}}));
    for (const auto* name :
         {"", "*", "%", "t.*", "name", "t.", ".name", "t.nam", "t.name ", "\u0442", "t.name.x", "tt", "t\n"}) {
      CHECK_MESSAGE(!found(Scope{.tables = Names{name}, .columns = {}}), name);
      CHECK_MESSAGE(!found(Scope{.tables = {}, .columns = Names{name}}), name);
    }
    CHECK_FALSE(found(Scope{.tables = Names{"t"}, .columns = Names{}}));
    CHECK_FALSE(found(Scope{.tables = Names{}, .columns = Names{"t.name"}}));
  }

  TEST_CASE("hostile_scope: with session parameters secured views and their tables are silent") {
    const SqliteFile file(
        "CREATE TABLE accounts(owner TEXT, title TEXT); CREATE TABLE open_data(name TEXT);"
        "INSERT INTO accounts VALUES ('Alice Almond', 'Holiday Fund'), ('Bob Birch', 'Rainy Day');"
        "INSERT INTO open_data VALUES ('Mariehamn'), ('Kiel'), ('Holiday Inn'), ('Alice Springs');"
        "CREATE VIEW mine AS SELECT owner, title FROM accounts;"
        "CREATE VIEW theirs AS SELECT title AS heading FROM mine;");
    const SqliteFile rest(
        "CREATE TABLE open_data(name TEXT);"
        "INSERT INTO open_data VALUES ('Mariehamn'), ('Kiel'), ('Holiday Inn'), ('Alice Springs');");
    const auto plain = file.open();
    ValueIndexOptions all;
    all.columns = {{"accounts", "owner"}, {"accounts", "title"}, {"mine", "owner"},
                   {"mine", "title"},     {"theirs", "heading"}, {"open_data", "name"}};
    const auto index = ValueIndex::build(*plain, all).value();
    const std::vector<std::string> texts = {"Holiday Fund", "Alice Almond",
                                            "holiday",      "alise",
                                            "Rainy Dya",    "accounts of Alice Almond for the Holiday Fund in Kiel"};
    LinkOptions session;
    session.scope.session_parameters = {{"user", "bob"}};
    const auto expected =
        answers(linker_of(rest.open(), ValueIndex::build(*rest.open(), only("open_data", "name")).value()),
                {texts[0], texts[2], texts[3]});
    struct Told {
      Dialect dialect;
      std::string sql;
      bool readable = true;
    };
    const std::vector<Told> views = {
        {Dialect::postgresql, "SELECT owner, title FROM accounts WHERE owner = $@user"},
        {Dialect::postgresql, "SELECT owner, title FROM accounts WHERE owner=$@user::text"},
        {Dialect::postgresql,
         "SELECT a.owner, a.title FROM public.accounts a WHERE a.owner = CURRENT_SETTING('app.user', true)"},
        {Dialect::postgresql, "SELECT owner, title FROM ONLY \"accounts\" WHERE owner = current_user"},
        {Dialect::postgresql, "SELECT owner, title FROM accounts WHERE owner = SESSION_USER"},
        {Dialect::postgresql, "SELECT owner, title FROM accounts WHERE pg_has_role(owner, 'member')"},
        {Dialect::postgresql, "WITH own AS (SELECT * FROM accounts) SELECT owner, title FROM own WHERE owner = $@user"},
        {Dialect::postgresql,
         "SELECT owner, title FROM (SELECT * FROM accounts) x WHERE EXISTS (SELECT 1 WHERE x.owner = $@user)"},
        {Dialect::mysql, "SELECT `owner`, `title` FROM `accounts` WHERE `owner` = @user"},
        {Dialect::mysql, "SELECT owner, title FROM accounts WHERE owner = /* who */ @`user`"},
        {Dialect::mysql, "SELECT owner, title FROM accounts WHERE owner = substring_index(user(), '@', 1)"},
        {Dialect::mysql, "SELECT owner, title FROM accounts WHERE owner = @@session.user"},
        {Dialect::postgresql, "SELECT owner, title FROM accounts WHERE owner = app.current_tenant()"},
        {Dialect::postgresql, "", false},
        {Dialect::postgresql, "this is no SQL", false},
    };
    for (const auto& [dialect, sql, readable] : views) {
      const auto told = std::make_shared<ToldDatabase>(plain, "mine", sql, dialect);
      const auto linker = linker_of(told, index);
      std::string told_of;
      for (const auto& text : texts)
        for (const auto& links :
             {linker.link_phrase(text, session).value(), linker.link_question(text, session).value()})
          for (const auto& match : links.matches)
            // Of a view that can't be read nobody knows what it reads.
            if (match.table != "open_data" && (readable || match.table != "accounts"))
              told_of += match.table + '.' + match.column + " = " + to_display(match.value) + "; ";
      CHECK_MESSAGE(told_of.empty(), sql << " -> " << told_of);
      // Words of accounts are words of the schema still, but its values weigh nothing.
      if (readable) CHECK_MESSAGE(answers(linker, {texts[0], texts[2], texts[3]}, session) == expected, sql);
      CHECK(finds(linker, "Rainy Day", "Rainy Day"));
    }
  }

  TEST_CASE("hostile_scope: with session parameters a linker that reads its columns itself is silent too") {
    const SqliteFile file(
        "CREATE TABLE accounts(owner TEXT); INSERT INTO accounts VALUES ('Alice Almond'), ('Bob Birch');"
        "CREATE VIEW mine AS SELECT owner FROM accounts;");
    const auto told = std::make_shared<ToldDatabase>(
        file.open(), "mine", "SELECT owner FROM accounts WHERE owner = $@user", Dialect::sqlite);
    ValueLinkerOptions own;
    own.columns = {{"accounts", "owner"}, {"mine", "owner"}};
    own.embedder = make_hashed_embedder(64).value();
    const auto linker = ValueLinker::build(told, {}, own).value();
    LinkOptions session;
    session.scope.session_parameters = {{"user", "bob"}};
    CHECK_FALSE(linker.link_phrase("Alice Almond").value().matches.empty());
    for (const auto* text : {"Alice Almond", "Alise Almond", "almonds of alice"}) {
      CHECK(linker.link_phrase(text, session).value().matches.empty());
      CHECK(linker.link_question(text, session).value().matches.empty());
    }
  }
}
