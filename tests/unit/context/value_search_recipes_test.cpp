#include "querydata/value_search_recipes.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "querydata/context_set.hpp"
#include "querydata/derive.hpp"
#include "querydata/sql.hpp"
#include "unit/context/found_values.hpp"
#include "unit/context/hostile_recipes.hpp"
#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

constexpr std::array all_kinds = {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity,
                                  MatchKind::edit_distance, MatchKind::semantic};
constexpr std::array all_dialects = {Dialect::sqlite,    Dialect::postgresql, Dialect::mysql,
                                     Dialect::googlesql, Dialect::bigtable,   Dialect::mongodb};

/// Runs a search with a phrase in SQLite.
class Searches {
 public:
  explicit Searches(const std::string& script) : file_(script), database_(file_.open()) {}

  std::vector<FoundValue> run(const ValueSearchRecipe& recipe, std::string_view phrase) {
    const auto search = make_value_search(recipe, Dialect::sqlite).value();
    const auto rewritten = rewrite_placeholders(search.query, Dialect::sqlite).value();
    REQUIRE(rewritten.names == std::vector<std::string>{"$value"});
    const auto set = query(*database_, rewritten.sql, {Value(std::string(phrase))}).value();
    std::vector<FoundValue> found;
    for (const auto& row : set.rows) {
      REQUIRE(row.size() == 5);
      found.push_back(
          {to_display(row[0]), to_display(row[1]), to_display(row[2]), std::get<double>(row[3]), to_display(row[4])});
    }
    return found;
  }

 private:
  SqliteFile file_;
  std::shared_ptr<Database> database_;
};

std::string hostile_script() {
  std::string script = hostile_definition("TEXT", Dialect::sqlite) + ';';
  for (const std::string& insert : hostile_inserts(Dialect::sqlite)) script += insert + ';';
  return script;
}

}  // namespace

TEST_CASE("value search recipes: which dialect has which kind") {
  const std::map<Dialect, std::set<MatchKind>> expected = {
      {Dialect::sqlite, {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance}},
      {Dialect::postgresql,
       {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance,
        MatchKind::semantic}},
      {Dialect::mysql, {MatchKind::exact, MatchKind::trigram, MatchKind::semantic}},
      {Dialect::googlesql, {MatchKind::exact, MatchKind::trigram, MatchKind::edit_distance}},
      {Dialect::bigtable, {MatchKind::exact}},
      {Dialect::mongodb, {MatchKind::exact, MatchKind::semantic}}};
  for (const auto dialect : all_dialects) {
    for (const auto kind : all_kinds) {
      const auto made = make_value_search(hostile_recipe(kind), dialect);
      CHECK(made.has_value() == expected.at(dialect).contains(kind));
      if (made) continue;
      CHECK(made.error().code == ErrorCode::unimplemented);
      CHECK(made.error().message.find("exact") != std::string::npos);
    }
  }
}

TEST_CASE("value search recipes: each only reads, by its dialect's own functions, and gives the five columns") {
  for (const auto dialect : all_dialects) {
    if (dialect == Dialect::mongodb) continue;
    for (const auto kind : all_kinds) {
      const auto made = make_value_search(hostile_recipe(kind), dialect);
      if (!made) continue;
      InspectOptions options;
      options.extra_functions = {"google_ml.embedding", "mysql.ml_embedding"};
      const auto info = inspect_unresolved(made->query, dialect, options);
      REQUIRE_MESSAGE(info, to_string(info.error()) << made->query);
      std::vector<std::string> names;
      for (const auto& column : info->result_columns) names.push_back(column.name);
      CHECK(names == std::vector<std::string>{"value", "columns", "concept_type", "distance", "context"});
      for (const auto& use : info->parameters) CHECK(use.name == "$value");
      CHECK_FALSE(info->parameters.empty());
      bool reads = false;
      for (const auto& use : info->tables) reads = reads || use.table == hostile_table;
      CHECK(reads);
      CHECK(made->query.find("LIMIT 10") != std::string::npos);
    }
  }
}

TEST_CASE("value search recipes: the check has nothing against them") {
  for (const auto dialect : all_dialects) {
    ContextSet set;
    for (const auto kind : all_kinds) {
      auto recipe = hostile_recipe(kind);
      recipe.concept_type += to_string(kind);
      if (kind == MatchKind::semantic && dialect != Dialect::mongodb) continue;  // functions of extensions
      if (auto made = make_value_search(recipe, dialect)) set.value_searches.push_back(*std::move(made));
    }
    CheckOptions options;
    options.dialect = dialect;
    for (const Finding& finding : set.check(options)) {
      const bool grave = finding.severity != Severity::information;
      CHECK_MESSAGE(!grave, to_string(dialect) << " " << finding.json_pointer << ": " << finding.message);
    }
  }
}

TEST_CASE("value search recipes: SQLite finds what it should in a hostile table") {
  Searches searches(hostile_script());
  check_found([&](const ValueSearchRecipe& recipe, std::string_view phrase) { return searches.run(recipe, phrase); },
              {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance});
}

TEST_CASE("value search recipes: concept types are read back for manifests") {
  for (const auto dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
    ValueSearchRecipe recipe;
    recipe.table = "harbour";
    recipe.column = "name";
    recipe.concept_type = "Harbour's";
    recipe.kind = dialect == Dialect::googlesql ? MatchKind::exact : MatchKind::trigram;
    CHECK(concept_columns({make_value_search(recipe, dialect).value()}, dialect) ==
          std::vector<ConceptColumn>{{"harbour", "name", "Harbour's"}});
  }
}

TEST_CASE("value search recipes: what is missing or can't be written is refused") {
  const auto refused = [](auto change, Dialect dialect = Dialect::googlesql) {
    auto recipe = hostile_recipe(MatchKind::trigram);
    change(recipe);
    const auto made = make_value_search(recipe, dialect);
    return !made && made.error().code == ErrorCode::invalid_argument;
  };
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.table.clear(); }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.column.clear(); }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.concept_type.clear(); }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.token_column.clear(); }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.table = std::string("a\0b", 3); }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.concept_type = "\xff"; }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.max_rows = 0; }));
  CHECK(refused([](ValueSearchRecipe& recipe) { recipe.max_rows = 1001; }));
  const auto without_vectors = [](ValueSearchRecipe& recipe) {
    recipe.kind = MatchKind::semantic;
    recipe.embedding_column.clear();
  };
  CHECK(refused(without_vectors, Dialect::postgresql));
  CHECK(refused(without_vectors, Dialect::mongodb));
}

TEST_CASE("value search recipes: a MongoDB pipeline keeps texts from being operators") {
  auto recipe = hostile_recipe(MatchKind::exact);
  recipe.table = "orders";
  recipe.column = "place.city";
  recipe.concept_type = "$where";
  CHECK(make_value_search(recipe, Dialect::mongodb).value().query ==
        R"(db.getCollection("orders").aggregate([{"$match": {"place.city": $value}}, )"
        R"({"$group": {"_id": "$place.city", "distance": {"$min": 0}}}, {"$sort": {"distance": 1, "_id": 1}}, )"
        R"({"$limit": 10}, {"$project": {"_id": 0, "value": "$_id", "columns": {"$literal": "orders.place.city"}, )"
        R"("concept_type": {"$literal": "$where"}, "distance": "$distance", "context": {"$literal": ""}}}]))");
}

TEST_CASE("value search recipes: what MongoDB would take for an operator is no field") {
  for (const auto* path : {"$where", "$name", "place.$city", "place..city", ".city", "city."}) {
    auto recipe = hostile_recipe(MatchKind::exact);
    recipe.column = path;
    CHECK_MESSAGE(make_value_search(recipe, Dialect::mongodb).error().code == ErrorCode::invalid_argument, path);
    CHECK(make_value_search(recipe, Dialect::postgresql));
    recipe = hostile_recipe(MatchKind::semantic);
    recipe.embedding_column = path;
    CHECK(make_value_search(recipe, Dialect::mongodb).error().code == ErrorCode::invalid_argument);
  }
}

TEST_CASE("value search recipes: kinds by name") {
  for (const auto kind : all_kinds) CHECK(parse_match_kind(to_string(kind)) == kind);
  CHECK(parse_match_kind("TRIGRAM") == MatchKind::trigram);
  CHECK_FALSE(parse_match_kind("other"));
}
