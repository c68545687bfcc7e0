/// @file
/// Work in stages of which a deadline may leave out the last.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "querydata/deadline.hpp"

namespace querydata::inline v0::schema {

/// Borrows what the constructor takes; the result says what was cut.
class Stages {
 public:
  Stages(const CallControl& control, bool& partial, std::string& cut_short)
      : control_(control), partial_(partial), cut_short_(cut_short) {}

  /// False when the deadline has passed (what was found so far is the answer) or the call was cancelled.
  bool may_go_on(std::string_view stage) {
    auto checked = control_.check(stage);
    if (checked) return true;
    if (checked.error().code == ErrorCode::cancelled) cancelled_ = checked.error();
    if (!partial_) cut_short_ = stage;
    partial_ = true;
    return false;
  }
  /// A stage that is left out since it failed.
  void fail(std::string_view stage, const Error& why) {
    if (!partial_) cut_short_ = std::string(stage) + " (" + why.message + ')';
    partial_ = true;
  }
  /// The error of a cancelled call.
  [[nodiscard]] const std::optional<Error>& cancelled() const noexcept { return cancelled_; }

 private:
  const CallControl& control_;
  bool& partial_;
  std::string& cut_short_;
  std::optional<Error> cancelled_;
};

}  // namespace querydata::inline v0::schema
