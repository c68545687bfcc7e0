#include "querydata/database.hpp"

#include <doctest/doctest.h>

using namespace querydata;

namespace {

/// Gives `rows` rows, then an error if there is one.
class FakeRows final : public Rows {
 public:
  FakeRows(std::size_t rows, Cut cut, std::optional<Error> error = {})
      : left_(rows), cut_(cut), error_(std::move(error)) {
    columns_.resize(2);
    columns_[0] = {"n\"1\"", "", "", ValueType::integer};
    columns_[1] = {"", "", "", ValueType::text};
  }
  [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept override { return columns_; }
  [[nodiscard]] Result<bool> next(std::vector<Value>& row) override {
    if (left_ == 0 && error_) return *error_;
    if (left_ == 0) return false;
    row = {static_cast<std::int64_t>(left_--), std::string("ö")};
    return true;
  }
  [[nodiscard]] Cut cut() const noexcept override { return cut_; }

 private:
  std::vector<ResultColumn> columns_;
  std::size_t left_;
  Cut cut_;
  std::optional<Error> error_;
};

}  // namespace

TEST_SUITE("database") {
  TEST_CASE("database: collecting reads to the end and keeps the cut") {
    FakeRows rows(2, Cut::rows);
    const auto set = collect(rows);
    REQUIRE(set);
    CHECK(set->rows.size() == 2);
    CHECK(set->rows[1][0] == Value(std::int64_t{1}));
    CHECK(set->cut == Cut::rows);
    CHECK(to_json(*set) == R"({"columns":[{"name":"n\"1\"","type":"integer"},{"name":"","type":"text"}],)"
                           R"("rows":[[2,"ö"],[1,"ö"]],"cut":"rows"})");
  }

  TEST_CASE("database: an error in the middle is not swallowed") {
    FakeRows rows(1, Cut::none, Error{ErrorCode::unavailable, "gone", {}});
    const auto set = collect(rows);
    REQUIRE_FALSE(set);
    CHECK(set.error().code == ErrorCode::unavailable);
  }

  TEST_CASE("database: an empty result has its columns") {
    FakeRows rows(0, Cut::none);
    const auto set = collect(rows);
    REQUIRE(set);
    CHECK(to_json(*set) ==
          R"({"columns":[{"name":"n\"1\"","type":"integer"},{"name":"","type":"text"}],"rows":[],"cut":"none"})");
  }

  TEST_CASE("database: cuts have names") {
    CHECK(to_string(Cut::none) == "none");
    CHECK(to_string(Cut::rows) == "rows");
    CHECK(to_string(Cut::bytes) == "bytes");
    CHECK(to_string(Cut::time) == "time");
  }
}
