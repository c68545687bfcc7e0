/// @file
/// The one way in which a C function runs C++: nothing thrown leaves, outputs are written first.
#pragma once

#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "querydata.h"
#include "querydata/result.hpp"

struct qdata_error {
  qdata_status status = QDATA_OK;
  std::string message;
  std::string where;
};

struct qdata_text {
  std::string data;
};

namespace querydata::capi {

/// Hands `error` to the caller; falls back to a static object when there is no memory for it.
qdata_status report(qdata_error** err, const Error& error) noexcept;
qdata_status report_no_memory(qdata_error** err) noexcept;

/// Runs `body`, a callable that returns `Result<void>`.
template <class Body>
qdata_status guard(qdata_error** err, Body&& body) noexcept {
  if (err != nullptr) *err = nullptr;
  try {
    const Result<void> result = body();
    return result ? QDATA_OK : report(err, result.error());
  } catch (const std::bad_alloc&) {
    return report_no_memory(err);
  } catch (const Exception& exception) {
    return report(err, exception.error());
  } catch (const std::exception& exception) {
    try {
      return report(err, Error{ErrorCode::internal, exception.what(), {}});
    } catch (...) {
      return report_no_memory(err);
    }
  } catch (...) {
    return report_no_memory(err);
  }
}

/// Runs `body`, a callable that returns `Result<T>`, and moves its value into a new `Handle` at `*out`.
template <class Handle, class Body>
qdata_status make(Handle** out, qdata_error** err, Body&& body) noexcept {
  if (out != nullptr) *out = nullptr;
  return guard(err, [&]() -> Result<void> {
    if (out == nullptr) return Error{ErrorCode::invalid_argument, "out is NULL; pass the address of a pointer", {}};
    auto value = body();
    if (!value) return std::move(value).error();
    *out = new Handle{*std::move(value)};
    return {};
  });
}

/// The text of a pointer and a length; null only with length 0.
Result<std::string_view> text_in(const char* data, size_t size, std::string_view name);

/// `invalid_argument` naming a required argument that is NULL.
Result<void> require(const void* argument, std::string_view name);

}  // namespace querydata::capi
