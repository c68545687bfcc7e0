#include "querydata/error.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using querydata::Error;
using querydata::ErrorCode;
using querydata::ErrorWhere;

TEST_SUITE("error") {
  TEST_CASE("error: codes have the names and numbers of google.rpc.Code") {
    // https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
    const std::array<std::pair<int, const char*>, 16> codes{{{1, "cancelled"},
                                                             {2, "unknown"},
                                                             {3, "invalid_argument"},
                                                             {4, "deadline_exceeded"},
                                                             {5, "not_found"},
                                                             {6, "already_exists"},
                                                             {7, "permission_denied"},
                                                             {8, "resource_exhausted"},
                                                             {9, "failed_precondition"},
                                                             {10, "aborted"},
                                                             {11, "out_of_range"},
                                                             {12, "unimplemented"},
                                                             {13, "internal"},
                                                             {14, "unavailable"},
                                                             {15, "data_loss"},
                                                             {16, "unauthenticated"}}};
    for (const auto& [number, name] : codes) CHECK(to_string(static_cast<ErrorCode>(number)) == name);
    CHECK(to_string(static_cast<ErrorCode>(99)) == "unknown");
  }

  TEST_CASE("error: the text has the code and the message") {
    CHECK(to_string(Error{ErrorCode::not_found, "there is no table 'x'; name another", {}}) ==
          "not_found: there is no table 'x'; name another");
  }

  TEST_CASE("error: the text adds all places on one line") {
    ErrorWhere where;
    where.file = "a.json";
    where.json_pointer = "/templates/3/sql";
    where.byte_offset = 0;
    where.sqlstate = "42P01";
    CHECK(to_string(Error{ErrorCode::data_loss, "first\nsecond", where}) ==
          "data_loss: first second [file a.json, at /templates/3/sql, byte 0, SQLSTATE 42P01]");
  }

  TEST_CASE("error: an exception carries the error and copies") {
    const querydata::Exception exception(Error{ErrorCode::aborted, "stopped", {}});
    const querydata::Exception copy(exception);
    CHECK(std::string(copy.what()) == "stopped");
    CHECK(copy.error() == exception.error());
  }
}
