/// @file
/// Errors that point into a statement.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "querydata/error.hpp"

namespace querydata::inline v0::sql {

/// Carries an error out of a recursion; never leaves this floor.
struct Failure {
  Error error;
};

/// An error at a byte of the statement.
inline Error error_at(ErrorCode code, std::size_t byte_offset, std::string message) {
  Error error{code, std::move(message), {}};
  error.where.byte_offset = byte_offset;
  return error;
}

}  // namespace querydata::inline v0::sql
