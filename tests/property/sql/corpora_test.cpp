#include <doctest/doctest.h>

#include <boost/json/value.hpp>
#include <functional>
#include <string>

#include "property/sql/data.hpp"
#include "property/sql/round_trip.hpp"
#include "querydata/sql.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"

namespace querydata::test {

namespace {

struct Count {
  std::size_t statements = 0;
  std::size_t refused = 0;
};

/// Tokens join to the text, every node lies in the one that holds it, and what is put in its own place changes nothing.
void check_tree(const std::string& sql, Dialect dialect) {
  std::string joined;
  for (const auto& token : sql::tokenize(sql, dialect)) joined += token.span.of(sql);
  CHECK(joined == sql);
  const auto tree = sql::parse_query(sql, dialect).value();
  std::vector<sql::Edit> edits;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    const auto& node = tree.expressions[i];
    CHECK(node.span.end <= sql.size());
    CHECK_FALSE(node.span.empty());
    if (node.parent) CHECK(tree[node.parent].span.contains(node.span));
    using enum sql::ExpressionKind;
    const bool leaf = node.kind == literal || node.kind == parameter || node.kind == column || node.kind == star;
    if (leaf) edits.push_back({node.span, std::string(tree.text(node.span))});
  }
  CHECK(sql::apply_edits(sql, edits).value() == sql);
}

/// Names in back-ticks that differ by case: MySQL on Linux tells them apart.
bool is_spelled_twice(const Error& error) {
  return error.code == ErrorCode::not_found && error.message.find("`T`.") != std::string::npos;
}

void check(const std::string& sql, Dialect dialect, const Schema& schema, Count& count) {
  CAPTURE(sql);
  ++count.statements;
  const auto info = inspect(sql, dialect, schema);
  if (!info) {
    ++count.refused;
    if (dialect != Dialect::mysql || !is_spelled_twice(info.error())) FAIL_CHECK(to_string(info.error()));
    return;
  }
  CHECK_FALSE(info->result_columns.empty());
  check_tree(sql, dialect);
  check_values(sql, dialect, &schema);
}

void report(const std::string& what, const Count& count) {
  MESSAGE(what << ": " << count.statements << " statements, " << count.refused << " refused");
}

void check_bird(Dialect dialect) {
  const auto schemas = bird_schemas(dialect);
  Count count;
  for (const auto& gold : bird_statements(dialect)) check(gold.sql, dialect, schemas.at(gold.database), count);
  report("BIRD " + std::string(to_string(dialect)), count);
  CHECK(count.refused <= (dialect == Dialect::mysql ? 4 : 0));
}

/// Every text that stands under one of the members.
void each_sql(const boost::json::value& value, const std::function<void(const std::string&)>& visit) {
  if (const auto* array = value.if_array()) {
    for (const auto& element : *array) each_sql(element, visit);
  }
  const auto* object = value.if_object();
  if (object == nullptr) return;
  for (const auto& [name, member] : *object) {
    const bool sql = name == "sql" || name == "parameterized_sql" || name == "query" || name == "golden_sql";
    if (sql && member.is_string()) visit(std::string(member.as_string()));
    each_sql(member, visit);
  }
}

/// Context sets without a schema: parsed, and proved to read.
void check_context_set(const char* path, Dialect dialect, std::vector<std::string> functions = {}) {
  const auto folder = data("context sets");
  if (folder.empty()) return;
  Count count;
  InspectOptions options;
  options.extra_functions = std::move(functions);
  each_sql(read_json(folder / "context_sets" / path), [&](const std::string& sql) {
    CAPTURE(sql);
    ++count.statements;
    const auto info = inspect_unresolved(sql, dialect, options);
    if (info) {
      check_tree(sql, dialect);
      check_values(sql, dialect, nullptr, options);
    } else {
      ++count.refused;
      FAIL_CHECK(to_string(info.error()));
    }
  });
  report(path, count);
}

}  // namespace

TEST_CASE("corpora: BIRD's statements are understood in three dialects") {
  for (const auto dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql}) check_bird(dialect);
}

TEST_CASE("corpora: published context sets are understood") {
  const std::vector<std::string> embedding{"google_ml.embedding"};
  check_context_set("gcloud_docs/alloydb_overview.json", Dialect::postgresql, embedding);
  check_context_set("gcloud_docs/airports_value_searches_postgresql.json", Dialect::postgresql, embedding);
  // Written for Spanner, with the quotes of PostgreSQL.
  check_context_set("gcloud_docs/spanner_overview.json", Dialect::postgresql);
  check_context_set("db_context_enrichment/financial_context.json", Dialect::postgresql);
  check_context_set("db_context_enrichment/financial_dedup_context_set.json", Dialect::postgresql);
  check_context_set("db_context_enrichment/financial_freeform_context_set.json", Dialect::postgresql);
  check_context_set("db_context_enrichment/financial_golden.json", Dialect::postgresql);
}

}  // namespace querydata::test
