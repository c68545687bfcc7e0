#include "text/similarity.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cpu_time.hpp"

using namespace querydata::text;

namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// The textbook table, without any of the short cuts.
std::size_t whole_table(std::string_view left, std::string_view right, bool swaps) {
  std::vector<std::vector<std::size_t>> steps(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = steps[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      steps[i][j] = std::min({replaced, steps[i - 1][j] + 1, steps[i][j - 1] + 1});
      if (swaps && i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  }
  return steps[left.size()][right.size()];
}

}  // namespace

TEST_SUITE("similarity") {
  TEST_CASE("similarity: known distances") {
    CHECK(levenshtein_distance("kitten", "sitting", no_limit) == 3);
    CHECK(levenshtein_distance("", "abc", no_limit) == 3);
    CHECK(levenshtein_distance("same", "same", 0) == 0);
    CHECK(levenshtein_distance("ab", "ba", no_limit) == 2);
    CHECK(alignment_distance("ab", "ba", no_limit) == 1);
    CHECK(alignment_distance("ca", "abc", no_limit) == 3);  // unrestricted Damerau would say 2
  }

  TEST_CASE("similarity: code points count and not bytes") {
    CHECK(levenshtein_distance("Zürich", "Zurich", no_limit) == 1);
    CHECK(levenshtein_distance("東京", "京都", no_limit) == 2);
    CHECK(levenshtein_distance(std::u32string_view(U"a€"), std::u32string_view(U"a"), no_limit) == 1);
    CHECK(levenshtein_distance("\xFF\xFE", "\xC3\x28", no_limit) == 1);
  }

  TEST_CASE("similarity: beyond the limit the answer is one more than it") {
    CHECK(levenshtein_distance("kitten", "sitting", 3) == 3);
    CHECK(levenshtein_distance("kitten", "sitting", 2) == 3);
    CHECK(levenshtein_distance("kitten", "sitting", 0) == 1);
    CHECK(levenshtein_distance("abcdef", "", 3) == 4);
  }

  TEST_CASE("similarity: all limits agree with the whole table on random words") {
    std::mt19937 random(61);
    for (int i = 0; i < 30000; ++i) {
      std::string left(random() % 10, 'a');
      std::string right(random() % 10, 'a');
      for (char& byte : left) byte = static_cast<char>('a' + random() % 3);
      for (char& byte : right) byte = static_cast<char>('a' + random() % 3);
      const std::size_t plain = whole_table(left, right, false);
      const std::size_t swapping = whole_table(left, right, true);
      CAPTURE(left);
      CAPTURE(right);
      for (std::size_t limit = 0; limit < 11; ++limit) {
        REQUIRE(levenshtein_distance(left, right, limit) == std::min(plain, limit + 1));
        REQUIRE(alignment_distance(left, right, limit) == std::min(swapping, limit + 1));
      }
      REQUIRE(levenshtein_distance(left, right, no_limit) == plain);
      REQUIRE(alignment_distance(left, right, no_limit) == swapping);
    }
  }

  TEST_CASE("similarity: the share of what stays") {
    CHECK(levenshtein_similarity("", "") == 1.0);
    CHECK(levenshtein_similarity("abc", "") == 0.0);
    CHECK(levenshtein_similarity("abcd", "abce") == 0.75);
    CHECK(alignment_similarity("abcd", "abdc") == 0.75);
    CHECK(levenshtein_similarity("abcd", "abdc") == 0.5);
  }

  TEST_CASE("similarity: the threshold is inclusive and below it all is zero") {
    CHECK(levenshtein_similarity("abcdefghij", "abcdefghiX", 0.9) == 0.9);
    CHECK(levenshtein_similarity("abcdefghij", "abcdefghiX", 0.91) == 0.0);
    CHECK(levenshtein_similarity("abc", "abc", 2.0) == 1.0);
    CHECK(levenshtein_similarity("abc", "abd", 2.0) == 0.0);
    CHECK(levenshtein_similarity("abc", "abd", std::numeric_limits<double>::quiet_NaN()) > 0.6);
  }

  TEST_CASE("similarity: a small limit makes long texts cheap") {
    const std::string left(1'000'000, 'a');
    std::string right = left;
    right.front() = 'b';
    right.back() = 'b';
    const double start = querydata::test::cpu_seconds();
    CHECK(levenshtein_distance(left, right, 3) == 2);
    CHECK(alignment_distance(left, "x" + right, 2) == 3);
    CHECK(querydata::test::cpu_seconds() - start < 10);
  }
}
