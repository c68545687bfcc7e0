#include "objects.hpp"

using querydata::Result;
namespace capi = querydata::capi;

extern "C" {

qdata_status qdata_x_filter_compile(const char* text, size_t text_size, const char* schema, size_t schema_size,
                                    qdata_filter** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_filter> {
    auto filter_text = capi::text_in(text, text_size, "text");
    if (!filter_text) return std::move(filter_text).error();
    auto schema_text = capi::text_in(schema, schema_size, "schema");
    if (!schema_text) return std::move(schema_text).error();
    Result<querydata::FilterSchema> fields =
        schema == nullptr ? querydata::FilterSchema::documents() : querydata::FilterSchema::from_json(*schema_text);
    if (!fields) return std::move(fields).error();
    auto filter = querydata::Filter::compile(*filter_text, *fields);
    if (!filter) return std::move(filter).error();
    return qdata_filter{*std::move(filter)};
  });
}

qdata_status qdata_x_filter_matches(const qdata_filter* filter, const char* object, size_t object_size,
                                    int32_t* out_matches, qdata_error** err) {
  if (out_matches != nullptr) *out_matches = 0;
  return capi::guard(err, [&]() -> Result<void> {
    if (auto given = capi::require(filter, "filter"); !given) return given;
    if (auto given = capi::require(out_matches, "out_matches"); !given) return given;
    auto text = capi::text_in(object, object_size, "object");
    if (!text) return std::move(text).error();
    auto matches = filter->filter.matches_json(*text);
    if (!matches) return std::move(matches).error();
    *out_matches = *matches ? 1 : 0;
    return {};
  });
}

qdata_status qdata_x_filter_sql(const qdata_filter* filter, const char* columns, size_t columns_size,
                                uint32_t first_parameter, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(filter, "filter"); !given) return given.error();
    auto text = capi::text_in(columns, columns_size, "columns");
    if (!text) return std::move(text).error();
    auto known = querydata::filter_columns_from_json(*text);
    if (!known) return std::move(known).error();
    auto sql = filter->filter.to_sql(*known, first_parameter);
    if (!sql) return std::move(sql).error();
    return qdata_text{querydata::to_json(*sql)};
  });
}

qdata_status qdata_x_filter_text(const qdata_filter* filter, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(filter, "filter"); !given) return given.error();
    return qdata_text{filter->filter.to_string()};
  });
}

void qdata_x_filter_free(qdata_filter* filter) {
  delete filter;
}

}  // extern "C"
