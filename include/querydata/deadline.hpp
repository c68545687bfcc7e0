/// @file
/// How long a call may take, and how another thread ends it early.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// A point in time after which a call gives up with `deadline_exceeded`, or returns what it has, marked `partial`.
/// Cheap to copy. The default never passes.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;
  explicit Deadline(Clock::time_point when) : when_(when) {}
  [[nodiscard]] static Deadline after(Clock::duration span) { return Deadline(Clock::now() + span); }
  [[nodiscard]] static Deadline never() { return {}; }

  [[nodiscard]] bool is_set() const noexcept { return when_.has_value(); }
  [[nodiscard]] bool passed() const noexcept { return when_ && Clock::now() >= *when_; }
  /// Time left, zero if passed, `Clock::duration::max()` if never.
  [[nodiscard]] Clock::duration left() const noexcept {
    if (!when_) return Clock::duration::max();
    const auto now = Clock::now();
    return now >= *when_ ? Clock::duration::zero() : *when_ - now;
  }
  /// The earlier of two deadlines.
  [[nodiscard]] Deadline earlier(Deadline other) const noexcept {
    if (!when_) return other;
    return !other.when_ || *when_ <= *other.when_ ? *this : other;
  }

 private:
  std::optional<Clock::time_point> when_;
};

/// Lets any thread end a call that another thread is in; the call then fails with `cancelled`.
/// Copies share one flag. A default token can't be cancelled and costs nothing to look at.
class CancelToken {
 public:
  CancelToken() = default;
  [[nodiscard]] static CancelToken create() {
    CancelToken token;
    token.flag_ = std::make_shared<std::atomic<bool>>(false);
    return token;
  }
  /// Asks the calls that hold a copy to stop. Any thread; no effect on a default token.
  void cancel() const noexcept {
    if (flag_) flag_->store(true, std::memory_order_relaxed);
  }
  [[nodiscard]] bool cancelled() const noexcept { return flag_ && flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

/// The two ways in which a long call ends early; every call that can be long takes one.
struct CallControl {
  Deadline deadline;
  CancelToken cancel;

  /// Success while the call may go on; else `cancelled` or `deadline_exceeded`, naming `what` was being done
  /// ("reading the schema").
  [[nodiscard]] QUERYDATA_API Result<void> check(std::string_view what) const;
};

}  // namespace querydata::inline v0
