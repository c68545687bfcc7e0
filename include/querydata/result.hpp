/// @file
/// `Result<T>`: a value, or the reason why there is none.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "querydata/error.hpp"

namespace querydata::inline v0 {

namespace detail {
/// Throws Exception; out of line so that headers stay small.
[[noreturn]] QUERYDATA_API void throw_exception(Error error);
}  // namespace detail

/// Holds a `T` or an `Error`. Look first (`if (result)`), then read with `*result`; or let `value()` throw. A temporary
/// result gives what it holds by value: `for (const auto& row : run().value().rows)` is safe.
///
/// @code
/// auto set = querydata::ContextSet::read_file("shop.context.json");
/// if (!set) return report(set.error());
/// use(*set);
/// @endcode
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }

  /// The value. Precondition: `has_value()`.
  [[nodiscard]] T& operator*() & noexcept { return *std::get_if<0>(&state_); }
  [[nodiscard]] const T& operator*() const& noexcept { return *std::get_if<0>(&state_); }
  [[nodiscard]] T operator*() && noexcept(std::is_nothrow_move_constructible_v<T>) {
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] T* operator->() noexcept { return std::get_if<0>(&state_); }
  [[nodiscard]] const T* operator->() const noexcept { return std::get_if<0>(&state_); }

  /// The error. Precondition: `!has_value()`.
  [[nodiscard]] Error& error() & noexcept { return *std::get_if<1>(&state_); }
  [[nodiscard]] const Error& error() const& noexcept { return *std::get_if<1>(&state_); }
  [[nodiscard]] Error error() && noexcept { return std::move(*std::get_if<1>(&state_)); }

  /// The value, or throws `Exception` with the error.
  [[nodiscard]] T& value() & {
    if (!has_value()) detail::throw_exception(error());
    return **this;
  }
  [[nodiscard]] const T& value() const& {
    if (!has_value()) detail::throw_exception(error());
    return **this;
  }
  [[nodiscard]] T value() && {
    if (!has_value()) detail::throw_exception(std::move(*this).error());
    return std::move(*std::get_if<0>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an `Error`. `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : failed_(true), error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return !failed_; }
  [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] const Error& error() const& noexcept { return error_; }
  [[nodiscard]] Error error() && noexcept { return std::move(error_); }
  /// Throws `Exception` if this is a failure.
  void value() const {
    if (failed_) detail::throw_exception(error_);
  }

 private:
  bool failed_ = false;
  Error error_;
};

}  // namespace querydata::inline v0
