#include <doctest/doctest.h>

#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "querydata/embedder.hpp"

using namespace querydata;

namespace {

using Vectors = std::vector<std::vector<float>>;

/// Embeds a text of n bytes as (n, 0).
Result<Vectors> lengths(std::span<const std::string> texts) {
  Vectors vectors;
  for (const std::string& text : texts) vectors.push_back({static_cast<float>(text.size()), 0});
  return vectors;
}

ErrorCode code_of(EmbedFunction function) {
  const auto embedder = make_callback_embedder("host-1", 2, std::move(function)).value();
  std::vector<float> row(2);
  const auto embedded = embedder->embed(std::vector<std::string>{"text"}, row);
  REQUIRE_FALSE(embedded);
  return embedded.error().code;
}

}  // namespace

TEST_CASE("callback embedder: texts come in batches and vectors are of length one") {
  std::vector<std::size_t> batches;
  const auto embedder = make_callback_embedder(
                            "host-1", 2,
                            [&](std::span<const std::string> texts) {
                              batches.push_back(texts.size());
                              return lengths(texts);
                            },
                            2)
                            .value();
  CHECK(embedder->identity() == "host-1");
  std::vector<float> rows(10, 7);
  REQUIRE(embedder->embed(std::vector<std::string>{"a", "bcd", "", "e", "f"}, rows));
  CHECK(batches == std::vector<std::size_t>{2, 2, 1});
  CHECK(rows == std::vector<float>{1, 0, 1, 0, 0, 0, 1, 0, 1, 0});
  REQUIRE(embedder->embed({}, {}));
  CHECK(batches.size() == 3);
}

TEST_CASE("callback embedder: errors of the host pass, its mistakes are named") {
  CHECK(code_of([](auto) -> Result<Vectors> {
          return Error{ErrorCode::unavailable, "The model is not loaded.", {}};
        }) == ErrorCode::unavailable);
  CHECK(code_of([](auto) -> Result<Vectors> { return Vectors{}; }) == ErrorCode::failed_precondition);
  CHECK(code_of([](auto) -> Result<Vectors> { return Vectors{{1, 2}, {1, 2}}; }) == ErrorCode::failed_precondition);
  CHECK(code_of([](auto) -> Result<Vectors> { return Vectors{{1, 2, 3}}; }) == ErrorCode::failed_precondition);
  CHECK(code_of([](auto) -> Result<Vectors> {
          return Vectors{{1, std::numeric_limits<float>::quiet_NaN()}};
        }) == ErrorCode::failed_precondition);
}

TEST_CASE("callback embedder: what can't be called is refused") {
  CHECK(make_callback_embedder("", 2, lengths).error().code == ErrorCode::invalid_argument);
  CHECK(make_callback_embedder("host-1", 0, lengths).error().code == ErrorCode::invalid_argument);
  CHECK(make_callback_embedder("host-1", 65536, lengths).error().code == ErrorCode::invalid_argument);
  CHECK(make_callback_embedder("host-1", 2, nullptr).error().code == ErrorCode::invalid_argument);
  CHECK(make_callback_embedder("host-1", 2, lengths, 0).error().code == ErrorCode::invalid_argument);
  std::vector<float> row(3);
  const auto embedder = make_callback_embedder("host-1", 2, lengths).value();
  CHECK(embedder->embed(std::vector<std::string>{"a"}, row).error().code == ErrorCode::invalid_argument);
}
