// Run by tests/engines/with_engine.py, beside a server of its own: each hostile statement runs there unchecked.
#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engines/postgresql_server.hpp"
#include "property/hostile/effects.hpp"
#include "property/hostile/entries.hpp"

namespace querydata::test {

namespace {

/// A result's rows, a line each.
std::string lines(const PGresult* result) {
  std::string out;
  for (int row = 0; row < PQntuples(result); ++row) {
    for (int column = 0; column < PQnfields(result); ++column) out.append(PQgetvalue(result, row, column)).append("|");
    out += '\n';
  }
  return out;
}

/// What came of a text: an error, or how many statements ran.
struct Outcome {
  std::string error;
  std::string state;  ///< SQLSTATE
  std::size_t statements = 0;
};

/// One user's session in a database of its own, with something of everything that a statement could take away.
class Session {
 public:
  Session(const std::string& database, const char* user, bool own_locks) : server_(database, user) {
    PQsetNoticeProcessor(
        server_.connection(), [](void*, const char*) {}, nullptr);
    REQUIRE(server_.run("LISTEN mine; PREPARE mine AS SELECT 1; SET app.mine = 'x'; SET app.x = ''") == "");
    REQUIRE(server_.run("BEGIN; DECLARE mine CURSOR WITH HOLD FOR SELECT 1; COMMIT") == "");
    if (own_locks) REQUIRE(server_.run("SELECT pg_advisory_lock(1)") == "");
    state_ = state();
  }

  Outcome run(const std::string& sql) {
    Outcome outcome;
    if (PQsendQuery(server_.connection(), sql.c_str()) == 0) outcome.error = PQerrorMessage(server_.connection());
    while (const PostgresqlResult result{PQgetResult(server_.connection()), &PQclear}) {
      const auto status = PQresultStatus(result.get());
      if (status == PGRES_COPY_OUT) drain();
      if (status == PGRES_COPY_IN) PQputCopyEnd(server_.connection(), nullptr);
      if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) ++outcome.statements;
      if (status != PGRES_FATAL_ERROR) continue;
      outcome.error = PQresultErrorMessage(result.get());
      const char* state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
      outcome.state = state != nullptr ? state : "";
    }
    return outcome;
  }

  [[nodiscard]] int process() { return PQbackendPID(server_.connection()); }
  [[nodiscard]] bool lives() { return PQstatus(server_.connection()) == CONNECTION_OK; }
  [[nodiscard]] PGTransactionStatusType transaction() { return PQtransactionStatus(server_.connection()); }
  [[nodiscard]] bool wrote() {
    return lines(server_.query("SELECT pg_current_xact_id_if_assigned() IS NOT NULL").get()) == "t|\n";
  }
  [[nodiscard]] bool changed() { return state() != state_; }
  /// The next random number: the same in two sessions only if a statement saw to it.
  [[nodiscard]] std::string random() { return lines(server_.query("SELECT random()").get()); }

 private:
  void drain() {
    char* row = nullptr;
    while (PQgetCopyData(server_.connection(), &row, 0) > 0) PQfreemem(row);
  }

  std::string state() {
    return lines(server_
                     .query("SELECT 'setting', name || '=' || setting FROM pg_settings WHERE category <> "
                            "'Customized Options' "
                            "UNION ALL SELECT 'mine', current_setting('app.mine', true) "
                            "UNION ALL SELECT 'x', current_setting('app.x', true) "
                            "UNION ALL SELECT 'user', session_user || ' ' || current_user "
                            "UNION ALL SELECT 'prepared', name FROM pg_prepared_statements "
                            "UNION ALL SELECT 'cursor', name FROM pg_cursors "
                            "UNION ALL SELECT 'channel', pg_listening_channels()")
                     .get());
  }

  PostgresqlServer server_;
  std::string state_;
};

/// A second session that sees what the first one does to the server.
class Observer {
 public:
  explicit Observer(const std::string& database) : server_(database) { REQUIRE(server_.run("LISTEN a") == ""); }

  /// Locks of a process beyond reading the three tables, by the effect that they show.
  std::set<std::string> locks(int process) {
    const auto result = server_.query(
        "WITH known AS (SELECT oid, reltoastrelid FROM pg_class WHERE oid IN ('public.town'::regclass,"
        " 'public.orders'::regclass, 'public.big_orders'::regclass)), mine AS (SELECT oid FROM known UNION ALL"
        " SELECT reltoastrelid FROM known UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid IN (SELECT oid FROM"
        " known)) SELECT DISTINCT CASE WHEN locktype = 'advisory' OR mode <> 'AccessShareLock' THEN 'locks' ELSE"
        " 'reads_elsewhere' END FROM pg_locks WHERE pid = " +
        std::to_string(process) +
        " AND (locktype = 'advisory' OR locktype = 'relation' AND (mode <> 'AccessShareLock' OR relation NOT IN"
        " (SELECT oid FROM mine)))");
    std::set<std::string> out;
    for (int row = 0; row < PQntuples(result.get()); ++row) out.insert(PQgetvalue(result.get(), row, 0));
    return out;
  }

  /// What a statement may change beside the database: slots, origins, statistics, settings, files.
  std::string state() {
    return lines(
        server_
            .query("SELECT (SELECT count(*) FROM pg_replication_slots), (SELECT max(stats_reset) FROM"
                   " pg_stat_database), (SELECT stats_reset FROM pg_stat_bgwriter), (SELECT"
                   " md5(pg_read_file('postgresql.auto.conf'))), (SELECT count(*) FROM pg_ls_dir('pg_snapshots')),"
                   " (SELECT last_value::text || is_called FROM counter)")
            .get());
  }
  std::string log_position() { return lines(server_.query("SELECT pg_current_wal_insert_lsn()").get()); }
  /// Files that came to be; they are deleted.
  bool files_written() {
    const auto result =
        server_.query("SELECT pg_file_unlink(file) FROM pg_ls_dir('.') AS file WHERE file LIKE 'hostile_out%'");
    return PQntuples(result.get()) > 0;
  }
  bool notified() {
    PQconsumeInput(server_.connection());
    const std::unique_ptr<PGnotify, decltype(&PQfreemem)> notice(PQnotifies(server_.connection()), &PQfreemem);
    return notice != nullptr;
  }

 private:
  PostgresqlServer server_;
};

class Judge {
 public:
  Judge() : server_("postgres") {
    REQUIRE(server_.run("CREATE ROLE guest LOGIN; CREATE ROLE postgres") == "");
    REQUIRE(server_.run("CREATE DATABASE pristine") == "");
    {
      PostgresqlServer made("pristine");
      REQUIRE(made.run(test_data("hostile_setup.postgresql.sql")) == "");
      REQUIRE(made.run("VACUUM") == "");  // or the first to read a page tidies it, which the log would show
    }
    renew();
  }

  Observation observe(const std::string& listed) {
    const auto sql = placed(listed);
    auto seen = run_twice(sql, true);
    // What the transaction kept back, or kept the statement from.
    if (seen.effects.empty() && (seen.error.empty() || state_.starts_with("25"))) seen = run_twice(sql, false);
    if (seen.effects.empty() && seen.error.empty()) {
      Session guest("judge", "guest", false);
      const auto state = guest.run("BEGIN; " + sql).state;
      // Insufficient privilege; dblink's own: a statement that is prohibited.
      if (state == "42501" || state == "2F003") seen.effects.insert("privileged");
    }
    return seen;
  }

 private:
  void renew() {
    REQUIRE(server_.run("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots") == "");
    REQUIRE(server_.run("ALTER SYSTEM RESET ALL") == "");
    REQUIRE(server_.run("DROP TABLE IF EXISTS dblinked") == "");
    observer_.reset();
    REQUIRE(server_.run("DROP DATABASE IF EXISTS judge WITH (FORCE)") == "");
    REQUIRE(server_.run("CREATE DATABASE judge TEMPLATE pristine") == "");
    observer_.emplace("judge");
  }

  /// The text with its files in the server's folder, and its other server this one.
  static std::string placed(std::string sql) {
    const auto replace = [&](std::string_view from, const std::string& to) {
      for (auto at = sql.find(from); at != std::string::npos; at = sql.find(from, at + to.size()))
        sql.replace(at, from.size(), to);
    };
    const std::string folder = std::getenv("QUERYDATA_ENGINE_SOCKET");
    replace("/tmp/hostile_out", folder + "/data/hostile_out");
    replace("dbname=postgres", "host=" + folder + " user=tester dbname=postgres");
    return sql;
  }

  /// The server writes to its log of changes for reasons of its own too, but not twice in a row.
  Observation run_twice(const std::string& sql, bool in_transaction) {
    const auto seen = run(sql, in_transaction);
    return seen.effects == std::set<std::string>{"writes"} ? run(sql, in_transaction) : seen;
  }

  /// Runs the text in a session of its own, in a transaction that is rolled back, or outside.
  Observation run(const std::string& sql, bool in_transaction) {
    Observation seen;
    bool dirty = false;
    {
      auto& observer = *observer_;
      Session session("judge", "tester", !in_transaction);
      const auto server_state = observer.state();
      const auto locks = observer.locks(session.process());
      if (in_transaction) REQUIRE(session.run("BEGIN").error.empty());
      const auto log = observer.log_position();
      const auto start = std::chrono::steady_clock::now();
      const auto outcome = session.run(sql);
      if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(400)) seen.effects.insert("sleeps");
      seen.error = outcome.error;
      state_ = outcome.state;
      if (outcome.statements > 1) seen.effects.insert("several");
      const bool beside = observer.log_position() != log || observer.state() != server_state;
      if (beside) seen.effects.insert("writes");
      if (observer.files_written()) seen.effects.insert("writes_file");
      if (!session.lives()) {
        seen.effects.insert("session");
        return seen;
      }
      const auto now = observer.locks(session.process());
      for (const auto& lock : now) {
        if (!locks.contains(lock)) seen.effects.insert(lock);
      }
      if (locks.contains("locks") && !now.contains("locks")) seen.effects.insert("session");
      const auto expected = in_transaction ? PQTRANS_INTRANS : PQTRANS_IDLE;
      bool undone = in_transaction;
      if (session.transaction() == PQTRANS_INERROR) {
        REQUIRE(session.run("ROLLBACK").error.empty());
      } else if (session.transaction() != expected) {
        seen.effects.insert("session");
        undone = false;
      } else if (session.wrote()) {
        seen.effects.insert("writes");
      } else {
        undone = false;
      }
      dirty = beside && !undone;
      if (observer.notified() || session.changed()) seen.effects.insert("session");
      if (!in_transaction && session.random() == random_) seen.effects.insert("session");
      if (in_transaction) random_ = session.random();
    }
    if (dirty) renew();
    return seen;
  }

  PostgresqlServer server_;
  std::optional<Observer> observer_;
  std::string random_;  ///< the last number in a transaction
  std::string state_;   ///< the last SQLSTATE
};

}  // namespace

TEST_CASE("postgresql: hostile statements do what they are refused for") {
  Judge judge;
  check_effects(Dialect::postgresql, [&](const std::string& sql) { return judge.observe(sql); });
}

}  // namespace querydata::test
