// The cases of tests/data/facet_cases: questions that ask for a template and for conditions beside it. Each is right,
// refused or wrong; no case may be wrong.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "querydata/planner.hpp"
#include "querydata/sqlite.hpp"

using namespace querydata;

namespace {

namespace json = boost::json;

const std::filesystem::path folder = std::filesystem::path(QUERYDATA_TEST_DATA) / "facet_cases";

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.is_open());
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string text(const json::value& value) {
  return std::string(value.as_string());
}

/// The statement in SQLite's words: its names for parameters are numbered by their first use, and it has no dates.
Statement in_sqlite(const Statement& statement) {
  static const std::regex parameter(R"([@$]p?(\d+)\b)");
  static const std::regex date(R"(CAST\((\?\d*) AS DATE\)|(\?\d*)::date)", std::regex::icase);
  const std::string numbered = std::regex_replace(statement.sql, parameter, "?$1");
  return {Dialect::sqlite, std::regex_replace(numbered, date, "$1$2"), statement.parameters};
}

/// SQLite, which says that it speaks another dialect: what is composed for it can be looked at, and what SQLite
/// understands of it can be run.
class Disguised : public Database {
 public:
  Disguised(std::shared_ptr<Database> sqlite, Dialect dialect) : sqlite_(std::move(sqlite)), dialect_(dialect) {}

  [[nodiscard]] Dialect dialect() const noexcept override { return dialect_; }
  [[nodiscard]] Result<Schema> read_schema(const CallControl& control) override {
    return sqlite_->read_schema(control);
  }
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view table, std::string_view column,
                                                                  std::size_t limit,
                                                                  const CallControl& control) override {
    return sqlite_->distinct_values(table, column, limit, control);
  }
  [[nodiscard]] Result<void> check(const Statement& statement, const CallControl&) override {
    auto schema = sqlite_->read_schema();
    auto info = inspect(statement.sql, dialect_, *schema);
    if (!info) return info.error();
    return {};
  }
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits,
                                                      const CallControl& control) override {
    return sqlite_->execute(in_sqlite(statement), limits, control);
  }

 private:
  std::shared_ptr<Database> sqlite_;
  Dialect dialect_;
};

/// A schema with its rows.
class Store {
 public:
  explicit Store(const std::filesystem::path& script) {
    REQUIRE(sqlite3_open(":memory:", &handle_) == SQLITE_OK);
    char* message = nullptr;
    const bool done = sqlite3_exec(handle_, read_file(script).c_str(), nullptr, nullptr, &message) == SQLITE_OK;
    INFO(std::string(message == nullptr ? "" : message));
    REQUIRE(done);
    database_ = lend_sqlite(handle_).value();
  }
  ~Store() {
    database_.reset();
    sqlite3_close(handle_);
  }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] std::shared_ptr<Database> as(Dialect dialect) const {
    if (dialect == Dialect::sqlite) return database_;
    return std::make_shared<Disguised>(database_, dialect);
  }

  /// The rows as text, sorted unless their order is asked for; nothing where SQLite can't run it.
  [[nodiscard]] std::optional<std::vector<std::string>> rows_of(const Statement& statement, bool ordered) const {
    const auto cursor = database_->execute(in_sqlite(statement));
    if (!cursor) return std::nullopt;
    const auto set = collect(**cursor);
    if (!set) return std::nullopt;
    std::vector<std::string> rows;
    for (const std::vector<Value>& row : set->rows) {
      std::string line;
      for (const Value& value : row) line += to_json(value) + "|";
      rows.push_back(std::move(line));
    }
    if (!ordered) std::sort(rows.begin(), rows.end());
    return rows;
  }

 private:
  sqlite3* handle_ = nullptr;
  std::shared_ptr<Database> database_;
};

struct Tally {
  std::size_t right = 0;
  std::size_t refused = 0;  // though it should be answered
  std::size_t wrong = 0;
  std::size_t not_run = 0;  // answered, but not in a form that SQLite runs
};

class Judge {
 public:
  Judge(const Store& store, const Planner& planner, Dialect dialect)
      : store_(store), planner_(planner), dialect_(dialect) {}

  void judge(const json::object& item) {
    PlanOptions options;
    options.now = parse_time("2025-06-30").value();
    const Plan plan = planner_.plan(text(item.at("question")), options).value();
    const bool answered = plan.status == PlanStatus::answered;
    if (text(item.at("expect")) == "refuse") {
      if (answered && !is_right_as_well(item, plan)) return report("answered", item, plan, tally_.wrong);
      ++tally_.right;
    } else if (!answered) {
      report("refused", item, plan, tally_.refused);
    } else {
      compare(item, plan);
    }
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  static bool is_ordered(const json::object& item) { return item.contains("ordered") && item.at("ordered").as_bool(); }

  /// What may be refused may be answered in some ways too.
  [[nodiscard]] bool is_right_as_well(const json::object& item, const Plan& plan) const {
    if (!item.contains("also")) return false;
    const auto rows = store_.rows_of(plan.statement, is_ordered(item));
    if (!rows) return dialect_ != Dialect::sqlite;
    const auto same = [&](const json::value& sql) {
      return store_.rows_of({Dialect::sqlite, text(sql), {}}, is_ordered(item)) == rows;
    };
    return std::ranges::any_of(item.at("also").as_array(), same);
  }

  void compare(const json::object& item, const Plan& plan) {
    const bool ordered = is_ordered(item);
    const auto right = store_.rows_of({Dialect::sqlite, text(item.at("right")), {}}, ordered);
    REQUIRE(right);
    const auto rows = store_.rows_of(plan.statement, ordered);
    if (!rows) {
      if (dialect_ == Dialect::sqlite) return report("does not run", item, plan, tally_.wrong);
      ++tally_.not_run;
    } else if (*rows == *right) {
      ++tally_.right;
    } else {
      report("wrong", item, plan, tally_.wrong);
    }
  }

  void report(const char* what, const json::object& item, const Plan& plan, std::size_t& count) const {
    ++count;
    std::string line = std::string(to_string(dialect_)) + " " + what + ": " + text(item.at("rule")) + " " +
                       text(item.at("name")) + ": " + text(item.at("question"));
    for (const std::string& reason : plan.reasons) line += "\n    " + reason;
    if (!plan.statement.sql.empty()) line += "\n    " + plan.statement.sql;
    MESSAGE(line);
  }

  const Store& store_;
  const Planner& planner_;
  Dialect dialect_;
  Tally tally_;
};

std::map<std::string, Dialect> dialects() {
  return {{"sqlite", Dialect::sqlite},
          {"postgresql", Dialect::postgresql},
          {"mysql", Dialect::mysql},
          {"googlesql", Dialect::googlesql}};
}

Tally judge_all(const std::string& dialect_name, Dialect dialect) {
  Tally all;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().string().ends_with(".cases.json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    const json::value file = json::parse(read_file(path));
    const json::object& sets = file.at("context_sets").as_object();
    if (!sets.contains(dialect_name)) continue;
    const Store store(folder / text(file.at("schema")));
    auto set = ContextSet::read(read_file(folder / text(sets.at(dialect_name))));
    REQUIRE(set);
    auto planner = Planner::build(store.as(dialect), std::move(*set));
    REQUIRE(planner);
    Judge judge(store, *planner, dialect);
    for (const json::value& item : file.at("cases").as_array()) {
      const json::array& in = item.at("dialects").as_array();
      if (std::find(in.begin(), in.end(), json::value(dialect_name)) != in.end()) judge.judge(item.as_object());
    }
    all.right += judge.tally().right;
    all.refused += judge.tally().refused;
    all.wrong += judge.tally().wrong;
    all.not_run += judge.tally().not_run;
  }
  return all;
}

}  // namespace

TEST_CASE("facets: cases are right or refused, and nearly all are right") {
  for (const auto& [name, dialect] : dialects()) {
    CAPTURE(name);
    const Tally tally = judge_all(name, dialect);
    MESSAGE(name << ": " << tally.right << " right, " << tally.refused << " refused, " << tally.wrong << " wrong, "
                 << tally.not_run << " not run");
    CHECK(tally.wrong == 0);
    const std::size_t judged = tally.right + tally.refused + tally.wrong;
    CHECK(judged >= 200);
    CHECK(tally.right * 100 >= judged * 95);
  }
}
