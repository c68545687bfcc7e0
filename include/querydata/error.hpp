/// @file
/// What went wrong, where, and what to do about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "querydata/export.hpp"

namespace querydata::inline v0 {

/// Kinds of failure, with the names and numbers of google.rpc.Code (googleapis, `google/rpc/code.proto`).
enum class ErrorCode : std::int32_t {
  cancelled = 1,
  unknown = 2,
  invalid_argument = 3,
  deadline_exceeded = 4,
  not_found = 5,
  already_exists = 6,
  permission_denied = 7,
  resource_exhausted = 8,
  failed_precondition = 9,
  aborted = 10,
  out_of_range = 11,
  unimplemented = 12,
  internal = 13,
  unavailable = 14,
  data_loss = 15,
  unauthenticated = 16,
};

/// The name of a code as google.rpc.Code spells it, in lower case ("invalid_argument"). Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(ErrorCode code) noexcept;

/// Where an error was found. Only the members that help are filled.
struct ErrorWhere {
  std::string file;                        ///< path as the caller gave it
  std::string json_pointer;                ///< RFC 6901, for example "/templates/3/sql"
  std::optional<std::size_t> byte_offset;  ///< into the text or file in question
  std::string sqlstate;                    ///< the engine's own code ("42P01", "SQLITE_BUSY")

  bool operator==(const ErrorWhere&) const = default;
};

/// A failure as a value. `message` is one sentence or two for people: it names the thing that was wrong and the
/// remedy, and holds neither passwords nor tokens.
struct Error {
  ErrorCode code = ErrorCode::unknown;
  std::string message;
  ErrorWhere where;

  bool operator==(const Error&) const = default;
};

/// The name of the code, `message` and what `where` holds, as one line for a log or a terminal.
[[nodiscard]] QUERYDATA_API std::string to_string(const Error& error);

/// Thrown by `Result<T>::value()` when there is no value; the only exception of the library besides std::bad_alloc.
class QUERYDATA_API Exception : public std::exception {
 public:
  explicit Exception(Error error);
  ~Exception() override;
  Exception(const Exception&);
  Exception& operator=(const Exception&) = delete;

  [[nodiscard]] const char* what() const noexcept override;
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

}  // namespace querydata::inline v0
