/// @file
/// Matches put in order, each link once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "querydata/value_match.hpp"

namespace querydata::inline v0::values {

/// What a full relevance makes a match nearer by in the order of matches: more than another spelling of the same text.
inline constexpr double relevance_worth = 0.05;

/// Whether a way of meeting a value allows for other texts than the phrase's.
[[nodiscard]] bool is_approximate(MatchKind kind) noexcept;

/// A total order of values: by type, then by content.
[[nodiscard]] bool comes_before(const Value& a, const Value& b);

/// What orders matches of equal distance and kind, each after the one before.
struct Standing {
  double nearness = 0;     ///< how near value and phrase are as text
  std::int64_t count = 0;  ///< how often the column holds the value, if known
  std::size_t column = 0;  ///< the column's place among those of the schema
};

/// Gathers matches; of those with equal span, value, table, column and concept type the nearest is kept.
class Ranking {
 public:
  void add(ValueMatch match, Standing standing);

  /// Whether a match of exactly this span has at most that distance.
  [[nodiscard]] bool has_within(Span span, double distance) const;

  /// Drops what is farther than `max_distance`, and of each span the approximate matches (trigrams, word similarity,
  /// edit distance) that are farther than its nearest match by more than `margin`.
  void drop_distant(double max_distance, double margin);

  /// The smallest distance of each span.
  [[nodiscard]] std::map<Span, double> nearest() const;

  /// Drops the matches of all other spans.
  /// @param spans  in ascending order
  void keep(const std::vector<Span>& spans);

  /// Calls for each match, by span, value, table, column and concept type. It may change the relevance.
  void for_each(const std::function<void(ValueMatch&)>& call);

  /// Matches of at most `max_distance`, the best `max_matches` of each span: by distance less what relevance is worth,
  /// longer spans first, kind, nearness, count, value, place of the column, table, column, concept type, place.
  [[nodiscard]] std::vector<ValueMatch> take(double max_distance, std::size_t max_matches) &&;

 private:
  struct ValueOrder {
    bool operator()(const Value& a, const Value& b) const { return comes_before(a, b); }
  };
  struct Ranked {
    ValueMatch match;
    Standing standing;
  };
  using Link = std::tuple<std::string, std::string, std::string>;  ///< table, column, concept type

  std::map<Span, std::map<Value, std::map<Link, Ranked>, ValueOrder>> spans_;
};

}  // namespace querydata::inline v0::values
