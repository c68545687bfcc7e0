#include "querydata/error.hpp"

#include <fmt/format.h>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

std::string_view to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::unknown:
      return "unknown";
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::deadline_exceeded:
      return "deadline_exceeded";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::already_exists:
      return "already_exists";
    case ErrorCode::permission_denied:
      return "permission_denied";
    case ErrorCode::resource_exhausted:
      return "resource_exhausted";
    case ErrorCode::failed_precondition:
      return "failed_precondition";
    case ErrorCode::aborted:
      return "aborted";
    case ErrorCode::out_of_range:
      return "out_of_range";
    case ErrorCode::unimplemented:
      return "unimplemented";
    case ErrorCode::internal:
      return "internal";
    case ErrorCode::unavailable:
      return "unavailable";
    case ErrorCode::data_loss:
      return "data_loss";
    case ErrorCode::unauthenticated:
      return "unauthenticated";
  }
  return "unknown";  // a number from a newer version
}

std::string to_string(const Error& error) {
  std::string places;
  const auto add = [&places](std::string_view place) {
    if (!places.empty()) places += ", ";
    places += place;
  };
  if (!error.where.file.empty()) add(fmt::format("file {}", error.where.file));
  if (!error.where.json_pointer.empty()) add(fmt::format("at {}", error.where.json_pointer));
  if (error.where.byte_offset) add(fmt::format("byte {}", *error.where.byte_offset));
  if (!error.where.sqlstate.empty()) add(fmt::format("SQLSTATE {}", error.where.sqlstate));

  std::string line = places.empty() ? fmt::format("{}: {}", to_string(error.code), error.message)
                                    : fmt::format("{}: {} [{}]", to_string(error.code), error.message, places);
  for (char& byte : line)
    if (byte == '\n' || byte == '\r' || byte == '\t') byte = ' ';
  return line;
}

Exception::Exception(Error error) : error_(std::move(error)) {}
Exception::Exception(const Exception&) = default;
Exception::~Exception() = default;

const char* Exception::what() const noexcept {
  return error_.message.c_str();
}

namespace detail {
void throw_exception(Error error) {
  throw Exception(std::move(error));
}
}  // namespace detail

}  // namespace querydata::inline v0
