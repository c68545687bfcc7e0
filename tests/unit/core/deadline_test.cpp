#include "querydata/deadline.hpp"

#include <doctest/doctest.h>

#include <chrono>

using querydata::CallControl;
using querydata::CancelToken;
using querydata::Deadline;
using querydata::ErrorCode;
using namespace std::chrono_literals;

TEST_SUITE("deadline") {
  TEST_CASE("deadline: the default never passes") {
    const Deadline never;
    CHECK(!never.is_set());
    CHECK(!never.passed());
    CHECK(never.left() == Deadline::Clock::duration::max());
    CHECK(CallControl().check("waiting"));
  }

  TEST_CASE("deadline: a past one has no time left") {
    const Deadline past = Deadline::after(-1s);
    CHECK(past.passed());
    CHECK(past.left() == 0s);
  }

  TEST_CASE("deadline: a future one counts down") {
    const Deadline future = Deadline::after(1h);
    CHECK(!future.passed());
    CHECK(future.left() <= 1h);
    CHECK(future.left() > 59min);
  }

  TEST_CASE("deadline: the earlier of two is the one that passes first") {
    const Deadline past = Deadline::after(-1s);
    const Deadline future = Deadline::after(1h);
    CHECK(past.earlier(future).passed());
    CHECK(future.earlier(past).passed());
    CHECK(Deadline::never().earlier(past).passed());
    CHECK(!future.earlier(Deadline::never()).passed());
    CHECK(future.earlier(Deadline::never()).is_set());
  }

  TEST_CASE("deadline: copies of a token share one flag") {
    const CancelToken token = CancelToken::create();
    const CancelToken copy = token;
    CHECK(!copy.cancelled());
    token.cancel();
    CHECK(copy.cancelled());
  }

  TEST_CASE("deadline: a default token can't be cancelled") {
    const CancelToken token;
    token.cancel();
    CHECK(!token.cancelled());
  }

  TEST_CASE("deadline: a check names what was being done and what to do") {
    CallControl late;
    late.deadline = Deadline::after(-1s);
    const auto passed = late.check("reading the schema");
    REQUIRE(!passed);
    CHECK(passed.error().code == ErrorCode::deadline_exceeded);
    CHECK(passed.error().message == "the deadline passed while reading the schema; allow more time or ask for less");

    late.cancel = CancelToken::create();
    late.cancel.cancel();
    const auto cancelled = late.check("reading the schema");
    REQUIRE(!cancelled);
    CHECK(cancelled.error().code == ErrorCode::cancelled);
    CHECK(cancelled.error().message == "cancelled by the caller while reading the schema");
  }
}
