// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engines/postgresql_server.hpp"
#include "search/trigram_index.hpp"
#include "text/pg_trgm.hpp"
#include "unit/search/trigram_values.hpp"

namespace querydata::test {

namespace {

namespace pg_trgm = text::pg_trgm;
using search::TextMatch;
using search::TrigramIndex;
using search::unlimited;

constexpr std::size_t value_count = 200'000;
constexpr std::size_t phrase_count = QUERYDATA_TEST_PHRASES;

/// A word that nobody knows, in one of several scripts.
std::string made_word(std::mt19937& random) {
  static const std::vector<std::vector<std::string_view>> scripts = {
      {"ber", "lin", "Ost", "an", "kel", "tor", "mi", "Que", "sta", "ou", "x", "9"},
      {"é", "ño", "Ça", "ß", "ör", "Ü", "la", "i", "t", "ş", "İ"},
      {"αθ", "ή", "να", "Σο", "φός", "Ω", "μέ", "γα"},
      {"мос", "К", "ва", "ё", "Ж", "ни", "река", "щ"},
      {"大", "阪", "の", "城", "東", "京", "駅", "公", "園"},
      {"हि", "न्दी", "न", "ग", "र"},
  };
  const auto& parts = scripts[random() % 3 == 0 ? random() % scripts.size() : 0];
  std::string word;
  for (std::size_t count = 1 + random() % 4; count > 0; --count) word += parts[random() % parts.size()];
  return word;
}

std::string made_value(std::mt19937& random, const std::vector<std::string>& words) {
  static constexpr std::array<std::string_view, 6> separators = {" ", " ", " ", "-", ", ", "_"};
  if (random() % 4 == 0) return hard_name(random);
  std::string value;
  for (std::size_t count = 1 + random() % 5; count > 0; --count) {
    if (!value.empty()) value += separators[random() % separators.size()];
    value += words[random() % words.size()];
  }
  return value;
}

/// A value as PostgreSQL returns it, with its float4.
struct Row {
  std::string value;
  float number;
  bool operator==(const Row&) const = default;
};

class Server {
 public:
  explicit Server(const std::vector<std::string>& values) : server_(database()) {
    REQUIRE(server_.run("CREATE EXTENSION pg_trgm; CREATE TABLE t (v text)") == "");
    REQUIRE(server_.run("COPY t FROM STDIN") == "");
    for (const std::string& value : values) REQUIRE(PQputCopyData(connection(), (value + "\n").c_str(), size(value)));
    REQUIRE(PQputCopyEnd(connection(), nullptr) == 1);
    while (PGresult* result = PQgetResult(connection())) PQclear(result);
    REQUIRE(server_.run("CREATE INDEX ON t USING gin (v gin_trgm_ops);"
                        "CREATE INDEX ON t USING gist (v gist_trgm_ops(siglen = 64)); ANALYZE t") == "");
  }

  std::vector<Row> rows(const std::string& sql, const std::string& phrase) {
    const char* const parameters[] = {phrase.c_str()};
    const PostgresqlResult result(PQexecParams(connection(), sql.c_str(), 1, nullptr, parameters, nullptr, nullptr, 0),
                                  &PQclear);
    REQUIRE_MESSAGE(PQresultStatus(result.get()) == PGRES_TUPLES_OK, PQresultErrorMessage(result.get()));
    std::vector<Row> rows;
    for (int row = 0; row < PQntuples(result.get()); ++row)
      rows.push_back({PQgetvalue(result.get(), row, 0), std::strtof(PQgetvalue(result.get(), row, 1), nullptr)});
    return rows;
  }

 private:
  /// With the locale that `pg_trgm::Locale::c_utf8` stands for.
  static std::string database() {
    PostgresqlServer server("postgres");
    REQUIRE(server.run("CREATE DATABASE trigrams TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' "
                       "LC_CTYPE 'C.UTF-8'") == "");
    return "trigrams";
  }
  static int size(const std::string& value) { return static_cast<int>(value.size() + 1); }
  PGconn* connection() { return server_.connection(); }

  PostgresqlServer server_;
};

}  // namespace

TEST_CASE("postgresql: %, <% and <-> find the same rows in the same order with the same float4") {
  std::mt19937 random(11);
  std::vector<std::string> words(3000);
  for (std::string& word : words) word = made_word(random);
  const auto values =
      distinct_values(value_count, random, [&](std::mt19937& state) { return made_value(state, words); });
  Server server(values);

  const std::vector<std::string_view> views(values.begin(), values.end());
  const auto built = TrigramIndex::build(views).value();
  const auto text_of = [&](std::uint32_t id) { return views[built.order[id]]; };
  const auto index = TrigramIndex::open(built.bytes, text_of).value();
  const auto rows_of = [&](const std::vector<TextMatch>& matches) {
    std::vector<Row> rows;
    for (const TextMatch& match : matches) rows.push_back({std::string(text_of(match.id)), match.similarity});
    return rows;
  };

  std::size_t compared = 0;
  for (std::size_t i = 0; i < phrase_count; ++i) {
    std::string phrase = values[random() % values.size()];
    if (i % 3 != 0) phrase = misspelt(phrase, random);
    if (i % 5 == 0) phrase = words[random() % words.size()];
    if (i % 50 == 0) phrase = made_value(random, words) + " ... " + phrase;
    CAPTURE(phrase);
    const bool all = i % 10 == 0;
    const std::size_t limit = all ? unlimited : 20;
    const std::string cut = all ? "" : " LIMIT 20";

    const auto similar =
        server.rows("SELECT v, similarity(v, $1) FROM t WHERE v % $1 ORDER BY 2 DESC, v COLLATE \"C\"" + cut, phrase);
    CHECK(rows_of(index.similar(phrase, {pg_trgm::similarity_threshold, limit, {}}).value()) == similar);

    const auto word_similar = server.rows(
        "SELECT v, word_similarity($1, v) FROM t WHERE $1 <% v ORDER BY 2 DESC, v COLLATE \"C\"" + cut, phrase);
    CHECK(rows_of(index.word_similar(phrase, {pg_trgm::word_similarity_threshold, limit, {}}).value()) == word_similar);

    // By the GiST index, which gives no order but that of the distance.
    const auto nearest = server.rows(
        "SELECT v, d FROM (SELECT v, v <-> $1 AS d FROM t ORDER BY v <-> $1 FETCH FIRST 20 ROWS WITH TIES) AS near "
        "ORDER BY d, v COLLATE \"C\" LIMIT 20",
        phrase);
    auto found = rows_of(index.similar(phrase, {0, 20, {}}).value());
    for (Row& row : found) row.number = pg_trgm::distance(row.number);
    CHECK(found == nearest);
    compared += similar.size() + word_similar.size() + nearest.size();
  }
  CHECK(compared > 20 * phrase_count);
}

}  // namespace querydata::test
