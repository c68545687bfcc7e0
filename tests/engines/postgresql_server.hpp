/// @file
/// A connection to the server that with_engine.py started.
#pragma once

#include <doctest/doctest.h>
#include <libpq-fe.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

namespace querydata::test {

using PostgresqlResult = std::unique_ptr<PGresult, decltype(&PQclear)>;

class PostgresqlServer {
 public:
  /// As the server's owner, or as another user without a password.
  explicit PostgresqlServer(const std::string& database, const char* user = std::getenv("QUERYDATA_ENGINE_USER")) {
    const char* socket = std::getenv("QUERYDATA_ENGINE_SOCKET");
    REQUIRE_MESSAGE(socket != nullptr, "run by tests/engines/with_engine.py");
    connection_ = PQsetdbLogin(socket, nullptr, nullptr, nullptr, database.c_str(), user, nullptr);
    REQUIRE_MESSAGE(PQstatus(connection_) == CONNECTION_OK, PQerrorMessage(connection_));
    PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
  }
  ~PostgresqlServer() { PQfinish(connection_); }
  PostgresqlServer(const PostgresqlServer&) = delete;
  PostgresqlServer& operator=(const PostgresqlServer&) = delete;

  PGconn* connection() { return connection_; }

  /// Milliseconds of processor time that the server has spent on this connection; Linux only.
  double cpu_milliseconds() {
    std::ifstream file("/proc/" + std::to_string(PQbackendPID(connection_)) + "/schedstat");
    double nanoseconds = 0;
    file >> nanoseconds;
    REQUIRE(file.good());
    return nanoseconds * 1e-6;
  }

  PostgresqlResult query(const std::string& sql) { return {PQexec(connection_, sql.c_str()), &PQclear}; }

  /// What the server has against the text, empty if it takes it.
  std::string run(const std::string& sql) { return PQresultErrorMessage(query(sql).get()); }
  std::string prepare(const std::string& sql) {
    const PostgresqlResult result(PQprepare(connection_, "", sql.c_str(), 0, nullptr), &PQclear);
    return PQresultErrorMessage(result.get());
  }

 private:
  PGconn* connection_ = nullptr;
};

}  // namespace querydata::test
