// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>
#include <mysql.h>

#include <cstdlib>
#include <string>

#include "property/sql/data.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

namespace {

class Server {
 public:
  Server() : connection_(mysql_init(nullptr)) {
    const char* socket = std::getenv("QUERYDATA_ENGINE_SOCKET");
    REQUIRE_MESSAGE(socket != nullptr, "run by tests/engines/with_engine.py");
    const bool open = mysql_real_connect(connection_, nullptr, std::getenv("QUERYDATA_ENGINE_USER"), nullptr, nullptr,
                                         0, socket, CLIENT_MULTI_STATEMENTS) != nullptr;
    REQUIRE_MESSAGE(open, mysql_error(connection_));
    REQUIRE(mysql_set_character_set(connection_, "utf8mb4") == 0);
  }
  ~Server() { mysql_close(connection_); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// What the server has against the text, empty if it takes it.
  std::string run(const std::string& sql) {
    if (mysql_real_query(connection_, sql.data(), sql.size()) != 0) return mysql_error(connection_);
    do mysql_free_result(mysql_store_result(connection_));
    while (mysql_next_result(connection_) == 0);
    return mysql_error(connection_);
  }
  std::string prepare(const std::string& sql) {
    auto* statement = mysql_stmt_init(connection_);
    const int code = mysql_stmt_prepare(statement, sql.data(), sql.size());
    const std::string error = code == 0 ? std::string() : std::string(mysql_stmt_error(statement));
    mysql_stmt_close(statement);
    return error;
  }

 private:
  MYSQL* connection_;
};

}  // namespace

TEST_CASE("mariadb: BIRD's statements prepare, with placeholders too, but for four that write an alias in two cases") {
  Server server;
  std::size_t prepared = 0;
  const auto statements = bird_statements(Dialect::mysql);
  for (const auto& [name, schema] : bird_schemas(Dialect::mysql)) {
    REQUIRE(server.run("CREATE DATABASE " + name + "; USE " + name) == "");
    REQUIRE(server.run(create_tables(schema, Dialect::mysql)) == "");
    for (const auto& gold : statements) {
      if (gold.database != name) continue;
      const auto error = server.prepare(gold.sql);
      const auto info = inspect(gold.sql, Dialect::mysql, schema);
      if (static_cast<bool>(info) != error.empty()) {
        FAIL_CHECK("MariaDB: " << error << "; we: " << (info ? std::string("accepted") : to_string(info.error()))
                               << ": " << gold.sql);
      }
      prepared += error.empty() ? 1 : 0;
      if (!error.empty()) continue;
      const auto taken = extract_parameters(gold.sql, Dialect::mysql, PlaceholderStyle::question).value();
      CHECK_MESSAGE(server.prepare(taken.sql) == "", taken.sql);
    }
  }
  CHECK(prepared == (statements.empty() ? 0 : statements.size() - 4));
  MESSAGE("prepared " << prepared << " of " << statements.size());
}

}  // namespace querydata::test
