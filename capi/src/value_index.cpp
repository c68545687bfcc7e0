#include "querydata/value_index.hpp"

#include <algorithm>
#include <utility>

#include "objects.hpp"
#include "store_place.hpp"

using querydata::Result;
using querydata::StoreMode;
using querydata::ValueIndex;
namespace capi = querydata::capi;

namespace {

/// "table.column" each; the table may have dots of its own.
std::vector<querydata::IndexedColumn> columns_of(const std::vector<std::string>& names) {
  std::vector<querydata::IndexedColumn> columns;
  for (const std::string& name : names) {
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    columns.push_back({name.substr(0, dot), name.substr(std::min(dot + 1, name.size()))});
  }
  return columns;
}

querydata::ValueIndexOptions options_of(const qdata_options* options) {
  const qdata_options& settings = capi::options_or_default(options);
  querydata::ValueIndexOptions out;
  out.columns = columns_of(settings.index_columns);
  out.exclude = columns_of(settings.index_exclude);
  out.control = settings.control();
  return out;
}

Result<qdata_value_index> handle(Result<ValueIndex::Shared> index) {
  if (!index) return std::move(index).error();
  return qdata_value_index{*std::move(index)};
}

}  // namespace

extern "C" {

qdata_status qdata_x_value_index_build(const qdata_database* database, const char* store, size_t store_size,
                                       const char* name, size_t name_size, const qdata_options* options,
                                       qdata_value_index** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_value_index> {
    if (auto given = capi::require(database, "database"); !given) return given.error();
    if (store == nullptr) return handle(ValueIndex::build(*database->database, options_of(options)));
    const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_write);
    if (!place) return place.error();
    return handle(ValueIndex::build(*database->database, *place->store, place->name, options_of(options)));
  });
}

qdata_status qdata_x_value_index_open(const char* store, size_t store_size, const char* name, size_t name_size,
                                      qdata_value_index** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_value_index> {
    const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_only);
    if (!place) return place.error();
    return handle(ValueIndex::open(*place->store, place->name));
  });
}

qdata_status qdata_x_value_index_update(const qdata_database* database, const char* store, size_t store_size,
                                        const char* name, size_t name_size, const qdata_options* options,
                                        qdata_value_index** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_value_index> {
    if (auto given = capi::require(database, "database"); !given) return given.error();
    const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_write);
    if (!place) return place.error();
    return handle(ValueIndex::rescan(*database->database, *place->store, place->name, options_of(options)));
  });
}

qdata_status qdata_x_value_index_info(const qdata_value_index* index, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(index, "index"); !given) return given.error();
    return qdata_text{querydata::to_json(index->index->info())};
  });
}

void qdata_x_value_index_free(qdata_value_index* index) {
  delete index;
}

}  // extern "C"
