#include "objects.hpp"
#include "querydata/sqlite.hpp"

using querydata::Result;
namespace capi = querydata::capi;

namespace {

Result<qdata_database> handle_of(Result<std::shared_ptr<querydata::Database>> database) {
  if (!database) return std::move(database).error();
  return qdata_database{*std::move(database)};
}

}  // namespace

extern "C" {

qdata_status qdata_x_database_open(const char* uri, size_t uri_size, const qdata_options* options, qdata_database** out,
                                   qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_database> {
    auto text = capi::text_in(uri, uri_size, "uri");
    if (!text) return std::move(text).error();
    return handle_of(querydata::open_database(*text, capi::options_or_default(options).database));
  });
}

qdata_status qdata_x_database_lend_sqlite(struct sqlite3* handle, const qdata_options* options, qdata_database** out,
                                          qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_database> {
    return handle_of(querydata::lend_sqlite(handle, capi::options_or_default(options).database));
  });
}

qdata_status qdata_x_database_schema(const qdata_database* database, const qdata_options* options, qdata_text** out,
                                     qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(database, "database"); !given) return given.error();
    const qdata_options& settings = capi::options_or_default(options);
    auto schema = database->database->read_schema(settings.control());
    if (!schema) return std::move(schema).error();
    return qdata_text{querydata::to_json(settings.scope.apply(*schema))};
  });
}

void qdata_x_database_free(qdata_database* database) {
  delete database;
}

}  // extern "C"
