#include "querydata/schema_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <random>

#include "querydata/schema_formats.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

SchemaGraph graph_of(Schema schema, const SchemaGraphOptions& options = {}) {
  return SchemaGraph::build(std::move(schema), options).value();
}

const LinkedTable* table_in(const SchemaLink& link, std::string_view name) {
  const auto found = std::find_if(link.tables.begin(), link.tables.end(),
                                  [&](const LinkedTable& table) { return table.table == name; });
  return found == link.tables.end() ? nullptr : &*found;
}

const LinkedColumn* column_in(const SchemaLink& link, std::string_view table, std::string_view name) {
  const auto found = std::find_if(link.columns.begin(), link.columns.end(), [&](const LinkedColumn& column) {
    return column.table == table && column.column == name;
  });
  return found == link.columns.end() ? nullptr : &*found;
}

ValueMatch match_of(const std::string& value, const std::string& table, const std::string& column, Span span) {
  ValueMatch match;
  match.value = value;
  match.table = table;
  match.column = column;
  match.distance = 0;
  match.kind = MatchKind::exact;
  match.span = span;
  return match;
}

/// Knows that "vessel" means "ship", nothing else.
class OneSynonym final : public Embedder {
 public:
  [[nodiscard]] std::string identity() const override { return "one-synonym"; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return 2; }
  [[nodiscard]] Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const override {
    for (std::size_t row = 0; row < texts.size(); ++row) {
      const bool ship = texts[row] == "ship" || texts[row].find("vessel") != std::string::npos;
      vectors[2 * row] = ship ? 1.0F : 0.0F;
      vectors[2 * row + 1] = ship ? 0.0F : 1.0F;
    }
    return {};
  }
};

class BrokenEmbedder final : public Embedder {
 public:
  [[nodiscard]] std::string identity() const override { return "broken"; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return 2; }
  [[nodiscard]] Result<void> embed(std::span<const std::string>, std::span<float>) const override {
    return Error{ErrorCode::unavailable, "no model", {}};
  }
};

}  // namespace

TEST_CASE("schema graph: the table that the question names comes first with a reason") {
  const SchemaGraph graph = graph_of(harbour());
  const SchemaLink link = graph.find("How many ships are there?").value();
  REQUIRE_FALSE(link.tables.empty());
  CHECK(link.tables[0].table == "ship");
  CHECK(link.tables[0].score == doctest::Approx(1));
  CHECK(link.tables[0].reasons.front() == "its name fits 'ships'");
  CHECK_FALSE(link.tables[0].bridge);
  CHECK_FALSE(link.partial);
}

TEST_CASE("schema graph: a column finds its table and is given with a reason") {
  const SchemaLink link = graph_of(harbour()).find("What is the greatest tonnage?").value();
  CHECK(link.tables[0].table == "ship");
  const LinkedColumn* column = column_in(link, "ship", "tonnage");
  REQUIRE(column != nullptr);
  CHECK(column->reasons.front() == "its name fits 'tonnage'");
  CHECK(column->score > .5);
}

TEST_CASE("schema graph: words of descriptions count") {
  const SchemaLink link = graph_of(harbour()).find("Whose certificates are these?").value();
  REQUIRE_FALSE(link.tables.empty());
  CHECK(link.tables[0].table == "pilot");
  CHECK(column_in(link, "pilot", "licence") != nullptr);
}

TEST_CASE("schema graph: tables between are added as bridges with their joins") {
  const SchemaLink link = graph_of(harbour()).find("ships and the country of their ports").value();
  for (const char* name : {"ship", "mooring", "berth", "port"}) {
    CAPTURE(name);
    CHECK(table_in(link, name) != nullptr);
  }
  const LinkedTable* bridge = table_in(link, "mooring");
  REQUIRE(bridge != nullptr);
  CHECK(bridge->bridge);
  CHECK(std::find(bridge->reasons.begin(), bridge->reasons.end(), "it joins berth and ship") != bridge->reasons.end());
  REQUIRE(link.joins.size() == 3);
  CHECK(link.joins[0].table == "berth");
  CHECK(column_in(link, "mooring", "berth_id") != nullptr);
  CHECK(column_in(link, "mooring", "ship_id") != nullptr);
  CHECK(link.unconnected.empty());
}

TEST_CASE("schema graph: tables that the question names are joined though a key of one names the other") {
  Schema schema;
  schema.tables = {make_table("books", {"book_id", "title", "author_id"}, {{{"author_id"}, "authors", {"author_id"}}}),
                   make_table("authors", {"author_id", "name"}), make_table("loans", {"loan_id", "loaned_on"})};
  const SchemaGraph graph = graph_of(schema);
  for (const char* question : {"books and authors", "How many books does each author have?"}) {
    CAPTURE(question);
    const SchemaLink link = graph.find(question).value();
    REQUIRE(link.joins.size() == 1);
    CHECK(link.joins[0].table == "books");
    CHECK(link.joins[0].referenced_table == "authors");
  }
}

TEST_CASE("schema graph: tables that no join reaches are named") {
  const SchemaLink link = graph_of(harbour()).find("tonnage of ships and wind speed of the weather").value();
  CHECK(table_in(link, "weather") != nullptr);
  CHECK(link.unconnected.size() == 1);
}

TEST_CASE("schema graph: a linked value leads to its table and column") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.values = {match_of("Norway", "port", "country", {14, 20})};
  const SchemaLink link = graph.find("How many from Norway?", options).value();
  REQUIRE_FALSE(link.tables.empty());
  CHECK(link.tables[0].table == "port");
  CHECK(link.tables[0].reasons.front() == "its column country holds the value 'Norway'");
  REQUIRE(column_in(link, "port", "country") != nullptr);
  CHECK(column_in(link, "port", "country")->reasons.front() == "it holds the value 'Norway'");
}

TEST_CASE("schema graph: values of tables that are not there change nothing") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.values = {match_of("x", "nowhere", "country", {}), match_of("x", "port", "nothing", {})};
  CHECK(to_json(graph.find("ships", options).value()) == to_json(graph.find("ships").value()));
}

TEST_CASE("schema graph: what is out of scope is neither found nor crossed") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.scope.tables = {{"ship", "port", "berth", "company"}};
  const SchemaLink link = graph.find("ships and the country of their ports and moorings", options).value();
  CHECK(table_in(link, "mooring") == nullptr);
  CHECK(link.joins.empty());
  CHECK(link.unconnected.size() == 1);
  CHECK(to_json(link).find("mooring_id") == std::string::npos);
}

TEST_CASE("schema graph: columns out of scope are not told") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.scope.columns = {{"ship.ship_id", "ship.shipName", "port.port_id"}};
  const std::string json = to_json(graph.find("tonnage of ships", options).value());
  CHECK(json.find("column tonnage") == std::string::npos);
  CHECK(json.find("\"tonnage\"") == std::string::npos);
  CHECK(json.find("owner_id") == std::string::npos);
}

TEST_CASE("schema graph: limits hold and bridges keep their place") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.max_tables = 4;
  options.max_columns = 6;
  const SchemaLink link = graph.find("ships and the country of their ports", options).value();
  CHECK(link.tables.size() == 4);
  CHECK(table_in(link, "berth") != nullptr);
  CHECK(link.joins.size() == 3);
  CHECK(link.columns.size() == 6);
  options.max_tables = 0;
  CHECK(graph.find("ships", options).value().tables.empty());
}

TEST_CASE("schema graph: one coherent database beats tables of the same name elsewhere") {
  Schema pool;
  const auto add = [&pool](const std::string& space, Table table) {
    table.schema = space;
    for (ForeignKey& key : table.foreign_keys) key.referenced_table = space + '.' + key.referenced_table;
    pool.tables.push_back(std::move(table));
  };
  for (int copy = 0; copy < 30; ++copy) {
    add("shop" + std::to_string(copy), make_table("student", {"id", "name", "city"}));
    add("shop" + std::to_string(copy), make_table("invoice", {"id", "amount"}));
  }
  add("school", make_table("student", {"id", "name"}));
  add("school", make_table("enrolment", {"id", "student_id", "course_id"},
                           {{{"student_id"}, "student", {"id"}}, {{"course_id"}, "course", {"id"}}}));
  add("school", make_table("course", {"id", "title", "credits"}));
  const SchemaLink link = graph_of(pool).find("names of students and the credits of their courses").value();
  REQUIRE(link.tables.size() >= 3);
  for (std::size_t place = 0; place < 3; ++place) CHECK(link.tables[place].table.starts_with("school."));
  CHECK(link.joins.size() == 2);
}

TEST_CASE("schema graph: an embedder that knows meanings finds what no spelling does") {
  SchemaGraphOptions options;
  options.embedder = make_hashed_embedder().value();
  CHECK(table_in(graph_of(harbour(), options).find("all vessels").value(), "ship") == nullptr);
  options.embedder = std::make_shared<OneSynonym>();
  const SchemaLink link = graph_of(harbour(), options).find("all vessels").value();
  REQUIRE_FALSE(link.tables.empty());
  CHECK(link.tables[0].table == "ship");
}

TEST_CASE("schema graph: the built-in model knows synonyms") {
  if (!make_static_embedder()) {
    MESSAGE("skipped: built without the static model");
    return;
  }
  const SchemaLink link = graph_of(harbour()).find("all vessels").value();
  REQUIRE_FALSE(link.tables.empty());
  CHECK(link.tables[0].table == "ship");
}

TEST_CASE("schema graph: errors of an embedder are told") {
  SchemaGraphOptions options;
  options.embedder = std::make_shared<BrokenEmbedder>();
  const auto graph = SchemaGraph::build(harbour(), options);
  REQUIRE_FALSE(graph);
  CHECK(graph.error().code == ErrorCode::unavailable);
}

TEST_CASE("schema graph: composite keys are one join") {
  Schema schema;
  schema.tables = {make_table("leg", {"trip", "no", "day"}),
                   make_table("fare", {"id", "trip", "no"}, {{{"trip", "no"}, "leg", {"trip", "no"}}})};
  const SchemaGraph graph = graph_of(schema);
  REQUIRE(graph.joins().size() == 1);
  CHECK(graph.joins()[0].columns == std::vector<std::string>{"trip", "no"});
}

TEST_CASE("schema graph: given joins connect and bad ones are refused") {
  SchemaGraphOptions options;
  options.joins = {{"WEATHER", {"OBSERVED_AT"}, "mooring", {"arrival_date"}, JoinProvenance::user, .9}};
  const SchemaGraph graph = graph_of(harbour(), options);
  const std::vector<Join> joins = graph.join_paths({"weather", "ship"}).value().joins;
  REQUIRE(joins.size() == 2);
  CHECK(joins[1].table == "weather");
  CHECK(joins[1].columns == std::vector<std::string>{"observed_at"});

  const auto refused = [](Join join) {
    SchemaGraphOptions bad;
    bad.joins = {std::move(join)};
    const auto built = SchemaGraph::build(harbour(), bad);
    return !built && built.error().code == ErrorCode::invalid_argument;
  };
  CHECK(refused({"sailor", {"id"}, "ship", {"ship_id"}, JoinProvenance::user, 1}));
  CHECK(refused({"ship", {"id"}, "port", {"port_id"}, JoinProvenance::user, 1}));
  CHECK(refused({"ship", {}, "port", {}, JoinProvenance::user, 1}));
  CHECK(refused({"ship", {"ship_id"}, "port", {"port_id", "country"}, JoinProvenance::user, 1}));
  CHECK(refused({"ship", {"ship_id"}, "port", {"port_id"}, JoinProvenance::user, 1.5}));
  CHECK(refused({"ship", {"ship_id"}, "port", {"port_id"}, JoinProvenance::user, std::nan("")}));
}

TEST_CASE("schema graph: keys to tables that are not there are left out") {
  Schema schema;
  schema.tables = {make_table("fare", {"id", "leg_id"}, {{{"leg_id"}, "leg", {"id"}}})};
  CHECK(graph_of(schema).joins().empty());
}

TEST_CASE("schema graph: questions without words or meaning") {
  const SchemaGraph graph = graph_of(harbour());
  CHECK(graph.find("  \n").error().code == ErrorCode::invalid_argument);
  CHECK(graph.find("").error().code == ErrorCode::invalid_argument);
  CHECK(graph.find(std::string((1U << 20U) + 1, 'x')).error().code == ErrorCode::resource_exhausted);
  CHECK(graph.find("???").value().tables.empty());
  CHECK(graph.find("what is it").value().joins.empty());
  CHECK(graph_of({}).find("ships").value().tables.empty());
}

TEST_CASE("schema graph: a passed deadline is told and a cancelled call fails") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions late;
  late.control.deadline = Deadline::after(std::chrono::seconds(-1));
  const SchemaLink link = graph.find("ships", late).value();
  CHECK(link.partial);
  CHECK_FALSE(link.cut_short.empty());
  FindOptions stopped;
  stopped.control.cancel = CancelToken::create();
  stopped.control.cancel.cancel();
  CHECK(graph.find("ships", stopped).error().code == ErrorCode::cancelled);
}

TEST_CASE("schema graph: the order of tables in the schema does not matter") {
  Schema turned = harbour();
  std::reverse(turned.tables.begin(), turned.tables.end());
  const char* question = "names of ships moored in the country of a port";
  const SchemaLink a = graph_of(harbour()).find(question).value();
  const SchemaLink b = graph_of(turned).find(question).value();
  REQUIRE(a.tables.size() == b.tables.size());
  CHECK(a.joins == b.joins);
  for (std::size_t place = 0; place < a.tables.size(); ++place) {
    CHECK(a.tables[place].score == doctest::Approx(b.tables[place].score));
  }
}

TEST_CASE("schema graph: scores lie between 0 and 1 and are in order") {
  const SchemaLink link = graph_of(harbour()).find("names of ships moored in the country of a port").value();
  for (std::size_t place = 0; place < link.tables.size(); ++place) {
    CHECK(link.tables[place].score >= 0);
    CHECK(link.tables[place].score <= 1);
    CHECK_FALSE(link.tables[place].reasons.empty());
    if (place > 0) CHECK(link.tables[place - 1].score >= link.tables[place].score);
  }
  for (std::size_t place = 0; place < link.columns.size(); ++place) {
    CHECK(link.columns[place].score >= 0);
    CHECK(link.columns[place].score <= 1);
    if (place > 0) CHECK(link.columns[place - 1].score >= link.columns[place].score);
  }
}

TEST_CASE("schema graph: nothing depends on the order in which tables are given") {
  const SchemaGraph graph = graph_of(harbour());
  std::mt19937 random(5);
  for (int round = 0; round < 4; ++round) {
    Schema shuffled = harbour();
    std::shuffle(shuffled.tables.begin(), shuffled.tables.end(), random);
    const SchemaGraph other = graph_of(shuffled);
    for (const char* question : {"ships and the country of their ports", "which licence has the pilot", "companies"}) {
      CHECK(to_json(other.find(question).value()) == to_json(graph.find(question).value()));
    }
  }
}

TEST_CASE("schema graph: a table that joins two others does not stand for them") {
  Schema schema;
  schema.tables = {make_table("actor", {"actor_id", "name"}), make_table("film", {"film_id", "title"}),
                   make_table("film_actor", {"film_id", "actor_id"},
                              {{{"film_id"}, "film", {"film_id"}}, {{"actor_id"}, "actor", {"actor_id"}}})};
  const SchemaLink link = graph_of(schema).find("Which actors play in which films?").value();
  REQUIRE(link.joins.size() == 2);
  REQUIRE_FALSE(link.paths.empty());
  CHECK(link.paths.front().tables == std::vector<std::string>{"actor", "film", "film_actor"});
}

TEST_CASE("schema graph: words without their accents meet names that have them") {
  Schema schema;
  schema.tables = {make_table("Städte", {"id", "Kürzel"}), make_table("Länder", {"id"})};
  const SchemaGraph graph = graph_of(schema);
  CHECK(graph.find("kurzel of stadte").value().tables.front().table == "Städte");
  CHECK(graph.find("Städte").value().tables.front().table == "Städte");
}

TEST_CASE("schema graph: a budget that holds no table says what the best one takes") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.max_tokens = 3;
  const SchemaLink none = graph.find("ships", options).value();
  CHECK(none.tables.empty());
  REQUIRE(none.least_tokens > 3);
  options.max_tokens = none.least_tokens;
  const SchemaLink one = graph.find("ships", options).value();
  CHECK(one.tables.size() == 1);
  CHECK(one.least_tokens == 0);
}

TEST_CASE("schema graph: tables below the least score are left out, but for those that join others") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.least_table_score = 1;
  std::vector<std::string> tables;
  for (const LinkedTable& table : graph.find("ships and the country of their ports", options).value().tables)
    tables.push_back(table.table);
  std::ranges::sort(tables);
  CHECK(tables == std::vector<std::string>{"berth", "mooring", "port", "ship"});
  for (const double wrong : {-.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    options.least_table_score = wrong;
    CHECK(graph.find("ships", options).error().code == ErrorCode::invalid_argument);
  }
}

TEST_CASE("schema graph: where the embedder fails, words find alone and the link says so") {
  const auto failing = std::make_shared<std::atomic<bool>>(false);
  const auto embedder =
      make_callback_embedder("tests", 2,
                             [failing](std::span<const std::string> texts) -> Result<std::vector<std::vector<float>>> {
                               if (*failing) return Error{ErrorCode::unavailable, "the model is down", {}};
                               return std::vector<std::vector<float>>(texts.size(), {1, 1});
                             })
          .value();
  SchemaGraphOptions options;
  options.embedder = embedder;
  const SchemaGraph graph = SchemaGraph::build(harbour(), options).value();
  CHECK_FALSE(graph.find("tonnage of ships").value().partial);
  *failing = true;
  const SchemaLink link = graph.find("tonnage of ships").value();
  CHECK(link.tables.front().table == "ship");
  CHECK(link.partial);
  CHECK(link.cut_short.find("the model is down") != std::string::npos);
}

TEST_CASE("schema graph: the linked part of a schema stays within the scope of the search") {
  Schema schema = harbour();
  Table view = make_table("calls", {"ship", "port"});
  view.kind = TableKind::view;
  view.view_sql = "SELECT m.ship_id, b.port_id FROM mooring m JOIN berth b ON b.berth_id = m.berth_id";
  schema.tables.push_back(view);
  const SchemaGraph graph = graph_of(schema);
  FindOptions options;
  options.scope.tables = {{"ship", "calls", "port"}};
  options.scope.columns = {{"ship.shipName", "calls.ship", "calls.port", "port.country"}};
  const SchemaLink link = graph.find("calls of ships at ports", options).value();
  for (const SchemaFormat format : {SchemaFormat::ddl, SchemaFormat::m_schema, SchemaFormat::list}) {
    const std::string text = render(linked_schema(graph.schema(), link, options.scope), format);
    for (const char* hidden : {"mooring", "berth", "ship_id", "port_id"}) CHECK(text.find(hidden) == std::string::npos);
  }
}

TEST_CASE("schema graph: a budget takes tables before the columns that were asked for") {
  Schema schema;
  schema.tables = {make_table("actor", {"actor_id", "name", "born"}),
                   make_table("film", {"film_id", "title", "length"}),
                   make_table("film_actor", {"film_id", "actor_id"},
                              {{{"film_id"}, "film", {"film_id"}}, {{"actor_id"}, "actor", {"actor_id"}}})};
  const SchemaGraph graph = graph_of(schema);
  for (const std::size_t tokens : {20U, 40U, 60U, 80U, 100U}) {
    CAPTURE(tokens);
    FindOptions options;
    options.max_tokens = tokens;
    const SchemaLink link = graph.find("titles of films with the names of their actors", options).value();
    if (table_in(link, "film") != nullptr) CHECK(column_in(link, "film", "title") != nullptr);
    if (table_in(link, "actor") != nullptr) CHECK(column_in(link, "actor", "name") != nullptr);
  }
}

TEST_CASE("schema graph: paths lead over tables of the link only") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.max_tables = 2;
  const SchemaLink link = graph.find("ships and the country of their ports", options).value();
  for (const JoinPath& path : link.paths) {
    for (const std::string& table : path.tables) CHECK(table_in(link, table) != nullptr);
  }
}
