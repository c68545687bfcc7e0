/// @file
/// What a span names as a whole, beside longer values that hold it.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "querydata/value_match.hpp"
#include "values/spelling.hpp"

namespace querydata::inline v0::values {

/// The values that are a span and nothing more, as it is written or misspelt.
class WholeReadings {
 public:
  /// @param relevance  of the match's column
  void add(const ValueMatch& match, double mismatch, double relevance);

  /// Whether one is spelt as the span is.
  [[nodiscard]] bool has_spelt() const noexcept { return mismatch_ <= 0; }

  /// Whether one is spelt as well as that.
  [[nodiscard]] bool are_as_near(const Closeness& closeness) const noexcept { return mismatch_ <= closeness.mismatch; }

  /// Whether a longer value that holds the span may be meant as well: it says little more ("Aalborg Airport"), is in
  /// another column, and the question speaks of that no less.
  [[nodiscard]] bool allow(const ValueMatch& longer, const Closeness& closeness, double relevance) const;

 private:
  double mismatch_ = 1;  ///< of the nearest
  double relevance_ = 0;
  std::set<std::pair<std::string, std::string>> columns_;  ///< table and column
};

}  // namespace querydata::inline v0::values
