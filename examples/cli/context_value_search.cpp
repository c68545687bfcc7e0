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
  // SQLite calls the file itself so, and no table of it names it.
  if (table == nullptr && recipe.schema == "main") table = schema.find_table(recipe.table);
  if (table == nullptr) refuse("The database has no table " + name + "; querydata schema show lists them.");
  if (table->find_column(recipe.column) == nullptr)
    refuse("The table " + name + " has no column " + recipe.column + "; querydata schema show lists them.");
  const auto type = table->find_column(recipe.column)->type;
  const bool number = type == querydata::ValueType::integer || type == querydata::ValueType::real ||
                      type == querydata::ValueType::decimal;
  if (!number || recipe.kind == MatchKind::exact) return;
  write_error("warning: " + recipe.column +
              " holds numbers, which are hardly found by their likeness; use --kind exact");
}

/// An option that the query does not use was meant for something.
void check_used(const querydata::ValueSearchRecipe& recipe, querydata::Dialect dialect) {
  const bool tokens = recipe.kind == MatchKind::trigram && dialect == querydata::Dialect::googlesql;
  const bool vectors = recipe.kind == MatchKind::semantic;
  const auto unused = [](const std::string& value, bool used, const std::string& option, const std::string& use) {
    if (value.empty() || used) return;
    throw CLI::ValidationError(option, "is only used by " + use);
  };
  unused(recipe.token_column, tokens, "--token-column", "--dialect googlesql --kind trigram");
  unused(recipe.embedding_column, vectors, "--embedding-column", "--kind semantic");
  unused(recipe.embedding_model, vectors, "--embedding-model", "--kind semantic");
  unused(recipe.vector_index, vectors && dialect == querydata::Dialect::mongodb, "--vector-index",
         "--dialect mongodb --kind semantic");
}

int make(ValueSearchOptions& options) {
  const auto database = options.database.empty() ? nullptr : open_named(options.database);
  const auto dialect = chosen_dialect(options.dialect, database.get());
  options.recipe.kind = *querydata::parse_match_kind(options.kind);
  check_used(options.recipe, dialect);
  if (database) check_column(database->read_schema().value(), options.recipe);
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
  command->add_option("--max-rows", recipe.max_rows, "Rows at most")->check(CLI::Range(1, 1000))->capture_default_str();
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
