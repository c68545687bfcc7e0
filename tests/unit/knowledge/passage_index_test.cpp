#include "knowledge/passage_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace querydata::knowledge;

namespace {

std::string random_text(std::mt19937& random) {
  std::string text;
  const auto words = 3 + random() % 30;
  for (unsigned word = 0; word < words; ++word) {
    // Few frequent and many rare words.
    const auto bits = random() % 12;
    text += "word" + std::to_string(random() % (1U << bits)) + ' ';
  }
  return text;
}

/// The same by adding up everything.
std::vector<ScoredChunk> all_scores(const PassageIndex& index, const std::vector<WantedTerm>& terms, std::size_t count,
                                    const AcceptChunk& accept) {
  std::vector<ScoredChunk> sums;
  for (std::uint32_t chunk = 0; chunk < index.size(); ++chunk) {
    if (!accept(chunk)) continue;
    double sum = 0;
    for (const WantedTerm& term : terms) {
      for (const ScoredChunk& one : index.search({term}, index.size(), {}, index.mean_length()).value())
        sum += one.chunk == chunk ? one.score : 0;
    }
    if (sum > 0) sums.push_back({chunk, sum});
  }
  std::stable_sort(sums.begin(), sums.end(),
                   [](const ScoredChunk& a, const ScoredChunk& b) { return a.score > b.score; });
  if (sums.size() > count) sums.resize(count);
  return sums;
}

}  // namespace

TEST_CASE("passage index: finds the best as adding everything up does") {
  std::mt19937 random(7);
  PassageIndex::Builder builder;
  for (int chunk = 0; chunk < 400; ++chunk) builder.add(random_text(random), Language::other);
  const std::string bytes = builder.bytes();
  const auto index = PassageIndex::open(bytes).value();
  for (int round = 0; round < 20; ++round) {
    std::vector<WantedTerm> terms;
    for (int term = 0; term < 5; ++term)
      terms.push_back({"word" + std::to_string(random() % (1U << (random() % 12))), 1});
    const AcceptChunk accept = [round](std::uint32_t chunk) { return round % 2 == 0 || chunk % 3 == 0; };
    const auto found = index.search(terms, 5, accept, index.mean_length()).value();
    const auto wanted = all_scores(index, terms, 5, accept);
    REQUIRE(found.size() == wanted.size());
    for (std::size_t place = 0; place < found.size(); ++place) {
      CHECK(found[place].score == doctest::Approx(wanted[place].score).epsilon(1e-4));
      CHECK(accept(found[place].chunk));
    }
  }
}

TEST_CASE("passage index: the same chunks give the same bytes") {
  const auto bytes = [] {
    PassageIndex::Builder builder;
    builder.add("One vineyard", Language::english);
    builder.add("Two vineyards", Language::english);
    return builder.bytes();
  };
  CHECK(bytes() == bytes());
}

TEST_CASE("passage index: similar stems") {
  PassageIndex::Builder builder;
  builder.add("Weinberg Weinbergschnecke Turmuhr", Language::german);
  const std::string bytes = builder.bytes();
  const auto similar = PassageIndex::open(bytes).value().similar("weinberg", 5);
  REQUIRE(similar.size() == 1);
  CHECK(similar[0].stem.starts_with("weinbergschneck"));
  CHECK(similar[0].weight < 1);
}

TEST_CASE("passage index: damaged bytes are refused") {
  PassageIndex::Builder builder;
  builder.add("One vineyard", Language::english);
  const std::string bytes = builder.bytes();
  CHECK(PassageIndex::open(bytes));
  CHECK_FALSE(PassageIndex::open(""));
  CHECK_FALSE(PassageIndex::open(std::string_view(bytes).substr(0, bytes.size() - 1)));
  std::string other = bytes;
  other[9] = '\x7f';
  CHECK(PassageIndex::open(other).error().code == querydata::ErrorCode::data_loss);
}

TEST_CASE("passage index: an empty one finds nothing") {
  const std::string bytes = PassageIndex::Builder().bytes();
  const auto index = PassageIndex::open(bytes).value();
  CHECK(index.search({{"word", 1}}, 3, {}, 1).value().empty());
  CHECK(PassageIndex().search({{"word", 1}}, 3, {}, 1).value().empty());
}
