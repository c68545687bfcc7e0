#include "querydata/value_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "unit/values/index_fixture.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::chrono_literals;

namespace {

using Names = std::vector<std::string>;

Names indexed(const ValueIndex& index) {
  Names names;
  for (const auto& column : index.info().columns)
    if (column.skipped.empty()) names.push_back(column.table + '.' + column.column);
  return names;
}

ValueIndexColumn column_of(const ValueIndex& index, std::string_view table, std::string_view name) {
  for (const auto& column : index.info().columns)
    if (column.table == table && column.column == name) return column;
  FAIL("no such column");
  return {};
}

std::string reason(const ValueIndex& index, std::string_view table, std::string_view name) {
  return column_of(index, table, name).skipped;
}

bool finds(const IndexedTowns& towns, const ValueIndex::Shared& index, std::string_view phrase,
           std::string_view value) {
  return links_of(towns.database, index, phrase).find("\"value\":\"" + std::string(value) + '"') != std::string::npos;
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

ValueChange change(std::string table, std::string column, Value value, std::int64_t rows) {
  return {std::move(table), std::move(column), std::move(value), rows};
}

}  // namespace

TEST_SUITE("value_index") {
  TEST_CASE("value_index: columns whose values people name are indexed and the others named with a reason") {
    const IndexedTowns towns;
    const auto index = ValueIndex::build(*towns.database).value();
    CHECK(indexed(*index) == Names{"ships.name", "ships.owner", "towns.code", "towns.name"});
    CHECK(reason(*index, "ships", "id") == "it is of the type integer");
    CHECK(reason(*index, "ships", "made") == "its values are numbers, dates or times");
    CHECK(reason(*index, "towns", "mail") == "its values are addresses of the web or of e-mail");
    CHECK(reason(*index, "towns", "note").starts_with("its values are sentences"));
    CHECK(reason(*index, "all_names", "name").starts_with("it belongs to a view"));
    CHECK(index->info().values == 3 + 2 + 3 + 3);
    CHECK(index->info().bytes > 0);
    CHECK(column_of(*index, "towns", "name").rows == 4);
  }

  TEST_CASE("value_index: columns can be named, added and left out") {
    const IndexedTowns towns;
    ValueIndexOptions options;
    options.columns = {{"Ships", "MADE"}, {"towns", "id"}};
    CHECK(indexed(*ValueIndex::build(*towns.database, options).value()) == Names{"ships.made", "towns.id"});
    options = {};
    options.include = {{"all_names", "name"}};
    options.exclude = {{"ships", "name"}, {"towns", "code"}};
    const auto index = ValueIndex::build(*towns.database, options).value();
    CHECK(indexed(*index) == Names{"all_names.name", "ships.owner", "towns.name"});
    CHECK(reason(*index, "ships", "name") == "it was excluded");
    options.exclude = {{"ships", "nam"}};
    CHECK(ValueIndex::build(*towns.database, options).error().code == ErrorCode::not_found);
  }

  TEST_CASE("value_index: numbers and dates are found as they are and not by what is like them") {
    const IndexedTowns towns;
    ValueIndexOptions options;
    options.columns = {{"ships", "made"}, {"towns", "id"}};
    const auto index = ValueIndex::build(*towns.database, options).value();
    CHECK(finds(towns, index, "2001-02-03", "2001-02-03"));
    CHECK_FALSE(finds(towns, index, "2001-02-04", "2001-02-03"));
    CHECK(links_of(towns.database, index, "3").find("\"value\":3") != std::string::npos);
  }

  TEST_CASE("value_index: synonyms initials and abbreviations name values") {
    const IndexedTowns towns;
    ValueIndexOptions options;
    options.synonyms = {{"Big Apple", "New York", "N.Y."}};
    const auto index = ValueIndex::build(*towns.database, options).value();
    CHECK(finds(towns, index, "big apple", "New York"));
    CHECK(finds(towns, index, "NY", "New York"));
    CHECK(finds(towns, index, "UN", "United Nations"));
    CHECK(finds(towns, index, "St. Helens", "Saint Helens"));
    CHECK(finds(towns, index, "International Line", "Intl Line"));
    CHECK_FALSE(finds(towns, index, "Apple", "New York"));
  }

  TEST_CASE("value_index: synonyms misspelt, with letters written as two, and as a part of a name") {
    const IndexedTowns towns(
        "CREATE TABLE places(name TEXT); INSERT INTO places VALUES ('Munich'), ('Munich Airport'), ('United Kingdom'), "
        "('United States')");
    ValueIndexOptions options;
    options.synonyms = {{"München", "Munich"}, {"Great Britain", "United Kingdom"}, {"US", "United States"}};
    const auto index = ValueIndex::build(*towns.database, options).value();
    CHECK(finds(towns, index, "Muenchen", "Munich"));
    CHECK(finds(towns, index, "München Airport", "Munich Airport"));
    CHECK(finds(towns, index, "Great Britian", "United Kingdom"));
    CHECK(finds(towns, index, "airlines from the US", "United States"));
    CHECK_FALSE(finds(towns, index, "airlines that let us fly", "United States"));
    CHECK_FALSE(finds(towns, index, "Great Batter", "United Kingdom"));
  }

  TEST_CASE("value_index: what a store gives back finds the same") {
    const IndexedTowns towns;
    const auto in_memory = ValueIndex::build(*towns.database).value();
    const auto built = ValueIndex::build(*towns.database, *towns.store, "towns").value();
    const auto reader = open_store(towns.path, StoreMode::read_only).value();
    const auto opened = ValueIndex::open(*reader, "towns").value();
    for (const char* phrase : {"Mariehamm", "new york", "UN", "lantern", "NYC", "nyx", "Alesund"}) {
      const std::string expected = links_of(towns.database, in_memory, phrase);
      CHECK(links_of(towns.database, built, phrase) == expected);
      CHECK(links_of(towns.database, opened, phrase) == expected);
    }
    CHECK(to_json(opened->info()) == to_json(built->info()));
    CHECK(ValueIndex::open(*reader, "cities").error().code == ErrorCode::not_found);
    CHECK(files_in(towns.files()) == 2);
  }

  TEST_CASE("value_index: changes are taken in and overrule what was there") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    const std::vector<ValueChange> changes = {change("towns", "name", std::string("New York"), 0),
                                              change("TOWNS", "Name", std::string("Turku"), 2),
                                              change("ships", "name", std::string("Mariehamn"), 7)};
    const auto index = ValueIndex::update(*towns.store, "towns", changes).value();
    CHECK_FALSE(finds(towns, index, "New York", "New York"));
    CHECK(finds(towns, index, "Turkku", "Turku"));
    CHECK(index->info().values == 11);
    CHECK(column_of(*index, "ships", "name").rows == 9);
    CHECK(column_of(*index, "towns", "name").rows == 4);
    const auto opened = ValueIndex::open(*towns.store, "towns").value();
    CHECK(links_of(towns.database, opened, "Turkku") == links_of(towns.database, index, "Turkku"));
  }

  TEST_CASE("value_index: changes of columns that are not there and values that are none are refused") {
    const IndexedTowns towns;
    const auto update = [&](const ValueChange& item) {
      return ValueIndex::update(*towns.store, "towns", std::vector{item});
    };
    CHECK(update(change("towns", "name", std::string("x"), 1)).error().code == ErrorCode::not_found);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    CHECK(update(change("towns", "nam", std::string("x"), 1)).error().code == ErrorCode::not_found);
    const auto skipped = update(change("towns", "mail", std::string("x"), 1));
    CHECK(skipped.error().message.find("addresses") != std::string::npos);
    CHECK(update(change("towns", "name", Null{}, 1)).error().code == ErrorCode::invalid_argument);
    CHECK(update(change("towns", "name", Blob{}, 1)).error().code == ErrorCode::invalid_argument);
    CHECK(ValueIndex::open(*towns.store, "towns").value()->info().segments == 1);
  }

  TEST_CASE("value_index: many updates are merged and leave no files behind") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    for (int i = 0; i < 40; ++i) {
      const std::vector<ValueChange> changes = {change("towns", "name", "Town " + std::to_string(i), 1),
                                                change("towns", "name", "Town " + std::to_string(i - 10), 0)};
      const auto index = ValueIndex::update(*towns.store, "towns", changes).value();
      CHECK(index->info().segments <= 8);
      CHECK(files_in(towns.files()) == index->info().segments + 1);
    }
    const auto index = ValueIndex::open(*towns.store, "towns").value();
    CHECK(index->info().values == 11 + 10);
    CHECK(finds(towns, index, "Town 35", "Town 35"));
    CHECK_FALSE(finds(towns, index, "Town 5", "Town 5"));
  }

  TEST_CASE("value_index: columns are read again") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    run_script(open_handle(towns.file.path()).get(),
               "UPDATE towns SET name = 'Naantali' WHERE id = 1; UPDATE ships SET name = 'Aurora' WHERE id = 1;"
               "UPDATE towns SET mail = 'Somebody'; DROP VIEW all_names;");
    ValueIndexOptions options;
    options.columns = {{"towns", "name"}};
    auto index = ValueIndex::rescan(*towns.database, *towns.store, "towns", options).value();
    CHECK(finds(towns, index, "Naantali", "Naantali"));
    CHECK_FALSE(finds(towns, index, "Aurora", "Aurora"));
    index = ValueIndex::rescan(*towns.database, *towns.store, "towns").value();
    CHECK(finds(towns, index, "Aurora", "Aurora"));
    CHECK(finds(towns, index, "Somebody", "Somebody"));
    CHECK_FALSE(finds(towns, index, "Northern Lantern", "Northern Lantern"));
    for (const auto& column : index->info().columns) CHECK(column.table != "all_names");
    CHECK(index->info().segments == 1);
  }

  TEST_CASE("value_index: an index goes with its files") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "others"));
    const auto kept = ValueIndex::open(*towns.store, "towns").value();
    REQUIRE(ValueIndex::remove(*towns.store, "towns"));
    CHECK(ValueIndex::open(*towns.store, "towns").error().code == ErrorCode::not_found);
    CHECK(ValueIndex::remove(*towns.store, "towns").error().code == ErrorCode::not_found);
    CHECK(ValueIndex::open(*towns.store, "others"));
    CHECK(finds(towns, kept, "Mariehamn", "Mariehamn"));
  }

  TEST_CASE("value_index: a build goes on where the last one ended") {
    IndexedTowns towns;
    ValueIndexOptions options;
    options.control.cancel = CancelToken::create();
    options.progress = [&](const ValueIndexProgress& progress) {
      if (progress.column == "towns.code") options.control.cancel.cancel();
    };
    SlowDatabase first(towns.database, 120ms);
    CHECK(ValueIndex::build(first, *towns.store, "towns", options).error().code == ErrorCode::cancelled);
    CHECK(first.read == Names{"ships.made", "ships.name", "ships.owner", "towns.code"});
    CHECK(ValueIndex::open(*towns.store, "towns").error().code == ErrorCode::not_found);
    SlowDatabase second(towns.database, 0ms);
    const auto index = ValueIndex::build(second, *towns.store, "towns").value();
    CHECK(second.read == Names{"towns.code", "towns.mail", "towns.name", "towns.note"});
    CHECK(to_json(index->info()).find("\"values\":11,") != std::string::npos);
    CHECK(links_of(towns.database, index, "UN") ==
          links_of(towns.database, ValueIndex::build(*towns.database).value(), "UN"));
    CHECK(towns.store->list("value_index_build").value().empty());
    CHECK(files_in(towns.files()) == 2);
  }

  TEST_CASE("value_index: a build for something else begins anew") {
    IndexedTowns towns;
    ValueIndexOptions options;
    options.control.cancel = CancelToken::create();
    options.progress = [&](const ValueIndexProgress& progress) {
      if (progress.column == "towns.code") options.control.cancel.cancel();
    };
    SlowDatabase first(towns.database, 120ms);
    REQUIRE_FALSE(ValueIndex::build(first, *towns.store, "towns", options));
    SlowDatabase second(towns.database, 0ms);
    options = {};
    options.max_value_bytes = 8;
    const auto index = ValueIndex::build(second, *towns.store, "towns", options).value();
    CHECK(second.read.size() == 7);
    CHECK(files_in(towns.files()) == 2);
    CHECK(column_of(*index, "ships", "name").warnings.size() == 1);
  }

  TEST_CASE("value_index: an index without values finds nothing") {
    const IndexedTowns towns("CREATE TABLE t(a TEXT); CREATE TABLE u(n INTEGER)");
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "none"));
    const auto index = ValueIndex::open(*towns.store, "none").value();
    CHECK(index->info().values == 0);
    CHECK_FALSE(finds(towns, index, "anything", "anything"));
    CHECK(ValueIndex::update(*towns.store, "none", {}).value()->info().values == 0);
  }

  TEST_CASE("value_index: what is cut off is said") {
    const IndexedTowns towns;
    ValueIndexOptions options;
    options.columns = {{"towns", "name"}};
    options.max_values_per_column = 1;
    const auto index = ValueIndex::build(*towns.database, options).value();
    CHECK(finds(towns, index, "New York", "New York"));
    CHECK_FALSE(finds(towns, index, "Mariehamn", "Mariehamn"));
    CHECK(index->info().columns.front().warnings ==
          Names{"towns.name has more than 1 distinct values: only the commonest are linked"});
  }

  TEST_CASE("value_index: names are found by their meaning where nothing else finds any") {
    const IndexedTowns towns(
        "CREATE TABLE pets(kind TEXT, food TEXT); INSERT INTO pets VALUES ('dog', 'bones'), ('cat', 'hound');");
    const auto embedder = make_callback_embedder("kinds", 2, [](std::span<const std::string> texts) {
                            std::vector<std::vector<float>> rows;
                            for (const std::string& text : texts) {
                              const bool dog = text == "dog" || text == "hound" || text == "puppy";
                              rows.push_back(dog ? std::vector<float>{1, 0} : std::vector<float>{0, 1});
                            }
                            return Result<std::vector<std::vector<float>>>(std::move(rows));
                          }).value();
    ValueLinkerOptions options;
    options.index = ValueIndex::build(*towns.database).value();
    options.embedder = embedder;
    const auto linker = ValueLinker::build(towns.database, {}, options).value();
    const auto meant = linker.link_phrase("puppy").value().matches;
    REQUIRE(meant.size() == 2);
    CHECK(meant[0].value == Value(std::string("dog")));
    CHECK(meant[0].kind == MatchKind::semantic);
    CHECK(meant[0].distance == doctest::Approx(0));
    LinkOptions linking;
    linking.scope.columns = {{"pets.food"}};
    const auto in_scope = linker.link_phrase("puppy", linking).value().matches;
    REQUIRE(in_scope.size() == 1);
    CHECK(in_scope[0].value == Value(std::string("hound")));
    CHECK(linker.link_phrase("hound").value().matches.size() == 1);
  }
}
