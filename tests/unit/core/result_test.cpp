#include "querydata/result.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

using querydata::Error;
using querydata::ErrorCode;
using querydata::Result;

namespace {
const Error failure{ErrorCode::unavailable, "the engine is away; try again", {}};
}

TEST_SUITE("result") {
  TEST_CASE("result: a value is there to look at and to take") {
    Result<std::string> result(std::string("yes"));
    REQUIRE(result);
    CHECK(result.has_value());
    CHECK(*result == "yes");
    CHECK(result->size() == 3);
    CHECK(result.value() == "yes");
    CHECK(std::move(result).value() == "yes");
  }

  TEST_CASE("result: what a temporary result holds lives as long as the loop over it") {
    const auto make = [] { return Result<std::pair<std::string, int>>(std::pair(std::string(100, 'x'), 1)); };
    int letters = 0;
    for (const char letter : make().value().first) letters += letter == 'x' ? 1 : 0;
    for (const char letter : (*make()).first) letters += letter == 'x' ? 1 : 0;
    CHECK(letters == 200);
  }

  TEST_CASE("result: a value that can only be moved") {
    Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = *std::move(result);
    CHECK(*taken == 7);
  }

  TEST_CASE("result: an error is kept and thrown on demand") {
    const Result<int> result(failure);
    CHECK(!result);
    CHECK(result.error() == failure);
    try {
      (void)result.value();
      FAIL("value() of an error must throw");
    } catch (const querydata::Exception& exception) {
      CHECK(exception.error() == failure);
    }
    CHECK_THROWS_AS((void)Result<int>(failure).value(), querydata::Exception);
  }

  TEST_CASE("result: nothing at all succeeds or fails too") {
    const Result<void> good;
    CHECK(good);
    CHECK_NOTHROW(good.value());
    const Result<void> bad(failure);
    CHECK(!bad);
    CHECK(bad.error().message == failure.message);
    CHECK_THROWS_AS(bad.value(), querydata::Exception);
  }

  TEST_CASE("result: a value that is false is still a value") {
    const Result<int> zero(0);
    CHECK(zero);
    CHECK(*zero == 0);
  }
}
