#include <doctest/doctest.h>

#include <boost/json/value.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "model/names.hpp"
#include "property/sql/data.hpp"
#include "property/sql/oracle.hpp"
#include "property/sql/round_trip.hpp"
#include "querydata/sql.hpp"
#include "sql/lexer.hpp"

namespace querydata::test {

namespace {

namespace fs = std::filesystem;

Reads reads_of(const StatementInfo& info) {
  Reads out;
  for (const auto& table : info.tables) out.tables.insert(model::lower(table.table));
  for (const auto& column : info.columns) out.columns.emplace(model::lower(column.table), model::lower(column.column));
  out.functions.insert(info.functions.begin(), info.functions.end());
  return out;
}

struct Count {
  std::size_t statements = 0;
  std::size_t equal = 0;
  std::size_t refused_by_both = 0;
  std::size_t accepted_by_us_alone = 0;
};

/// Judges one statement as SQLite does, and reads the same.
void compare(Oracle& oracle, const Schema& schema, const std::string& sql, Count& count) {
  ++count.statements;
  Reads theirs;
  std::string error;
  const bool accepted = oracle.prepare(sql, theirs, error);
  const auto info = inspect(sql, Dialect::sqlite, schema);
  CAPTURE(sql);
  if (!accepted) {
    ++(info ? count.accepted_by_us_alone : count.refused_by_both);
    if (std::getenv("QUERYDATA_SHOW_REFUSED") != nullptr) {
      MESSAGE(sql << "\nSQLite: " << error << "\nwe: " << (info ? "accepted" : to_string(info.error())));
    }
    return;
  }
  if (!info) {
    FAIL_CHECK("SQLite accepts it, we do not: " << to_string(info.error()));
    return;
  }
  std::string joined;
  for (const auto& token : sql::tokenize(sql, Dialect::sqlite)) joined += token.span.of(sql);
  CHECK(joined == sql);
  check_values(sql, Dialect::sqlite, &schema);
  auto ours = reads_of(*info);
  // The authorizer is not asked about the columns that USING joins, nor about tables of which no other is read.
  if (sql.find("USING") != std::string::npos || sql.find("using") != std::string::npos) {
    for (const auto& column : theirs.columns) CHECK(ours.columns.contains(column));
    for (const auto& table : theirs.tables) CHECK(ours.tables.contains(table));
    ours.columns = theirs.columns;
    ours.tables = theirs.tables;
  }
  if (ours == theirs) {
    ++count.equal;
  } else {
    FAIL_CHECK("SQLite reads " << show(theirs) << "\nwe read " << show(ours));
  }
}

class Databases {
 public:
  explicit Databases(std::function<std::unique_ptr<Oracle>(const std::string&)> open) : open_(std::move(open)) {}
  std::pair<Oracle*, const Schema*> get(const std::string& name) {
    auto& entry = entries_[name];
    if (!entry.first) {
      entry.first = open_(name);
      entry.second = entry.first->schema();
    }
    return {entry.first.get(), &entry.second};
  }

 private:
  std::function<std::unique_ptr<Oracle>(const std::string&)> open_;
  std::map<std::string, std::pair<std::unique_ptr<Oracle>, Schema>> entries_;
};

void report(const char* what, const Count& count) {
  MESSAGE(std::string(what) << ": " << count.statements << " statements, " << count.equal << " read alike, "
                            << count.refused_by_both << " refused by both, " << count.accepted_by_us_alone
                            << " accepted by us alone");
}

void compare_records(const char* what, const boost::json::value& records, const char* member, Databases& databases,
                     std::size_t step = 1) {
  Count count;
  const auto& list = records.as_array();
  for (std::size_t i = 0; i < list.size(); i += step) {
    const auto& record = list[i].as_object();
    const auto [oracle, schema] = databases.get(std::string(record.at("db_id").as_string()));
    compare(*oracle, *schema, std::string(record.at(member).as_string()), count);
  }
  report(what, count);
  CHECK(count.equal + count.refused_by_both + count.accepted_by_us_alone == count.statements);
}

}  // namespace

TEST_CASE("authorizer: the queries of Spider dev read what SQLite reads") {
  const auto folder = data("Spider");
  if (folder.empty()) return;
  Databases databases([&](const std::string& name) {
    return std::make_unique<Oracle>(folder / "spider/database" / name / (name + ".sqlite"));
  });
  compare_records("Spider dev", read_json(folder / "spider/dev.json"), "query", databases);
  compare_records("Spider-DK", read_json(folder / "spider/spider_dk.json"), "query", databases);
}

TEST_CASE("authorizer: the queries of Spider train read what SQLite reads") {
  const auto folder = data("Spider train");
  if (folder.empty()) return;
  Databases databases([&](const std::string& name) {
    return std::make_unique<Oracle>(folder / "spider_train/database" / (name + ".sqlite"));
  });
  compare_records("Spider train", read_json(folder / "spider_train/train_spider.json.gz"), "query", databases);
}

TEST_CASE("authorizer: the queries of BIRD read what SQLite reads") {
  const auto folder = data("BIRD");
  if (folder.empty()) return;
  Databases databases([&](const std::string& name) {
    auto oracle = std::make_unique<Oracle>();
    oracle->run(bytes(folder / "bird_mini_dev/schema" / (name + ".sql")));
    return oracle;
  });
  compare_records("BIRD mini dev", read_json(folder / "bird_mini_dev/mini_dev_sqlite.json"), "SQL", databases);
}

TEST_CASE("authorizer: the templates of the text-to-SQL sets read what SQLite reads") {
  const auto folder = data("templates");
  if (folder.empty()) return;
  for (const auto& entry : fs::directory_iterator(folder / "text2sql_templates")) {
    const auto name = entry.path().filename().string();
    fs::path database;
    for (const auto& file : fs::directory_iterator(entry.path())) {
      if (file.path().extension() == ".sqlite") database = file.path();
    }
    const auto set = entry.path() / (name + ".context_set.json");
    if (database.empty()) {
      MESSAGE("no database for ", name);
      continue;
    }
    Oracle oracle(database);
    const auto schema = oracle.schema();
    Count count;
    const auto document = read_json(set);
    for (const auto& item : document.at("templates").as_array()) {
      compare(oracle, schema, std::string(item.at("sql").as_string()), count);
      compare(oracle, schema, std::string(item.at("parameterized").at("parameterized_sql").as_string()), count);
    }
    report(name.c_str(), count);
    CHECK(count.equal + count.refused_by_both + count.accepted_by_us_alone == count.statements);
  }
}

TEST_CASE("authorizer: the queries of Spider 2 read what SQLite reads") {
  const auto folder = data("Spider 2");
  if (folder.empty()) return;
  const auto tables = read_json(folder / "spider2_lite_sqlite/tables.json.gz");
  Databases databases([&](const std::string& name) {
    auto oracle = std::make_unique<Oracle>();
    for (const auto& table : tables.as_array()) {
      if (table.at("db_id").as_string() != name) continue;
      try {
        oracle->run(std::string(table.at("ddl").as_string()));
      } catch (const std::runtime_error&) {
        // SQLite's own tables, and a few whose published text is no SQL.
      }
    }
    return oracle;
  });
  Count count;
  const auto questions = read_json(folder / "spider2_lite_sqlite/questions.json");
  for (const auto& question : questions.as_array()) {
    const auto* sql = question.as_object().if_contains("gold_sql");
    if (sql == nullptr) continue;
    const auto [oracle, schema] = databases.get(std::string(question.at("db_id").as_string()));
    compare(*oracle, *schema, std::string(sql->as_string()), count);
  }
  report("Spider 2", count);
  CHECK(count.statements > 20);
}

TEST_CASE("authorizer: the queries of German Spider read what SQLite reads") {
  const auto folder = data("German Spider");
  if (folder.empty()) return;
  Databases databases([&](const std::string& name) {
    return std::make_unique<Oracle>(folder / "spider_german/database" / name / (name + ".sqlite"));
  });
  compare_records("German Spider", read_json(folder / "spider_german/dev.json"), "query", databases);
}

}  // namespace querydata::test
