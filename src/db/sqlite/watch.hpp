/// @file
/// When a running statement must stop.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "querydata/deadline.hpp"

namespace querydata::inline v0::sqlite {

/// Looks at the caller's deadline and cancel token, and at the time that a statement may take. Only time between
/// `resume` and `pause` counts for the latter: a reader who thinks between two rows loses nothing.
class Watch {
 public:
  enum class Reason : std::uint8_t { none, cancelled, deadline, max_time };

  explicit Watch(CallControl control, std::optional<std::chrono::milliseconds> max_time = std::nullopt);

  void resume() noexcept;
  void pause() noexcept;
  /// Whether the statement must stop; the first reason is kept.
  [[nodiscard]] bool expired() noexcept;
  [[nodiscard]] Reason reason() const noexcept { return reason_; }
  [[nodiscard]] const CallControl& control() const noexcept { return control_; }

  /// The error of the reason; `doing` is what was being done ("reading rows"). Precondition: there is a reason.
  [[nodiscard]] Error error(std::string_view doing) const;

 private:
  using Clock = Deadline::Clock;

  CallControl control_;
  std::optional<Clock::duration> left_;  ///< of the statement's own time
  Clock::time_point resumed_{};
  Reason reason_ = Reason::none;
};

}  // namespace querydata::inline v0::sqlite
