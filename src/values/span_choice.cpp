#include "values/span_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace querydata::inline v0::values {
namespace {

constexpr double about_as_good = 0.8;  // of the worth of what is overlapped

/// The best choice among the spans up to one of them.
struct Choice {
  double worth = 0;
  std::size_t count = 0;
  bool takes_last = false;  ///< the last of these spans is in it
};

bool is_better(const Choice& a, const Choice& b) {
  return std::tuple(-a.worth, a.count) < std::tuple(-b.worth, b.count);
}

/// How many of the spans, ordered by their ends, end before `begin`.
std::size_t ended_before(const std::vector<SpanWorth>& spans, std::size_t begin) {
  const auto found = std::partition_point(spans.begin(), spans.end(),
                                          [&](const SpanWorth& candidate) { return candidate.span.end <= begin; });
  return static_cast<std::size_t>(found - spans.begin());
}

std::vector<SpanWorth> best_set(const std::vector<SpanWorth>& spans) {
  std::vector<Choice> best(spans.size() + 1);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Choice& before = best[ended_before(spans, spans[i].span.begin)];
    const Choice with{before.worth + spans[i].worth, before.count + 1, true};
    const Choice without{best[i].worth, best[i].count, false};
    best[i + 1] = is_better(with, without) ? with : without;
  }
  std::vector<SpanWorth> chosen;
  for (std::size_t i = spans.size(); i > 0;) {
    if (!best[i].takes_last) {
      --i;
      continue;
    }
    chosen.push_back(spans[i - 1]);
    i = ended_before(spans, spans[i - 1].span.begin);
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

double as_rival(const SpanWorth& candidate) {
  return candidate.worth + candidate.beside;
}

bool is_rival(const SpanWorth& candidate, const std::vector<SpanWorth>& chosen) {
  // Those that end at or before its beginning do not overlap it, and those that are chosen do not overlap each other.
  double dearest = 0;
  for (std::size_t i = ended_before(chosen, candidate.span.begin);
       i < chosen.size() && chosen[i].span.overlaps(candidate.span); ++i)
    dearest = std::max(dearest, as_rival(chosen[i]));
  return as_rival(candidate) >= about_as_good * dearest;
}

}  // namespace

std::vector<Span> choose_spans(std::vector<SpanWorth> spans) {
  std::sort(spans.begin(), spans.end(), [](const SpanWorth& a, const SpanWorth& b) {
    return std::tuple(a.span.end, a.span.begin) < std::tuple(b.span.end, b.span.begin);
  });
  const std::vector<SpanWorth> chosen = best_set(spans);
  std::vector<Span> kept;
  for (const SpanWorth& candidate : spans)
    if (is_rival(candidate, chosen)) kept.push_back(candidate.span);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace querydata::inline v0::values
