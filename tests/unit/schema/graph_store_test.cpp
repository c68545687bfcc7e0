#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>

#include "querydata/schema_graph.hpp"
#include "unit/schema/harbour.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

/// Counts the texts that are embedded.
class CountingEmbedder final : public Embedder {
 public:
  explicit CountingEmbedder(std::string name = "counting") : name_(std::move(name)) {}
  [[nodiscard]] std::string identity() const override { return name_; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return inner_->dimension(); }
  [[nodiscard]] Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const override {
    count += texts.size();
    return inner_->embed(texts, vectors);
  }

  mutable std::atomic<std::size_t> count = 0;

 private:
  std::string name_;
  std::shared_ptr<const Embedder> inner_ = make_hashed_embedder(32).value();
};

SchemaGraph graph_of(Schema schema, std::shared_ptr<const Embedder> embedder, SchemaGraphOptions options = {}) {
  options.embedder = std::move(embedder);
  return SchemaGraph::build(std::move(schema), options).value();
}

std::unique_ptr<Store> store_in(const test::TemporaryFolder& folder) {
  return open_store(folder.file("graph.store"), StoreMode::read_write).value();
}

/// What a graph answers.
std::string answers_of(const SchemaGraph& graph) {
  std::string text = to_json(graph.schema());
  for (const char* question : {"ships and the country of their ports", "certificates of pilots", "wind"}) {
    text += '\n' + to_json(graph.find(question).value());
  }
  return text + to_json(graph.join_paths({"company", "port"}).value());
}

/// 10,000 tables, joined in a line.
Schema large() {
  Schema schema;
  for (int number = 0; number < 10'000; ++number) {
    Table table = make_table("cargo_" + std::to_string(number), {"id", "weight_" + std::to_string(number), "next_id"});
    if (number > 0) table.foreign_keys = {{{"next_id"}, "cargo_" + std::to_string(number - 1), {"id"}}};
    schema.tables.push_back(std::move(table));
  }
  return schema;
}

}  // namespace

TEST_CASE("graph store: a graph that was saved answers the same after loading, with joins, bans and views") {
  Schema schema = harbour();
  Table view = make_table("calls", {"ship", "port"});
  view.kind = TableKind::view;
  view.view_sql = "SELECT m.ship_id, b.port_id FROM mooring m JOIN berth b ON b.berth_id = m.berth_id";
  schema.tables.push_back(view);
  schema.tables[0].columns[1].samples = {"Kiel"};
  schema.tables[0].columns[1].distinct = 3;
  SchemaGraphOptions options;
  options.joins = {{"weather", {"observed_at"}, "mooring", {"arrival_date"}, JoinProvenance::user, .9}};
  options.bans = {{"pilot_ship", "ship"}};
  const auto embedder = std::make_shared<CountingEmbedder>();
  const SchemaGraph graph = graph_of(schema, embedder, options);
  const test::TemporaryFolder folder;
  const auto store = store_in(folder);
  REQUIRE(graph.save(*store, "harbour"));
  const SchemaGraph loaded = SchemaGraph::load(*store, "harbour", embedder).value();
  CHECK(loaded.joins() == graph.joins());
  CHECK(loaded.warnings() == graph.warnings());
  CHECK(answers_of(loaded) == answers_of(graph));
  CHECK(answers_of(loaded.updated(schema).value()) == answers_of(graph));
}

TEST_CASE("graph store: loading a graph of 10,000 tables embeds nothing, and each text was embedded once") {
  const auto embedder = std::make_shared<CountingEmbedder>();
  const SchemaGraph graph = graph_of(large(), embedder);
  // 10,000 tables; of their columns "id", "next id" and 10,000 weights; the four words that are no numbers.
  CHECK(embedder->count.load() == 20'006);
  const test::TemporaryFolder folder;
  const auto store = store_in(folder);
  REQUIRE(graph.save(*store, "large"));
  embedder->count = 0;
  const SchemaGraph loaded = SchemaGraph::load(*store, "large", embedder).value();
  CHECK(embedder->count.load() == 0);
  CHECK(loaded.schema().tables.size() == 10'000);
  CHECK(to_json(loaded.find("weight 77 of cargo 77").value()) == to_json(graph.find("weight 77 of cargo 77").value()));
}

TEST_CASE("graph store: a changed schema embeds what has changed, and equals a graph built anew") {
  const auto embedder = std::make_shared<CountingEmbedder>();
  const SchemaGraph graph = graph_of(harbour(), embedder);
  Schema changed = harbour();
  changed.tables[3].columns.push_back(changed.tables[3].columns[0]);
  changed.tables[3].columns.back().name = "draught";
  changed.tables[0].description = "where ships lie";
  changed.tables.erase(changed.tables.begin() + 5);
  std::swap(changed.tables[1], changed.tables[4]);
  embedder->count = 0;
  const SchemaGraph updated = graph.updated(changed).value();
  CHECK(embedder->count.load() == 2 + 3);  // two texts, and the words "draught", "where" and "lie"
  CHECK(answers_of(updated) == answers_of(graph_of(changed, std::make_shared<CountingEmbedder>())));
  embedder->count = 0;
  CHECK(graph.updated(harbour()));
  CHECK(embedder->count.load() == 0);
}

TEST_CASE("graph store: a graph that has not changed is not written again, older versions go") {
  const auto embedder = std::make_shared<CountingEmbedder>();
  const test::TemporaryFolder folder;
  const auto store = store_in(folder);
  const SchemaGraph graph = graph_of(harbour(), embedder);
  REQUIRE(graph.save(*store, "harbour"));
  REQUIRE(graph.save(*store, "harbour"));
  CHECK(store->generation().value() == 1);
  Schema changed = harbour();
  changed.tables.pop_back();
  REQUIRE(graph.updated(changed).value().save(*store, "harbour"));
  const auto entries = store->list("schema_graph").value();
  REQUIRE(entries.size() == 1);
  CHECK(entries.front().version == 2);
  CHECK(SchemaGraph::load(*store, "harbour", embedder).value().schema().tables.size() == 7);
}

TEST_CASE("graph store: another embedder, another entry and no entry are told") {
  const test::TemporaryFolder folder;
  const auto store = store_in(folder);
  REQUIRE(graph_of(harbour(), std::make_shared<CountingEmbedder>()).save(*store, "harbour"));
  CHECK(SchemaGraph::load(*store, "harbour", std::make_shared<CountingEmbedder>("other")).error().code ==
        ErrorCode::failed_precondition);
  CHECK(SchemaGraph::load(*store, "sea").error().code == ErrorCode::not_found);
  for (const std::string& bytes : {std::string(), std::string("{}"), std::string(40, '\0'), std::string(40, 'x')}) {
    REQUIRE(store->write({{"schema_graph", "broken", bytes}}));
    CHECK(SchemaGraph::load(*store, "broken").error().code == ErrorCode::data_loss);
  }
}

TEST_CASE("graph store: an entry that is cut short or has a byte too many is data loss at any length") {
  const auto embedder = std::make_shared<CountingEmbedder>();
  const test::TemporaryFolder folder;
  const auto store = store_in(folder);
  REQUIRE(graph_of(harbour(), embedder).save(*store, "harbour"));
  const std::string whole = store->read("schema_graph", "harbour").value();
  for (std::size_t size = 0; size <= whole.size() + 1; size += size % 97 == 0 ? 1 : 97 - size % 97) {
    if (size == whole.size()) continue;
    std::string part = whole.substr(0, size);
    part.resize(size, 'x');
    REQUIRE(store->write({{"schema_graph", "part", part, 1}}));
    CAPTURE(size);
    CHECK(SchemaGraph::load(*store, "part", embedder).error().code == ErrorCode::data_loss);
  }
}
