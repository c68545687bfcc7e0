#include "objects.hpp"

using querydata::Result;
namespace capi = querydata::capi;

extern "C" {

qdata_status qdata_x_graph_create(const qdata_database* database, const qdata_options* options, qdata_graph** out,
                                  qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_graph> {
    if (auto given = capi::require(database, "database"); !given) return given.error();
    auto schema = database->database->read_schema(capi::options_or_default(options).control());
    if (!schema) return std::move(schema).error();
    querydata::SchemaGraphOptions building;
    building.dialect = database->database->dialect();
    auto graph = querydata::SchemaGraph::build(capi::options_or_default(options).scope.apply(*schema), building);
    if (!graph) return std::move(graph).error();
    return qdata_graph{std::make_shared<const querydata::SchemaGraph>(*std::move(graph))};
  });
}

qdata_status qdata_x_graph_find(const qdata_graph* graph, const char* question, size_t question_size,
                                const qdata_options* options, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(graph, "graph"); !given) return given.error();
    auto text = capi::text_in(question, question_size, "question");
    if (!text) return std::move(text).error();
    const qdata_options& settings = capi::options_or_default(options);
    querydata::FindOptions find_options = settings.find;
    find_options.scope = settings.scope;
    find_options.control = settings.control();
    auto link = graph->graph->find(*text, find_options);
    if (!link) return std::move(link).error();
    return qdata_text{querydata::to_json(*link)};
  });
}

qdata_status qdata_x_graph_join_paths(const qdata_graph* graph, const char* tables, size_t tables_size,
                                      const char* question, size_t question_size, const qdata_options* options,
                                      qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(graph, "graph"); !given) return given.error();
    auto list = capi::text_in(tables, tables_size, "tables");
    if (!list) return std::move(list).error();
    auto names = capi::texts_in("tables", *list);
    if (!names) return std::move(names).error();
    const qdata_options& settings = capi::options_or_default(options);
    querydata::JoinPathOptions path_options;
    if (question != nullptr) {
      auto text = capi::text_in(question, question_size, "question");
      if (!text) return std::move(text).error();
      path_options.question = *text;
    }
    path_options.max_paths = settings.find.max_paths;
    path_options.scope = settings.scope;
    path_options.control = settings.control();
    auto paths = graph->graph->join_paths(*names, path_options);
    if (!paths) return std::move(paths).error();
    return qdata_text{querydata::to_json(*paths)};
  });
}

void qdata_x_graph_free(qdata_graph* graph) {
  delete graph;
}

}  // extern "C"
