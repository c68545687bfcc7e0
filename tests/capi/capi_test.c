/* Every function of the C interface: the normal way, with NULL for every pointer, with outputs left uninitialised. */
#include <sqlite3.h>
#include <stdlib.h>

#include "checks.h"

int failures = 0;

static const char context_json[] =
    "{\"templates\":[{\"nl_query\":\"How many towns are in Norway?\","
    "\"sql\":\"SELECT COUNT(*) FROM town WHERE country = 'Norway'\","
    "\"intent\":\"How many towns are in Norway?\",\"manifest\":\"How many towns are in a given country?\","
    "\"parameterized\":{\"parameterized_intent\":\"How many towns are in $1?\","
    "\"parameterized_sql\":\"SELECT COUNT(*) FROM town WHERE country = $1\"}}],"
    "\"value_searches\":[{\"query\":\"SELECT $value AS value, 'town.name' AS columns, 'Town' AS concept_type, "
    "0 AS distance, '' AS context FROM town WHERE town.name = $value\",\"concept_type\":\"Town\"}]}";

static void make_database(const char* path) {
  sqlite3* db = NULL;
  remove(path);
  CHECK(sqlite3_open(path, &db) == SQLITE_OK);
  CHECK(
      sqlite3_exec(db,
                   "CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);"
                   "INSERT INTO town(name, country) VALUES ('Oslo','Norway'),('Bergen','Norway'),('Turku','Finland');",
                   NULL, NULL, NULL) == SQLITE_OK);
  sqlite3_close(db);
}

static void texts_and_versions(void) {
  size_t size = 7;
  CHECK(qdata_abi_version() == 1);
  CHECK(strchr(qdata_version(), '.') != NULL);
  CHECK(strcmp(qdata_status_name(QDATA_E_NOT_FOUND), "not_found") == 0);
  CHECK(strcmp(qdata_status_name(12345), "unknown") == 0);
  CHECK(qdata_error_status(NULL) == QDATA_OK);
  CHECK(qdata_error_message(NULL, &size)[0] == '\0' && size == 0);
  CHECK(qdata_error_where(NULL, NULL)[0] == '\0');
  CHECK(qdata_text_data(NULL, &size)[0] == '\0' && size == 0);
  qdata_error_free(NULL);
  qdata_text_free(NULL);
}

static void options_are_checked(void) {
  qdata_options* options = JUNK(qdata_options);
  qdata_cancel* cancel = JUNK(qdata_cancel);
  CHECK(qdata_x_options_create(&options, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "max_rows", Z, "5", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "now", Z, "2025-06-30", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "scope_tables", Z, "[\"town\"]", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "session_parameters", Z, "{\"user\":\"7\"}", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "index_exclude", Z, "[\"town.name\"]", Z, NULL) == QDATA_OK);
  CHECK_FAILS(qdata_x_options_set(options, "session_parameters", Z, "{\"user\":7}", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, "session_parameters", Z, "[]", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, "now", Z, "some day", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, "max_rows", Z, "-5", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, "max_distance", Z, "nan", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, "scope_tables", Z, "[1]", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, "no_such", Z, "1", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(options, NULL, 3, "1", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_set(NULL, "max_rows", Z, "1", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_options_create(NULL, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_cancel_create(&cancel, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set_cancel(options, cancel, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set_cancel(options, NULL, NULL) == QDATA_OK);
  CHECK_FAILS(qdata_x_options_set_cancel(NULL, cancel, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_cancel_trigger(cancel);
  qdata_x_cancel_trigger(NULL);
  qdata_x_cancel_free(cancel);
  qdata_x_cancel_free(NULL);
  qdata_x_options_free(options);
  qdata_x_options_free(NULL);
}

qdata_database* open_the_database(const char* path) {
  char uri[4096];
  qdata_database* database = JUNK(qdata_database);
  snprintf(uri, sizeof uri, "sqlite:%s", path);
  CHECK(qdata_x_database_open(uri, Z, NULL, &database, NULL) == QDATA_OK);
  return database;
}

static void databases_tell_what_is_wrong(const char* path) {
  qdata_database* database = JUNK(qdata_database);
  qdata_text* text = JUNK(qdata_text);
  CHECK_FAILS(qdata_x_database_open("sqlite:/no/such/file.db", Z, NULL, &database, &err), QDATA_E_NOT_FOUND);
  CHECK(database == NULL);
  CHECK_FAILS(qdata_x_database_open("what is this", Z, NULL, &database, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_database_open(NULL, 9, NULL, &database, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_database_open(NULL, 0, NULL, NULL, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_database_lend_sqlite(NULL, NULL, &database, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_database_schema(NULL, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(text == NULL);
  database = open_the_database(path);
  CHECK(qdata_x_database_schema(database, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"town\"") != NULL);
  qdata_text_free(text);
  qdata_x_database_free(database);
  qdata_x_database_free(NULL);
}

static qdata_context_set* read_the_set(void) {
  qdata_context_set* set = JUNK(qdata_context_set);
  CHECK(qdata_x_context_set_read(context_json, Z, &set, NULL) == QDATA_OK);
  return set;
}

static void context_sets_are_read_and_checked(void) {
  qdata_context_set* set = read_the_set();
  qdata_context_set* none = JUNK(qdata_context_set);
  qdata_text* text = JUNK(qdata_text);
  CHECK(qdata_x_context_set_check(set, "sqlite", Z, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "findings") != NULL);
  CHECK(strstr(qdata_text_data(text, NULL), "\"error\"") == NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_context_set_check(set, "klingon", Z, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(text == NULL);
  CHECK_FAILS(qdata_x_context_set_check(NULL, NULL, 0, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_context_set_write(set, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "parameterized_sql") != NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_context_set_write(NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_context_set_read("{\"templates\": 3}", Z, &none, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(none == NULL);
  CHECK_FAILS(qdata_x_context_set_read("{", 1, &none, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_context_set_read_file("/no/such.json", Z, &none, &err), QDATA_E_NOT_FOUND);
  qdata_x_context_set_free(set);
  qdata_x_context_set_free(NULL);
}

/* Frees what the objects were made from first: they keep it alive. */
static void questions_are_planned_and_run(const char* path) {
  qdata_database* database = open_the_database(path);
  qdata_context_set* set = read_the_set();
  qdata_planner* planner = JUNK(qdata_planner);
  qdata_plan* plan = JUNK(qdata_plan);
  qdata_text* text = JUNK(qdata_text);
  CHECK_FAILS(qdata_x_planner_create(NULL, set, NULL, &planner, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(planner == NULL);
  CHECK(qdata_x_planner_create(database, set, NULL, &planner, NULL) == QDATA_OK);
  qdata_x_database_free(database);
  qdata_x_context_set_free(set);
  CHECK(qdata_x_planner_plan(planner, "How many towns are in Finland?", Z, NULL, &plan, NULL) == QDATA_OK);
  CHECK(qdata_x_plan_is_answered(plan) == 1);
  CHECK(qdata_x_plan_json(plan, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "Finland") != NULL);
  qdata_text_free(text);
  CHECK(qdata_x_planner_run(planner, plan, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"rows\":[[1]]") != NULL);
  qdata_text_free(text);
  qdata_x_plan_free(plan);
  CHECK(qdata_x_planner_plan(planner, "Who was the first person on the moon?", Z, NULL, &plan, NULL) == QDATA_OK);
  CHECK(qdata_x_plan_is_answered(plan) == 0);
  CHECK_FAILS(qdata_x_planner_run(planner, plan, NULL, &text, &err), QDATA_E_FAILED_PRECONDITION);
  CHECK_FAILS(qdata_x_planner_run(planner, NULL, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_planner_run(NULL, plan, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_plan_free(plan);
  CHECK_FAILS(qdata_x_planner_plan(planner, "", 0, NULL, &plan, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_planner_plan(planner, "\xff", 1, NULL, &plan, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_planner_plan(planner, NULL, 0, NULL, &plan, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_planner_plan(NULL, "x", Z, NULL, &plan, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(plan == NULL && qdata_x_plan_is_answered(NULL) == 0);
  CHECK_FAILS(qdata_x_plan_json(NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_plan_free(NULL);
  qdata_x_planner_free(planner);
  qdata_x_planner_free(NULL);
}

static void phrases_are_linked(const char* path) {
  qdata_database* database = open_the_database(path);
  qdata_context_set* set = read_the_set();
  qdata_linker* linker = JUNK(qdata_linker);
  qdata_text* text = JUNK(qdata_text);
  CHECK_FAILS(qdata_x_linker_create(NULL, set, NULL, &linker, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_linker_create(database, NULL, NULL, &linker, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_linker_create(database, set, NULL, &linker, NULL) == QDATA_OK);
  qdata_x_database_free(database);
  qdata_x_context_set_free(set);
  CHECK(qdata_x_linker_link_phrase(linker, "Oslo", Z, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "Oslo") != NULL);
  qdata_text_free(text);
  CHECK(qdata_x_linker_link_question(linker, "Which ships sail from \"Oslo\"?", Z, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"span\"") != NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_linker_link_question(linker, NULL, 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_linker_link_question(NULL, "Oslo", Z, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_linker_link_phrase(linker, "", 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_linker_link_phrase(NULL, "Oslo", Z, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_linker_free(linker);
  qdata_x_linker_free(NULL);
}

static void values_are_indexed(const char* path) {
  char store[4096 + 8];
  qdata_database* database = open_the_database(path);
  qdata_value_index* index = JUNK(qdata_value_index);
  qdata_linker* linker = JUNK(qdata_linker);
  qdata_text* text = JUNK(qdata_text);
  snprintf(store, sizeof store, "%.4096s.store", path);
  remove(store); /* of an earlier run */
  CHECK_FAILS(qdata_x_value_index_open(store, Z, "towns", Z, &index, &err), QDATA_E_NOT_FOUND);
  CHECK_FAILS(qdata_x_value_index_build(NULL, store, Z, "towns", Z, NULL, &index, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_value_index_build(database, store, Z, "towns", Z, NULL, &index, NULL) == QDATA_OK);
  qdata_x_value_index_free(index);
  CHECK(qdata_x_value_index_update(database, store, Z, "towns", Z, NULL, &index, NULL) == QDATA_OK);
  qdata_x_value_index_free(index);
  CHECK(qdata_x_value_index_open(store, Z, "towns", Z, &index, NULL) == QDATA_OK);
  CHECK(qdata_x_value_index_info(index, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"built_at\"") != NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_value_index_info(NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_linker_create_with_index(database, NULL, NULL, NULL, &linker, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_linker_create_with_index(database, NULL, index, NULL, &linker, NULL) == QDATA_OK);
  qdata_x_value_index_free(index);
  qdata_x_value_index_free(NULL);
  CHECK(qdata_x_linker_link_phrase(linker, "oslo", Z, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"Oslo\"") != NULL);
  qdata_text_free(text);
  qdata_x_linker_free(linker);
  CHECK(qdata_x_value_index_build(database, NULL, 0, NULL, 0, NULL, &index, NULL) == QDATA_OK);
  qdata_x_value_index_free(index);
  qdata_x_database_free(database);
}

static void tables_are_found(const char* path) {
  qdata_database* database = open_the_database(path);
  qdata_graph* graph = JUNK(qdata_graph);
  qdata_text* text = JUNK(qdata_text);
  CHECK_FAILS(qdata_x_graph_create(NULL, NULL, &graph, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_graph_create(database, NULL, &graph, NULL) == QDATA_OK);
  qdata_x_database_free(database);
  CHECK(qdata_x_graph_find(graph, "Which towns are there?", Z, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"town\"") != NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_graph_find(graph, "", 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_graph_find(NULL, "x", Z, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_graph_join_paths(graph, "[\"town\"]", Z, NULL, 0, NULL, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "\"tables\":[\"town\"]") != NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_graph_join_paths(graph, "[\"nowhere\"]", Z, "x", Z, NULL, &text, &err), QDATA_E_NOT_FOUND);
  CHECK_FAILS(qdata_x_graph_join_paths(graph, "towns", Z, NULL, 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_graph_join_paths(graph, NULL, 0, NULL, 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_graph_free(graph);
  qdata_x_graph_free(NULL);
}

static void filters_match_objects(void) {
  static const char schema[] = "{\"fields\":[{\"name\":\"tags\",\"shape\":\"list\"}]}";
  qdata_filter* filter = JUNK(qdata_filter);
  qdata_error* error = NULL;
  qdata_text* text = JUNK(qdata_text);
  int32_t matches = 7;
  CHECK(qdata_x_filter_compile("-dataSource = 'a' uri=b", Z, NULL, 0, &filter, NULL) == QDATA_OK);
  CHECK(qdata_x_filter_matches(filter, "{\"uri\":\"b\"}", Z, &matches, NULL) == QDATA_OK && matches == 1);
  CHECK(qdata_x_filter_matches(filter, "{\"uri\":\"c\"}", Z, &matches, NULL) == QDATA_OK && matches == 0);
  matches = 7;
  CHECK_FAILS(qdata_x_filter_matches(filter, "{\"uri\":5}", Z, &matches, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(matches == 0);
  CHECK_FAILS(qdata_x_filter_matches(filter, "[]", Z, &matches, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_filter_matches(filter, "{}", Z, NULL, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_filter_matches(NULL, "{}", Z, &matches, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_filter_text(filter, &text, NULL) == QDATA_OK);
  CHECK(strcmp(qdata_text_data(text, NULL), "NOT data_source = \"a\" AND uri = \"b\"") == 0);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_filter_text(NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_filter_sql(filter, "{\"data_source\":\"s\",\"uri\":\"u\"}", Z, 3, &text, NULL) == QDATA_OK);
  CHECK(strstr(qdata_text_data(text, NULL), "?4") != NULL);
  CHECK(strstr(qdata_text_data(text, NULL), "\"parameters\":[\"a\",\"b\"]") != NULL);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_filter_sql(filter, "{}", Z, 1, &text, &err), QDATA_E_FAILED_PRECONDITION);
  CHECK(text == NULL);
  CHECK_FAILS(qdata_x_filter_sql(filter, "{", Z, 1, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_filter_sql(NULL, "{}", Z, 1, &text, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_filter_free(filter);
  qdata_x_filter_free(NULL);
  CHECK(qdata_x_filter_compile("tags:a", Z, schema, Z, &filter, NULL) == QDATA_OK);
  CHECK(qdata_x_filter_matches(filter, "{\"tags\":[\"b\",\"a\"]}", Z, &matches, NULL) == QDATA_OK && matches == 1);
  qdata_x_filter_free(filter);
  CHECK(qdata_x_filter_compile("uri = ", Z, NULL, 0, &filter, &error) == QDATA_E_INVALID_ARGUMENT);
  CHECK(filter == NULL && strcmp(qdata_error_where(error, NULL), "{\"byte_offset\":6}") == 0);
  qdata_error_free(error);
  CHECK_FAILS(qdata_x_filter_compile("tags:a", Z, "{", Z, &filter, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_filter_compile(NULL, 5, NULL, 0, &filter, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_filter_compile("", 0, NULL, 0, NULL, &err), QDATA_E_INVALID_ARGUMENT);
}

static void a_cancelled_call_says_so(const char* path) {
  qdata_database* database = open_the_database(path);
  qdata_options* options = NULL;
  qdata_cancel* cancel = NULL;
  qdata_text* text = JUNK(qdata_text);
  CHECK(qdata_x_options_create(&options, NULL) == QDATA_OK);
  CHECK(qdata_x_cancel_create(&cancel, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set_cancel(options, cancel, NULL) == QDATA_OK);
  qdata_x_cancel_trigger(cancel);
  CHECK_FAILS(qdata_x_database_schema(database, options, &text, &err), QDATA_E_CANCELLED);
  qdata_x_cancel_free(cancel);
  qdata_x_options_free(options);
  qdata_x_database_free(database);
}

static void a_lent_handle_stays_the_hosts(const char* path) {
  sqlite3* handle = NULL;
  qdata_database* database = NULL;
  qdata_text* text = NULL;
  CHECK(sqlite3_open(path, &handle) == SQLITE_OK);
  CHECK(qdata_x_database_lend_sqlite(handle, NULL, &database, NULL) == QDATA_OK);
  CHECK(qdata_x_database_schema(database, NULL, &text, NULL) == QDATA_OK);
  qdata_text_free(text);
  qdata_x_database_free(database);
  CHECK(sqlite3_exec(handle,
                     "INSERT INTO town(name, country) VALUES ('Vasa','Finland'); DELETE FROM town WHERE name = 'Vasa'",
                     NULL, NULL, NULL) == SQLITE_OK);
  CHECK(sqlite3_close(handle) == SQLITE_OK);
}

int main(int argc, char** argv) {
  char path[4096];
  snprintf(path, sizeof path, "%s/capi_test.db", argc > 1 ? argv[1] : ".");
  make_database(path);
  texts_and_versions();
  options_are_checked();
  databases_tell_what_is_wrong(path);
  context_sets_are_read_and_checked();
  questions_are_planned_and_run(path);
  phrases_are_linked(path);
  values_are_indexed(path);
  tables_are_found(path);
  filters_match_objects();
  documents_are_indexed_and_asked(path);
  a_cancelled_call_says_so(path);
  a_lent_handle_stays_the_hosts(path);
  remove(path);
  if (failures == 0) puts("every call of the C interface behaved");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
