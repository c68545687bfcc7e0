#include "plan/guards.hpp"

#include <iterator>

#include "plan/facet_guards.hpp"
#include "plan/result_guards.hpp"
#include "plan/value_guards.hpp"
#include "plan/word_guards.hpp"

namespace querydata::inline v0::plan {
namespace {

/// A feature that must not pass a bound.
struct Bound {
  Feature feature;
  double most;
  const char* reason;
};

constexpr Bound bounds[] = {
    {Feature::numbers_foreign, 0, "A number of the question is not used."},
    {Feature::dates_foreign, 0, "A date of the question is not used."},
    {Feature::comparison_mismatch, 0.9, "The question compares a value otherwise than the query does."},
    {Feature::negation_foreign, 0, "The question negates, the query does not."},
    {Feature::superlative_foreign, 0, "The question asks for an extreme, the query does not."},
    {Feature::superlative_reversed, 0, "The question asks for the other extreme."},
    {Feature::aggregates_foreign, 0, "The question asks for an average, a total or an extreme that the query lacks."},
    {Feature::count_foreign, 0.9, "The question asks how many there are, the query does not count."},
};

}  // namespace

Obstacles find_obstacles(const GuardTask& task) {
  Obstacles obstacles;
  for (const Bound& bound : bounds) {
    if (task.candidate.features[static_cast<std::size_t>(bound.feature)] > bound.most) {
      obstacles.emplace_back(bound.reason);
    }
  }
  check_words(task, obstacles);
  check_facets(task, obstacles);
  check_values(task, obstacles);
  check_result(task, obstacles);
  return obstacles;
}

}  // namespace querydata::inline v0::plan
