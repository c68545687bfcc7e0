#include "querydata/verify.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

struct Judge {
  Bookshop shop;
  Schema schema = shop.database()->read_schema().value();

  Verification judge(std::string_view sql, const std::vector<Value>& values = {}, VerifyOptions options = {}) {
    return verify(sql, values, *shop.database(), schema, options).value();
  }
};

/// "unknown@7 unknown@20", of places that are not known "engine@-".
std::string faults(const Verification& verification) {
  std::string out;
  for (const StatementFault& fault : verification.faults) {
    if (!out.empty()) out += ' ';
    out += std::string(to_string(fault.kind)) + '@';
    out += fault.byte_offset ? std::to_string(*fault.byte_offset) : "-";
    CHECK_FALSE(fault.message.empty());
  }
  CHECK(verification.accepted == verification.faults.empty());
  return out;
}

VerifyOptions scoped(std::vector<std::string> tables) {
  VerifyOptions options;
  options.scope.tables = std::move(tables);
  return options;
}

}  // namespace

TEST_CASE("verify: an accepted statement comes back as the engine binds it") {
  Judge judge;
  const auto verdict =
      judge.judge("SELECT title FROM book WHERE pages > $2 AND genre = $1", {"Crime", std::int64_t{300}});
  REQUIRE(verdict.accepted);
  CHECK(verdict.statement.sql == "SELECT title FROM book WHERE pages > ?2 AND genre = ?1");
  CHECK(verdict.statement.parameters == std::vector<Value>{"Crime", std::int64_t{300}});
  CHECK(collect(*judge.shop.database()->execute(verdict.statement).value()).value().rows.size() == 2);
  CHECK(verdict.info.tables.front().table == "book");
}

TEST_CASE("verify: every fault is told with its place") {
  Judge judge;
  const std::string sql = "SELECT titel, load_extension('x') FROM book AS b WHERE b.pagez > 3 AND b.genre = 'Crime'";
  CHECK(faults(judge.judge(sql)) == "unknown@7 not_allowed@14 unknown@55");
  CHECK(faults(judge.judge("SELECT n.x, y FROM nowhere AS n JOIN book b ON b.id = n.id WHERE b.nope = 1")) ==
        "unknown@19 unknown@65");
}

TEST_CASE("verify: faults of one kind stop nothing beyond the limit") {
  Judge judge;
  VerifyOptions options;
  options.max_faults = 2;
  CHECK(faults(judge.judge("SELECT aa, bb, cc, dd FROM book", {}, options)) == "unknown@7 unknown@11");
}

TEST_CASE("verify: what is no single query is refused by kind") {
  Judge judge;
  CHECK(faults(judge.judge("DELETE FROM book")) == "not_a_query@0");
  CHECK(faults(judge.judge("PRAGMA writable_schema = 1")) == "not_a_query@0");
  CHECK(judge.judge("SELECT 1; DROP TABLE book").faults.front().kind == FaultKind::syntax);
  CHECK(judge.judge("SELECT title FROM book WHERE").faults.front().kind == FaultKind::syntax);
  CHECK(judge.judge("SELECT * FROM sqlite_schema").faults.front().kind == FaultKind::not_allowed);
  CHECK(judge.judge("").faults.front().kind == FaultKind::syntax);
}

TEST_CASE("verify: what is out of scope is told like what does not exist, in all faults") {
  Judge judge;
  const auto hidden = judge.judge("SELECT a.name, a.nope, titel FROM author AS a, book", {}, scoped({"book"}));
  auto absent = judge.judge("SELECT a.name, a.nope, titel FROM authur AS a, book", {}, scoped({"book"}));
  CHECK(faults(hidden) == faults(absent));
  REQUIRE(hidden.faults.size() == absent.faults.size());
  for (std::size_t i = 0; i < hidden.faults.size(); ++i) {
    std::string message = absent.faults[i].message;
    if (const auto at = message.find("authur"); at != std::string::npos) message.replace(at, 6, "author");
    CHECK(hidden.faults[i].message == message);
  }
}

TEST_CASE("verify: values are judged by what they are compared with") {
  Judge judge;
  const std::string pages = "SELECT title FROM book WHERE pages > $1 LIMIT $2";
  CHECK(faults(judge.judge(pages, {std::int64_t{3}, std::int64_t{2}})).empty());
  CHECK(faults(judge.judge(pages, {"three", std::int64_t{2}})) == "value@37");
  CHECK(faults(judge.judge(pages, {2.5, std::int64_t{-1}})) == "value@46");
  CHECK(faults(judge.judge(pages, {std::int64_t{3}})) == "value@46");
  CHECK(faults(judge.judge(pages, {"a", "b", "c"})) == "value@37 value@46 value@-");
  CHECK(faults(judge.judge("SELECT title FROM book WHERE title LIKE ?", {std::int64_t{3}})) == "value@40");
  CHECK(faults(judge.judge("SELECT title FROM book WHERE title = ? OR title = ?", {"a", Null{}})).empty());
}

TEST_CASE("verify: the engine has the last word") {
  Judge judge;
  const Schema before = judge.schema;
  REQUIRE(judge.shop.run("ALTER TABLE book RENAME COLUMN genre TO kind"));
  CHECK(faults(judge.judge("SELECT genre FROM book")) == "engine@-");
}

TEST_CASE("verify: a cancelled call is an error, no verdict") {
  Judge judge;
  VerifyOptions options;
  options.control.cancel = CancelToken::create();
  options.control.cancel.cancel();
  const auto result = verify("SELECT 1", {}, *judge.shop.database(), judge.schema, options);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ErrorCode::cancelled);
}

TEST_CASE("verify: the verdict as JSON") {
  Judge judge;
  CHECK(to_json(judge.judge("SELECT count(*) FROM book WHERE id = 1")) ==
        R"({"accepted":true,"statement":{"dialect":"sqlite","sql":"SELECT count(*) FROM book WHERE id = 1",)"
        R"("parameters":[]},"tables":["book"],"functions":["count"],"faults":[]})");
  const std::string refused = to_json(judge.judge("SELECT nope FROM book"));
  CHECK(refused.find(R"({"accepted":false,"statement":null,)") == 0);
  CHECK(refused.find(R"("kind":"unknown","code":"not_found")") != std::string::npos);
  CHECK(refused.find(R"("byte_offset":7)") != std::string::npos);
}
