/// @file
/// Shares of counted things and how sure they are.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>

/// So many of so many.
struct Share {
  std::size_t part = 0;
  std::size_t whole = 0;

  void count(bool is_part) {
    part += is_part ? 1 : 0;
    ++whole;
  }
};

/// Where the true share lies in 95 of 100 such samples: Wilson's score interval (E. B. Wilson, 1927).
struct Interval {
  double low = 0;
  double high = 1;
};
[[nodiscard]] Interval interval_of(const Share& share);

/// The share from 0 to 1, null of nothing.
[[nodiscard]] boost::json::value share_json(const Share& share);
/// `[low, high]`
[[nodiscard]] boost::json::value interval_json(const Share& share);
/// "0.956 (0.940 to 0.968)", "–" of nothing.
[[nodiscard]] std::string share_text(const Share& share);
