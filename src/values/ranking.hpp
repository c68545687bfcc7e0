/// @file
/// Matches put in order, each link once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "querydata/value_match.hpp"

namespace querydata::inline v0::values {

/// A total order of values: by type, then by content.
[[nodiscard]] bool comes_before(const Value& a, const Value& b);

/// Gathers matches; of those with equal span, value, table, column and concept type the nearest is kept.
class Ranking {
 public:
  /// @param nearness  how near value and phrase are as text; orders matches of equal distance and kind
  void add(ValueMatch match, double nearness);

  /// Whether a match of exactly this span has at most that distance.
  [[nodiscard]] bool has_within(Span span, double distance) const;

  /// Matches of at most `max_distance`, the best `max_matches` of each span: by distance, longer spans first, kind,
  /// nearness, value, table, column, concept type, place.
  [[nodiscard]] std::vector<ValueMatch> take(double max_distance, std::size_t max_matches) &&;

 private:
  struct ValueOrder {
    bool operator()(const Value& a, const Value& b) const { return comes_before(a, b); }
  };
  struct Ranked {
    ValueMatch match;
    double nearness;
  };
  using Link = std::tuple<std::string, std::string, std::string>;  ///< table, column, concept type

  std::map<Span, std::map<Value, std::map<Link, Ranked>, ValueOrder>> spans_;
};

}  // namespace querydata::inline v0::values
