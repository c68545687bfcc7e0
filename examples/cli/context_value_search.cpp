#include <memory>
#include <string>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/value_search_recipes.hpp"
#include "terminal.hpp"

namespace {

using querydata::MatchKind;

struct ValueSearchOptions {
  querydata::ValueSearchRecipe recipe;
  std::string kind = "exact";
  std::string dialect;
  std::string database;
  bool json = false;
};

[[noreturn]] void refuse(std::string message) {
  throw querydata::Exception({querydata::ErrorCode::not_found, std::move(message), {}});
}

void check_column(const querydata::Schema& schema, const querydata::ValueSearchRecipe& recipe) {
  const std::string name = recipe.schema.empty() ? recipe.table : recipe.schema + "." + recipe.table;
  const auto* table = schema.find_table(name);
  if (table == nullptr) refuse("The database has no table " + name + "; querydata schema show lists them.");
  if (table->find_column(recipe.column) == nullptr)
    refuse("The table " + name + " has no column " + recipe.column + "; querydata schema show lists them.");
}

int make(ValueSearchOptions& options) {
  const auto database = options.database.empty() ? nullptr : open_named(options.database);
  const auto dialect = chosen_dialect(options.dialect, database.get());
  if (database) check_column(database->read_schema().value(), options.recipe);
  options.recipe.kind = *querydata::parse_match_kind(options.kind);
  const auto search = make_value_search(options.recipe, dialect).value();
  querydata::ContextSet set;
  set.value_searches.push_back(search);
  write_out(options.json ? set.write() : printable(search.query) + '\n');
  return exit_answered;
}

constexpr const char* notes = R"(Example:
  querydata context value-search ports name --concept-type Port --kind trigram --db ferry.db --json > ports.json

Kinds: exact, trigram, word_similarity, edit_distance, semantic; a dialect that lacks one says which it has.
With --json: a context set with the one value search.)";

}  // namespace

void add_context_value_search(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<ValueSearchOptions>();
  CLI::App* command = context.add_subcommand("value-search", "Make the query that finds a column's values by a phrase");
  auto& recipe = options->recipe;
  command->add_option("TABLE", recipe.table, "Table or collection")->type_name("")->required();
  command->add_option("COLUMN", recipe.column, "Column or field")->type_name("")->required();
  command->add_option("--concept-type", recipe.concept_type, "What people call its values")
      ->type_name("TEXT")
      ->required();
  command->add_option("--kind", options->kind, "How values are compared")
      ->type_name("K")
      ->check([](const std::string& name) {
        return querydata::parse_match_kind(name) ? std::string() : "no value search compares by '" + name + "'";
      })
      ->capture_default_str();
  command->add_option("--dialect", options->dialect, "Dialect of the query; that of --db, else sqlite")
      ->type_name("D")
      ->check([](const std::string& name) {
        return dialect_named(name) ? std::string() : "no dialect is called '" + name + "'";
      });
  command->add_option("--db", options->database, "Database that must have the column")->type_name("URI");
  command->add_option("--schema", recipe.schema, "Schema of the table")->type_name("NAME");
  command->add_option("--description", recipe.description, "What the search is for")->type_name("TEXT");
  command->add_option("--max-rows", recipe.max_rows, "Rows at most")->type_name("N")->capture_default_str();
  command->add_option("--token-column", recipe.token_column, "TOKENLIST of the column (googlesql, trigram)")
      ->type_name("NAME");
  command->add_option("--embedding-column", recipe.embedding_column, "Vectors of the column (semantic)")
      ->type_name("NAME");
  command->add_option("--embedding-model", recipe.embedding_model, "Model of the vectors (semantic)")
      ->type_name("NAME");
  command->add_option("--vector-index", recipe.vector_index, "Index on the vectors (mongodb, semantic)")
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print a context set instead of the query");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = make(*options); });
}
