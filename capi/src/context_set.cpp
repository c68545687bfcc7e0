#include "objects.hpp"
#include "querydata/context_check.hpp"

using querydata::Error;
using querydata::ErrorCode;
using querydata::Result;
namespace capi = querydata::capi;

namespace {

Result<qdata_context_set> handle_of(Result<querydata::ContextSet> set) {
  if (!set) return std::move(set).error();
  return qdata_context_set{*std::move(set)};
}

std::string findings_json(const std::vector<querydata::Finding>& findings) {
  std::string json = "{\"findings\":[";
  for (const querydata::Finding& finding : findings) {
    if (&finding != findings.data()) json += ',';
    json += to_json(finding);
  }
  return json + "]}";
}

}  // namespace

extern "C" {

qdata_status qdata_x_context_set_read(const char* json, size_t json_size, qdata_context_set** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_context_set> {
    auto text = capi::text_in(json, json_size, "json");
    if (!text) return std::move(text).error();
    return handle_of(querydata::ContextSet::read(*text));
  });
}

qdata_status qdata_x_context_set_read_file(const char* path, size_t path_size, qdata_context_set** out,
                                           qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_context_set> {
    auto text = capi::text_in(path, path_size, "path");
    if (!text) return std::move(text).error();
    return handle_of(querydata::ContextSet::read_file(std::string(*text)));
  });
}

qdata_status qdata_x_context_set_check(const qdata_context_set* set, const char* dialect, size_t dialect_size,
                                       qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(set, "set"); !given) return given.error();
    querydata::CheckOptions options;
    if (dialect != nullptr) {
      auto name = capi::text_in(dialect, dialect_size, "dialect");
      if (!name) return std::move(name).error();
      options.dialect = querydata::parse_dialect(*name);
      if (!options.dialect) {
        return Error{
            ErrorCode::invalid_argument,
            "'" + std::string(*name) + "' is no dialect; use sqlite, postgresql, mysql, googlesql, mongodb or bigtable",
            {}};
      }
    }
    return qdata_text{findings_json(set->set.check(options))};
  });
}

qdata_status qdata_x_context_set_write(const qdata_context_set* set, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(set, "set"); !given) return given.error();
    return qdata_text{set->set.write()};
  });
}

void qdata_x_context_set_free(qdata_context_set* set) {
  delete set;
}

}  // extern "C"
