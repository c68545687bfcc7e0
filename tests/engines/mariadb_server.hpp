/// @file
/// A connection to the server that with_engine.py started.
#pragma once

#include <doctest/doctest.h>
#include <mysql.h>

#include <cstdlib>
#include <string>

namespace querydata::test {

class MariadbServer {
 public:
  MariadbServer() : connection_(mysql_init(nullptr)) {
    const char* socket = std::getenv("QUERYDATA_ENGINE_SOCKET");
    REQUIRE_MESSAGE(socket != nullptr, "run by tests/engines/with_engine.py");
    const bool open = mysql_real_connect(connection_, nullptr, std::getenv("QUERYDATA_ENGINE_USER"), nullptr, nullptr,
                                         0, socket, CLIENT_MULTI_STATEMENTS) != nullptr;
    REQUIRE_MESSAGE(open, mysql_error(connection_));
    REQUIRE(mysql_set_character_set(connection_, "utf8mb4") == 0);
  }
  ~MariadbServer() { mysql_close(connection_); }
  MariadbServer(const MariadbServer&) = delete;
  MariadbServer& operator=(const MariadbServer&) = delete;

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

  [[nodiscard]] MYSQL* connection() const { return connection_; }

 private:
  MYSQL* connection_;
};

}  // namespace querydata::test
