#include "search/vector_index.hpp"

#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "unit/search/random_vectors.hpp"

using namespace querydata;
using namespace querydata::search;
using querydata::test::random_unit_vectors;

namespace {

constexpr std::size_t dimension = 32;

int threads_of_process() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Threads:")) return std::stoi(line.substr(8));
  }
  return -1;
}

std::span<const float> row(const std::vector<float>& rows, std::size_t number) {
  return std::span(rows).subspan(number * dimension, dimension);
}

std::vector<ScoredItem> by_hand(const std::vector<float>& rows, std::span<const float> query, std::size_t count) {
  std::vector<ScoredItem> all;
  for (std::uint32_t number = 0; number < rows.size() / dimension; ++number) {
    double sum = 0;
    for (std::size_t place = 0; place < dimension; ++place) {
      sum += static_cast<double>(row(rows, number)[place]) * static_cast<double>(query[place]);
    }
    all.push_back({number, sum});
  }
  return best(std::move(all), count);
}

}  // namespace

TEST_CASE("vector index: exact search equals a scan by hand") {
  const std::vector<float> rows = random_unit_vectors(500, dimension);
  const VectorIndex index = VectorIndex::build(dimension, rows).value();
  CHECK(index.exact());
  CHECK(index.size() == 500);
  const std::vector<float> queries = random_unit_vectors(20, dimension, 7);
  for (std::size_t query = 0; query < 20; ++query) {
    const auto found = index.search(row(queries, query), 10).value();
    const auto expected = by_hand(rows, row(queries, query), 10);
    REQUIRE(found.size() == 10);
    for (std::size_t place = 0; place < 10; ++place) {
      CHECK(found[place].item == expected[place].item);
      CHECK(found[place].score == doctest::Approx(expected[place].score).epsilon(1e-4));
    }
  }
}

TEST_CASE("vector index: the graph finds nearly all of the nearest") {
  const std::vector<float> rows = random_unit_vectors(3000, dimension);
  const VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = 100}).value();
  CHECK_FALSE(index.exact());
  const std::vector<float> queries = random_unit_vectors(50, dimension, 9);
  int met = 0;
  for (std::size_t query = 0; query < 50; ++query) {
    const auto found = index.search(row(queries, query), 10).value();
    const auto expected = by_hand(rows, row(queries, query), 10);
    for (const ScoredItem& item : expected) {
      for (const ScoredItem& other : found) met += item.item == other.item ? 1 : 0;
    }
  }
  CHECK(met >= 475);
}

TEST_CASE("vector index: removed vectors are never found and others take their place") {
  for (const std::size_t limit : {std::size_t{1000}, std::size_t{10}}) {
    const std::vector<float> rows = random_unit_vectors(200, dimension);
    VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = limit}).value();
    for (std::uint32_t number = 0; number < 150; ++number) REQUIRE(index.remove(number));
    CHECK(index.removed() == 150);
    CHECK(index.remove(3).error().code == ErrorCode::not_found);
    CHECK(index.remove(200).error().code == ErrorCode::not_found);
    const auto found = index.search(row(rows, 3), 50).value();
    CHECK(found.size() == 50);
    for (const ScoredItem& item : found) CHECK(item.item >= 150);
  }
}

TEST_CASE("vector index: bytes read back and grow like the original") {
  for (const std::size_t limit : {std::size_t{1000}, std::size_t{10}}) {
    const std::vector<float> rows = random_unit_vectors(300, dimension);
    const std::vector<float> more = random_unit_vectors(40, dimension, 3);
    VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = limit}).value();
    REQUIRE(index.remove(5));
    const std::string bytes = index.serialize().value();
    CHECK(bytes == index.serialize().value());
    VectorIndex copy = VectorIndex::deserialize(bytes).value();
    CHECK(copy.removed() == 1);
    CHECK(copy.exact() == index.exact());
    REQUIRE(index.add(more));
    REQUIRE(copy.add(more));
    CHECK(copy.serialize().value() == index.serialize().value());
    CHECK(copy.search(row(more, 2), 5).value() == index.search(row(more, 2), 5).value());
  }
}

TEST_CASE("vector index: the same calls give the same bytes") {
  const std::vector<float> rows = random_unit_vectors(400, dimension);
  const auto bytes = [&] {
    return VectorIndex::build(dimension, rows, {.exact_limit = 10}).value().serialize().value();
  };
  CHECK(bytes() == bytes());
}

TEST_CASE("vector index: every flipped byte is noticed") {
  for (const std::size_t limit : {std::size_t{100}, std::size_t{5}}) {
    const std::vector<float> rows = random_unit_vectors(20, dimension);
    const std::string bytes = VectorIndex::build(dimension, rows, {.exact_limit = limit}).value().serialize().value();
    for (std::size_t place = 0; place < bytes.size(); ++place) {
      std::string bad = bytes;
      bad[place] = static_cast<char>(bad[place] ^ 0x20);
      const auto read = VectorIndex::deserialize(bad);
      REQUIRE_FALSE(read);
      const bool told =
          read.error().code == ErrorCode::data_loss || read.error().code == ErrorCode::failed_precondition;
      CHECK(told);
    }
    for (std::size_t length = 0; length < bytes.size(); length += 7) {
      CHECK_FALSE(VectorIndex::deserialize(std::string_view(bytes).substr(0, length)));
    }
  }
}

TEST_CASE("vector index: bad input is refused and leaves the index as it was") {
  CHECK(VectorIndex::build(0, {}).error().code == ErrorCode::invalid_argument);
  VectorIndex index = VectorIndex::build(2, std::vector<float>{1, 0}).value();
  CHECK(index.add(std::vector<float>{1, 0, 0}).error().code == ErrorCode::invalid_argument);
  CHECK(index.add(std::vector<float>{1, std::numeric_limits<float>::quiet_NaN()}).error().code ==
        ErrorCode::invalid_argument);
  CHECK(index.size() == 1);
  CHECK(index.search(std::vector<float>{1, 0, 0}, 1).error().code == ErrorCode::invalid_argument);
  CHECK(index.search(std::vector<float>{0, 0}, 1).value().empty());
  CHECK(index.search(std::vector<float>{1, 0}, 5).value() == std::vector<ScoredItem>{{0, 1.0}});
  CHECK(VectorIndex::build(2, {}).value().search(std::vector<float>{1, 0}, 5).value().empty());
}

TEST_CASE("vector index: the host's threads and OpenMP settings stay as they are") {
  omp_set_num_threads(7);
  const int before = threads_of_process();
  const std::vector<float> rows = random_unit_vectors(2000, dimension);
  const VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = 100}).value();
  const VectorIndex copy = VectorIndex::deserialize(index.serialize().value()).value();
  REQUIRE(copy.search(row(rows, 1), 10));
  CHECK(omp_get_max_threads() == 7);
  CHECK(threads_of_process() == before);
  CHECK(before == 1);
}
