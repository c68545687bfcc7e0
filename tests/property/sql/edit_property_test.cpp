// Edited statements against nested ones that mean the same, on SQLite: a condition on a table's rows is a subquery in
// the place of the table, a condition on groups or on rows behind an outer join one around the whole.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "property/sql/oracle.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// `text` with every `mark` replaced.
std::string replaced(std::string text, std::string_view mark, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += with.size()) {
    text.replace(at, mark.size(), with);
  }
  return text;
}

class Edits {
 public:
  Edits() {
    oracle_.run(
        "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, country TEXT, area REAL, population INTEGER);"
        "CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT, continent TEXT);"
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, city_id INTEGER, salary INTEGER);");
    for (const auto* code : {"NO", "SE", "DE", "FR", "JP", "PE"}) {
      oracle_.run("INSERT INTO country VALUES ('" + std::string(code) + "', '" + code + "land', '" +
                  pick({"Europe", "Asia", "America"}) + "')");
    }
    for (int i = 0; i < 40; ++i) {
      oracle_.run("INSERT INTO city VALUES (" + std::to_string(i) + ", '" + pick({"Bergen", "Lund", "Ulm", "Lyon"}) +
                  "', " + pick({"'NO'", "'SE'", "'DE'", "'FR'", "'XX'", "NULL"}) + ", " + std::to_string(below(100)) +
                  ".5, " + pick({"NULL", std::to_string(below(90)), std::to_string(below(90))}) + ")");
    }
    for (int i = 0; i < 60; ++i) {
      oracle_.run("INSERT INTO person VALUES (" + std::to_string(i) + ", '" + pick({"Ann", "Bo", "Cy"}) + "', " +
                  std::to_string(below(45)) + ", " + std::to_string(below(1000)) + ")");
    }
    schema_ = oracle_.schema();
  }

  std::string pick(std::initializer_list<std::string_view> words) {
    return std::string(words.begin()[below(words.size())]);
  }
  std::size_t below(std::size_t bound) { return random_() % bound; }
  std::string number(std::size_t bound) { return std::to_string(below(bound)); }

  /// A condition on the rows of `city`.
  std::string condition() {
    switch (below(8)) {
      case 0:
        return "city.area > " + number(90);
      case 1:
        return "city.name = '" + pick({"Ulm", "Lund", "Lyon"}) + "' OR city.population < " + number(60);
      case 2:
        return "city.country IN (SELECT country.code FROM country WHERE country.continent = 'Europe')";
      case 3:
        return "NOT city.population BETWEEN " + number(40) + " AND " + number(90);
      case 4:
        return "city.area >= (SELECT avg(other.area) FROM city AS other WHERE other.country = city.country)";
      case 5:
        return "city.country IS NOT NULL AND (city.area < 70 OR city.id % 3 = " + number(3) + ") -- a comment";
      case 6:
        return "EXISTS (SELECT 1 FROM person WHERE person.city_id = city.id AND person.salary > " + number(900) + ")";
      default:
        return "CASE WHEN city.area > " + number(80) + " THEN 1 ELSE city.population > 30 END";
    }
  }

  std::string where() {
    return pick({"", "", " WHERE {a}.area > 10", " WHERE {a}.area < 30 OR {a}.population > 20",
                 " WHERE ({a}.area < 30 OR {a}.population > 20)",
                 " WHERE {a}.country IN ('NO', 'SE') OR NOT {a}.id > 9",
                 " WHERE area > 5 AND ({a}.id < 30 OR {a}.name <> 'Ulm') /* all */"});
  }

  /// A query that reads city once, `{city}` in FROM and `{a}` for its name.
  std::string query() {
    const auto rows = "SELECT {a}.id AS i, {a}.country AS k, {a}.area AS r FROM {city}" + where();
    switch (below(12)) {
      case 0:
        return rows;
      case 1:
        return rows + " ORDER BY i " + pick({"", "DESC"}) + " LIMIT " + number(20) + pick({"", " OFFSET 2"});
      case 2:
        return "SELECT {a}.name, co.continent FROM {city} JOIN country AS co ON co.code = {a}.country" + where();
      case 3:
        return "SELECT {a}.name, co.name FROM {city}, country co WHERE co.code = {a}.country OR {a}.area > 50";
      case 4:
        return "SELECT {a}.id, p.name FROM {city} LEFT JOIN person p ON p.city_id = {a}.id" + where();
      case 5:
        return "SELECT {a}.country, count(*), sum({a}.population) FROM {city}" + where() +
               " GROUP BY {a}.country HAVING count(*) > 1 OR max({a}.area) > 60";
      case 6:
        return "WITH q AS (" + rows + ") SELECT x.k, co.name FROM q AS x JOIN country co ON co.code = x.k";
      case 7:
        return "SELECT s.k, count(*) FROM (" + rows + ") AS s WHERE s.r > 3 OR s.r < 1 GROUP BY 1";
      case 8:
        return "SELECT {a}.name FROM {city}" + where() + pick({" UNION ", " UNION ALL ", " EXCEPT "}) +
               "SELECT name FROM country";
      case 9:
        return "SELECT name FROM country WHERE code IN (SELECT {a}.country FROM {city}" + where() + ")";
      case 10:
        return "SELECT co.code, (SELECT max({a}.area) FROM {city} WHERE {a}.country = co.code) FROM country co";
      default:
        return "SELECT {a}.id, rank() OVER (PARTITION BY {a}.country ORDER BY {a}.area, {a}.id) FROM {city}" + where();
    }
  }

  Rows rows(const std::string& sql, bool sorted = true) {
    auto out = oracle_.rows(sql);
    if (sorted) std::sort(out.begin(), out.end());
    return out;
  }

  /// One more edit that gives what the reference gives.
  void compare(const Result<std::string>& edited, const std::string& original, const std::string& reference,
               bool sorted = true) {
    INFO(original, "\n", reference);
    REQUIRE_MESSAGE(edited, to_string(edited.error()));
    INFO(*edited);
    const auto result = rows(*edited, sorted);
    CHECK(result == rows(reference, sorted));
    ++edits_;
    changed_ += result != rows(original, sorted);
    empty_ += result.empty();
  }

  Result<std::string> with_predicate(const std::string& sql, const std::string& predicate) {
    return add_predicate(sql, Dialect::sqlite, schema_, predicate);
  }
  Result<std::string> with_join(const std::string& sql, const NewJoin& join) {
    return add_join(sql, Dialect::sqlite, schema_, join);
  }

  /// That the edits did something, and not the same.
  void summarize(std::size_t edits) const {
    CHECK(edits_ == edits);
    CHECK(changed_ > edits_ / 4);
    CHECK(empty_ < edits_ / 4);
    MESSAGE(edits_, " edits, ", changed_, " change the result, ", empty_, " empty it");
  }

 private:
  Oracle oracle_;
  Schema schema_;
  std::mt19937 random_{7};
  std::size_t edits_ = 0;
  std::size_t changed_ = 0;
  std::size_t empty_ = 0;
};

struct Named {
  std::string_view from;
  std::string_view name;
};

}  // namespace

TEST_CASE("edit: a predicate keeps the rows of its table that it holds for") {
  Edits edits;
  constexpr std::array<Named, 3> names{{{"city", "city"}, {"city AS c", "c"}, {"main.city \"a b\"", "\"a b\""}}};
  for (int i = 0; i < 360; ++i) {
    const auto& [from, name] = names[edits.below(names.size())];
    const auto form = replaced(edits.query(), "{a}", name);
    const auto condition = edits.condition();
    const auto original = replaced(form, "{city}", from);
    const auto nested = "(SELECT * FROM city WHERE " + condition + "\n) AS " + std::string(name);
    edits.compare(edits.with_predicate(original, condition), original, replaced(form, "{city}", nested));
  }
  edits.summarize(360);
}

TEST_CASE("edit: a predicate on an outer join's other side chooses rows behind the join") {
  Edits edits;
  for (int i = 0; i < 60; ++i) {
    const auto from = " FROM country co LEFT JOIN city c ON c.country = co.code";
    const auto where = replaced(edits.where(), "{a}", "c");
    const auto condition = edits.condition();
    const auto original = "SELECT co.code, c.id" + (from + where);
    edits.compare(
        edits.with_predicate(original, condition), original,
        "SELECT code, id FROM (SELECT co.code AS code, c.*" + (from + where) + ") AS city WHERE " + condition);
  }
  edits.summarize(60);
}

TEST_CASE("edit: a predicate on aggregates chooses groups") {
  Edits edits;
  for (int i = 0; i < 60; ++i) {
    const auto bound = edits.number(8);
    const auto [condition, outer] = [&]() -> std::pair<std::string, std::string> {
      switch (edits.below(4)) {
        case 0:
          return {"count(*) > " + bound, "n > " + bound};
        case 1:
          return {"sum(city.area) < 1" + bound + "0 OR city.country = 'NO'", "s < 1" + bound + "0 OR k = 'NO'"};
        case 2:
          return {"count(*) > " + bound + " AND city.country <> 'SE'", "n > " + bound + " AND k <> 'SE'"};
        default:
          return {"max(city.area) - min(city.area) > 5" + bound, "d > 5" + bound};
      }
    }();
    const auto original = replaced(
        "SELECT {a}.country AS k, count(*) AS n, sum({a}.area) AS s, max({a}.area) - min({a}.area) AS d "
        "FROM city {a}" +
            edits.where() + " GROUP BY " + edits.pick({"1", "k", "{a}.country"}) +
            edits.pick({"", " HAVING n > 1 OR s > 50"}),
        "{a}", "c");
    edits.compare(edits.with_predicate(original, condition), original,
                  "SELECT * FROM (" + original + ") WHERE " + outer);
  }
  edits.summarize(60);
}

TEST_CASE("edit: a limit keeps the first rows") {
  Edits edits;
  for (int i = 0; i < 60; ++i) {
    const auto order = edits.pick({"i", "r DESC, i"});
    const auto most = edits.below(12);
    auto original = replaced("SELECT {a}.id AS i, {a}.area AS r FROM city {a}" + edits.where(), "{a}", "c");
    if (edits.below(3) == 0) original += " UNION SELECT id + 100, salary + 0.25 FROM person";
    original +=
        " ORDER BY " + order +
        edits.pick({"", "", " LIMIT 5", " LIMIT -1 OFFSET 3", " LIMIT 2, 9", " LIMIT (SELECT 7)", " LIMIT 3 * 3"});
    edits.compare(limit_rows(original, Dialect::sqlite, most), original,
                  "SELECT * FROM (" + original + ") LIMIT " + std::to_string(most), false);
  }
  edits.summarize(60);
}

TEST_CASE("edit: a join pairs the rows of its level") {
  Edits edits;
  for (int i = 0; i < 90; ++i) {
    const auto name = edits.pick({"city", "c"});
    const bool outer = edits.below(3) == 0;
    const auto columns = edits.pick({"{a}.id AS i, {a}.name AS n", "id AS i, name AS n"});
    const auto form = replaced("SELECT " + columns + "{key} FROM city AS {a}" + edits.where(), "{a}", name);
    const auto original = replaced(form, "{key}", "");
    const bool people = edits.below(2) == 0;
    const NewJoin join = people ? NewJoin{"person", "", "person.city_id = city.id AND person.salary > 300", outer}
                                : NewJoin{"country", "land", "land.code = city.country", outer};
    const auto nested = replaced(form, "{key}", ", " + name + ".id AS key_id, " + name + ".country AS key_country");
    edits.compare(edits.with_join(original, join), original,
                  "SELECT i, n FROM (" + nested + ") AS q " + (outer ? "LEFT " : "") +
                      (people ? "JOIN person ON person.city_id = q.key_id AND person.salary > 300"
                              : "JOIN country ON country.code = q.key_country"));
  }
  edits.summarize(90);
}

TEST_CASE("edit: edits build on each other") {
  Edits edits;
  for (int i = 0; i < 60; ++i) {
    const auto original =
        replaced("SELECT {a}.id, name FROM city AS {a}" + edits.where() + " ORDER BY {a}.id", "{a}", "c");
    const auto condition = edits.condition();
    const auto joined = edits.with_join(original, {"country", "", "country.code = city.country"});
    REQUIRE(joined);
    const auto narrowed = edits.with_predicate(*joined, "country.continent = 'Europe'");
    REQUIRE(narrowed);
    const auto chosen = edits.with_predicate(*narrowed, condition);
    REQUIRE(chosen);
    const auto nested =
        "(SELECT * FROM city WHERE country IN (SELECT code FROM country WHERE continent = 'Europe') AND (" + condition +
        "\n)) AS c";
    edits.compare(limit_rows(*chosen, Dialect::sqlite, 6), original,
                  replaced(original, "city AS c", nested) + " LIMIT 6", false);
  }
  edits.summarize(60);
}

}  // namespace querydata::test
