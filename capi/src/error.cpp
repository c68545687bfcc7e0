#include <boost/json.hpp>

#include "guard.hpp"
#include "querydata/version.hpp"

namespace querydata::capi {

namespace {

qdata_error& no_memory() noexcept {
  // Made before it is needed: the strings are short enough to need no memory of their own.
  static qdata_error error{QDATA_E_NO_MEMORY, "out of memory", "{}"};
  return error;
}

std::string where_json(const ErrorWhere& where) {
  boost::json::object object;
  if (!where.file.empty()) object["file"] = where.file;
  if (!where.json_pointer.empty()) object["json_pointer"] = where.json_pointer;
  if (where.byte_offset) object["byte_offset"] = *where.byte_offset;
  if (!where.sqlstate.empty()) object["sqlstate"] = where.sqlstate;
  return boost::json::serialize(object);
}

}  // namespace

qdata_status report_no_memory(qdata_error** err) noexcept {
  if (err != nullptr) *err = &no_memory();
  return QDATA_E_NO_MEMORY;
}

qdata_status report(qdata_error** err, const Error& error) noexcept {
  const auto status = static_cast<qdata_status>(error.code);
  if (err == nullptr) return status;
  try {
    *err = new qdata_error{status, error.message, where_json(error.where)};
    return status;
  } catch (...) {
    return report_no_memory(err);
  }
}

Result<std::string_view> text_in(const char* data, size_t size, std::string_view name) {
  if (data == nullptr) {
    if (size == 0) return std::string_view();
    return Error{ErrorCode::invalid_argument, std::string(name) + " is NULL but its size is not 0", {}};
  }
  return std::string_view(data, size == QDATA_ZERO_TERMINATED ? std::strlen(data) : size);
}

Result<void> require(const void* argument, std::string_view name) {
  if (argument != nullptr) return {};
  return Error{ErrorCode::invalid_argument, std::string(name) + " is NULL; pass an object that was made before", {}};
}

}  // namespace querydata::capi

namespace {

const char* text_out(const std::string* text, size_t* out_size) noexcept {
  if (out_size != nullptr) *out_size = text == nullptr ? 0 : text->size();
  return text == nullptr ? "" : text->c_str();
}

}  // namespace

extern "C" {

uint32_t qdata_abi_version(void) {
  return QDATA_ABI_VERSION;
}

const char* qdata_version(void) {
  return querydata::version().data();
}

const char* qdata_status_name(qdata_status status) {
  if (status == QDATA_OK) return "ok";
  if (status == QDATA_E_NO_MEMORY) return "no_memory";
  if (status < QDATA_E_CANCELLED || status > QDATA_E_UNAUTHENTICATED) return "unknown";
  return querydata::to_string(static_cast<querydata::ErrorCode>(status)).data();
}

qdata_status qdata_error_status(const qdata_error* err) {
  return err == nullptr ? QDATA_OK : err->status;
}

const char* qdata_error_message(const qdata_error* err, size_t* out_size) {
  return text_out(err == nullptr ? nullptr : &err->message, out_size);
}

const char* qdata_error_where(const qdata_error* err, size_t* out_size) {
  return text_out(err == nullptr ? nullptr : &err->where, out_size);
}

void qdata_error_free(qdata_error* err) {
  if (err != &querydata::capi::no_memory()) delete err;
}

const char* qdata_text_data(const qdata_text* text, size_t* out_size) {
  return text_out(text == nullptr ? nullptr : &text->data, out_size);
}

void qdata_text_free(qdata_text* text) {
  delete text;
}

}  // extern "C"
