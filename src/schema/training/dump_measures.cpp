// Writes what speaks for each table of a pool, question by question, for training.
//
// usage: dump_measures QUESTIONS WORDING OUT TABLES… [MODEL]
//
// QUESTIONS is a file of Spider's form with `gold_tables`, WORDING the member that holds the question, TABLES are files
// of Spider's form, all of them one pool; a MODEL that ends in .bin takes the place of the static model. OUT gets, for
// each question: u32 tables, u32 gold tables, the gold tables' numbers as u32; for each met table its number, its group
// as u32 and its measures as f32. All little-endian.

#include <boost/json.hpp>
#include <cstdint>
#include <fstream>
#include <iostream>

#include "core/files.hpp"
#include "eval_data.hpp"
#include "schema/join_edges.hpp"
#include "schema/table_measures.hpp"
#include "schema/table_similarities.hpp"
#include "search/static_model.hpp"

namespace qd = querydata;
namespace bj = boost::json;

namespace {

struct Pool {
  explicit Pool(qd::Schema given, std::shared_ptr<const qd::Embedder> model)
      : schema(std::move(given)), names(schema), words(schema), embedder(std::move(model)) {
    std::vector<std::string> warnings;
    for (auto& known : qd::schema::collect_joins(schema, names, {}, {}, warnings).value())
      joins.push_back(known.front());
    network = qd::schema::make_network(schema, names, joins);
    groups = qd::schema::TableGroups(schema, network.graph);
    columns = qd::schema::ColumnVectors::build(schema, *embedder).value();
    meanings = qd::schema::WordMeanings::build(words, embedder).value();
    std::vector<std::string> texts;
    for (const qd::Table& table : schema.tables) texts.push_back(qd::schema::embedded_text(table));
    std::vector<float> rows(texts.size() * embedder->dimension());
    embedder->embed(texts, rows).value();
    tables = qd::search::VectorIndex::build(embedder->dimension(), rows).value();
  }

  qd::Schema schema;
  qd::schema::TableNames names;
  qd::schema::NameIndex words;
  std::shared_ptr<const qd::Embedder> embedder;
  std::vector<qd::Join> joins;
  qd::schema::JoinNetwork network;
  qd::schema::TableGroups groups;
  qd::schema::ColumnVectors columns;
  qd::schema::WordMeanings meanings;
  std::optional<qd::search::VectorIndex> tables;
};

void put(std::ostream& out, std::uint32_t number) {
  out.write(reinterpret_cast<const char*>(&number), sizeof number);
}

void dump(const Pool& pool, std::string_view question, const std::vector<std::uint32_t>& gold, std::ostream& out) {
  const qd::schema::View view(pool.schema, {});
  const auto terms = qd::schema::question_terms(question);
  const auto evidence = qd::schema::gather_evidence(pool.words, terms, {}, view.visible());
  const auto meanings = pool.meanings.of(terms, view.visible()).value();
  std::vector<float> vector(pool.embedder->dimension());
  const std::vector<std::string> texts = {std::string(question)};
  pool.embedder->embed(texts, vector).value();
  const auto similarities =
      qd::schema::compare_tables({pool.schema, *pool.tables, pool.columns}, vector, evidence, view).value();
  const qd::schema::TableMeasures measures(
      {pool.network.graph, pool.groups, evidence, meanings, similarities.tables, view.tables()});
  std::vector<std::uint32_t> met;
  for (std::uint32_t table = 0; table < pool.schema.tables.size(); ++table) {
    if (measures.is_met(table)) met.push_back(table);
  }
  put(out, static_cast<std::uint32_t>(met.size()));
  put(out, static_cast<std::uint32_t>(gold.size()));
  for (const std::uint32_t table : gold) put(out, table);
  for (const std::uint32_t table : met) {
    put(out, table);
    put(out, pool.groups.group_of[table]);
    for (const double value : measures.of(table)) {
      const auto single = static_cast<float>(value);
      out.write(reinterpret_cast<const char*>(&single), sizeof single);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  std::shared_ptr<const qd::Embedder> embedder;
  std::string model;
  qd::Schema schema;
  for (int i = 4; i < argc; ++i) {
    if (std::string_view(argv[i]).ends_with(".bin")) {
      model = qd::files::read_file(argv[i], 1U << 30U).value();
      embedder = qd::search::make_embedder(
          std::make_shared<const qd::search::StaticModel>(qd::search::read_static_model(model).value()));
      continue;
    }
    for (NamedSchema& database : read_spider_schemas(argv[i])) {
      for (qd::Table& table : database.schema.tables) schema.tables.push_back(std::move(table));
    }
  }
  if (!embedder) embedder = qd::make_static_embedder().value();
  const Pool pool(std::move(schema), std::move(embedder));
  std::ofstream out(argv[3], std::ios::binary);
  const bj::value questions = read_json(argv[1]).value();
  for (const bj::value& item : questions.as_array()) {
    const bj::object& record = item.as_object();
    if (!record.contains("gold_tables")) continue;
    std::vector<std::uint32_t> gold;
    for (const bj::value& table : record.at("gold_tables").as_array()) {
      const std::string name = text_member(record, "db_id") + '.' + std::string(table.as_string());
      if (const auto number = pool.names.find(name)) gold.push_back(*number);
    }
    dump(pool, text_member(record, argv[2]), gold, out);
  }
}
