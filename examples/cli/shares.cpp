#include "shares.hpp"

#include <boost/json/array.hpp>
#include <cmath>
#include <iomanip>
#include <sstream>

Interval interval_of(const Share& share) {
  if (share.whole == 0) return {};
  constexpr double z = 1.959964;
  const auto n = static_cast<double>(share.whole);
  const double p = static_cast<double>(share.part) / n;
  const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

boost::json::value share_json(const Share& share) {
  if (share.whole == 0) return nullptr;
  return static_cast<double>(share.part) / static_cast<double>(share.whole);
}

boost::json::value interval_json(const Share& share) {
  const Interval interval = interval_of(share);
  return boost::json::array{interval.low, interval.high};
}

std::string share_text(const Share& share) {
  if (share.whole == 0) return "\u2013";
  const Interval interval = interval_of(share);
  std::ostringstream text;
  text << std::fixed << std::setprecision(3) << static_cast<double>(share.part) / static_cast<double>(share.whole)
       << " (" << interval.low << " to " << interval.high << ')';
  return text.str();
}
