#include "values/span_choice.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

using namespace querydata;
using namespace querydata::values;

namespace {

using Spans = std::vector<Span>;

/// What the best set without overlaps is worth, by trying all.
double best_worth(const std::vector<SpanWorth>& spans, std::size_t from, std::size_t end) {
  if (from == spans.size()) return 0;
  double best = best_worth(spans, from + 1, end);
  if (spans[from].span.begin >= end)
    best = std::max(best, spans[from].worth + best_worth(spans, from + 1, spans[from].span.end));
  return best;
}

}  // namespace

TEST_SUITE("span_choice") {
  TEST_CASE("span_choice: the longer of two that overlap") {
    CHECK(choose_spans({{{0, 8}, 8}, {{4, 8}, 4}}) == Spans{{0, 8}});
    CHECK(choose_spans({{{0, 3}, 3}, {{4, 8}, 4}}) == Spans{{0, 3}, {4, 8}});
    CHECK(choose_spans({}).empty());
  }

  TEST_CASE("span_choice: what covers the most together, not what is longest") {
    const auto kept = choose_spans({{{0, 6}, 6}, {{5, 11}, 7}, {{10, 16}, 6}});
    CHECK(std::find(kept.begin(), kept.end(), Span{0, 6}) != kept.end());
    CHECK(std::find(kept.begin(), kept.end(), Span{10, 16}) != kept.end());
  }

  TEST_CASE("span_choice: one of two that are about as good stays beside the other") {
    CHECK(choose_spans({{{0, 10}, 10}, {{4, 14}, 9}}) == Spans{{0, 10}, {4, 14}});
    CHECK(choose_spans({{{0, 10}, 10}, {{4, 14}, 7}}) == Spans{{0, 10}});
  }

  TEST_CASE("span_choice: words beside a span make it a rival but do not count where another span holds them") {
    // "Munich Airport", "Munich" beside a word that says what it is, and that word.
    CHECK(choose_spans({{{0, 14}, 14}, {{0, 6}, 6, 8}, {{7, 14}, 7}}) == Spans{{0, 6}, {0, 14}});
  }

  TEST_CASE("span_choice: of equal sets the one with fewer spans") {
    CHECK(choose_spans({{{0, 3}, 4}, {{3, 7}, 4}, {{0, 7}, 8}}) == Spans{{0, 7}});
  }

  TEST_CASE("span_choice: as good as trying all sets") {
    std::uint32_t state = 1;
    const auto next = [&](std::uint32_t bound) { return (state = state * 1664525U + 1013904223U) / 65536U % bound; };
    for (int round = 0; round < 200; ++round) {
      std::vector<SpanWorth> spans;
      for (int i = 0; i < 10; ++i) {
        const std::size_t begin = next(20);
        const Span span{begin, begin + 1 + next(8)};
        const bool known =
            std::any_of(spans.begin(), spans.end(), [&](const auto& other) { return other.span == span; });
        if (!known) spans.push_back({span, 1.0 + next(9)});
      }
      std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.span < b.span; });
      std::vector<SpanWorth> kept;
      for (const auto& candidate : spans) {
        const auto chosen = choose_spans(spans);
        if (std::find(chosen.begin(), chosen.end(), candidate.span) != chosen.end()) kept.push_back(candidate);
      }
      CHECK(best_worth(kept, 0, 0) == best_worth(spans, 0, 0));
    }
  }
}
