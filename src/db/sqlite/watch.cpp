#include "db/sqlite/watch.hpp"

#include <fmt/format.h>

namespace querydata::inline v0::sqlite {

namespace {

/// Longer times are no limit; adding them to a point in time would overflow.
constexpr std::chrono::milliseconds longest_max_time = std::chrono::hours(24 * 365);

}  // namespace

Watch::Watch(CallControl control, std::optional<std::chrono::milliseconds> max_time) : control_(std::move(control)) {
  if (max_time && *max_time < longest_max_time) left_ = *max_time;
}

void Watch::resume() noexcept {
  resumed_ = Clock::now();
}

void Watch::pause() noexcept {
  if (left_) *left_ -= Clock::now() - resumed_;
}

bool Watch::expired() noexcept {
  if (reason_ != Reason::none) return true;
  if (control_.cancel.cancelled()) {
    reason_ = Reason::cancelled;
  } else if (control_.deadline.passed()) {
    reason_ = Reason::deadline;
  } else if (left_ && Clock::now() - resumed_ >= *left_) {
    reason_ = Reason::max_time;
  }
  return reason_ != Reason::none;
}

Error Watch::error(std::string_view doing) const {
  if (reason_ == Reason::cancelled)
    return {ErrorCode::cancelled, fmt::format("the caller cancelled while {}", doing), {}};
  if (reason_ == Reason::deadline)
    return {ErrorCode::deadline_exceeded, fmt::format("the deadline passed while {}; allow more time", doing), {}};
  return {ErrorCode::deadline_exceeded,
          fmt::format("the statement's max_time passed while {}; raise the limit or narrow the statement", doing),
          {}};
}

}  // namespace querydata::inline v0::sqlite
