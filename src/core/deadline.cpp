#include "querydata/deadline.hpp"

#include <fmt/format.h>

namespace querydata::inline v0 {

Result<void> CallControl::check(std::string_view what) const {
  if (cancel.cancelled()) return Error{ErrorCode::cancelled, fmt::format("cancelled by the caller while {}", what), {}};
  if (deadline.passed())
    return Error{ErrorCode::deadline_exceeded,
                 fmt::format("the deadline passed while {}; allow more time or ask for less", what),
                 {}};
  return {};
}

}  // namespace querydata::inline v0
