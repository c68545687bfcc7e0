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
    auto graph = querydata::SchemaGraph::build(*std::move(schema));
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

void qdata_x_graph_free(qdata_graph* graph) {
  delete graph;
}

}  // extern "C"
