#include "values/whole_readings.hpp"

#include <algorithm>

namespace querydata::inline v0::values {
namespace {

constexpr double little_more = 0.35;  // share of the rest, by weighted words

}  // namespace

void WholeReadings::add(const ValueMatch& match, double mismatch, double relevance) {
  mismatch_ = std::min(mismatch_, mismatch);
  relevance_ = std::max(relevance_, relevance);
  columns_.emplace(match.table, match.column);
}

bool WholeReadings::allow(const ValueMatch& longer, const Closeness& closeness, double relevance) const {
  return closeness.rest <= little_more && !closeness.inside_word && relevance >= relevance_ &&
         !columns_.contains({longer.table, longer.column});
}

}  // namespace querydata::inline v0::values
