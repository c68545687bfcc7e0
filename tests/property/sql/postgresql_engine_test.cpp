// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include <string>

#include "engines/postgresql_server.hpp"
#include "property/sql/data.hpp"
#include "querydata/sql.hpp"
#include "unit/sql/sample.hpp"

namespace querydata::test {

namespace {

Schema sample() {
  Schema schema;
  schema.tables = {
      table("a", {{"id", "int"}, {"name", "text"}, {"Mixed", "text"}, {"list", "int[]"}, {"made", "date"}}),
      table("b", {{"id", "int"}, {"a_id", "int"}, {"name", "text"}, {"doc", "jsonb"}}),
      table("holder", {{"kept", "a"}})};
  return schema;
}

}  // namespace

TEST_CASE("postgresql: BIRD's statements prepare") {
  PostgresqlServer server("postgres");
  std::size_t prepared = 0;
  const auto statements = bird_statements(Dialect::postgresql);
  for (const auto& [name, schema] : bird_schemas(Dialect::postgresql)) {
    REQUIRE(server.run("CREATE DATABASE " + name).empty());
    PostgresqlServer database(name);
    REQUIRE(database.run(create_tables(schema, Dialect::postgresql)) == "");
    for (const auto& gold : statements) {
      if (gold.database != name) continue;
      const auto error = database.prepare(gold.sql);
      CHECK_MESSAGE(error.empty(), error << gold.sql);
      prepared += error.empty() ? 1 : 0;
    }
  }
  MESSAGE("prepared " << prepared << " of " << statements.size());
}

TEST_CASE("postgresql: names mean to us what they mean to the server") {
  PostgresqlServer server("postgres");
  REQUIRE(server.run("CREATE DATABASE names").empty());
  PostgresqlServer database("names");
  REQUIRE(database.run(create_tables(sample(), Dialect::postgresql)) == "");
  for (const std::string sql : {
           "SELECT ID, NAME FROM A",
           "SELECT \"ID\" FROM a",
           "SELECT mixed FROM a",
           "SELECT \"Mixed\" FROM a",
           "SELECT a.name FROM a JOIN b USING (id)",
           "SELECT id FROM a JOIN b USING (id)",
           "SELECT id FROM a JOIN b ON a.id = b.a_id",
           "SELECT name FROM a NATURAL JOIN b",
           "SELECT j.name FROM (a JOIN b USING (id)) AS j",
           "SELECT j.doc FROM (a JOIN b USING (id)) AS j",
           "SELECT a.name FROM (a JOIN b USING (id)) AS j",
           "SELECT x.one FROM a AS x (one, two)",
           "SELECT x.id FROM a AS x (one, two)",
           "SELECT a.id FROM a AS x",
           "SELECT public.a.id FROM a",
           "SELECT public.x.id FROM a AS x",
           "SELECT other.a.id FROM a",
           "SELECT * FROM other.a",
           "SELECT a.id FROM a, b JOIN b AS c ON a.id = c.id",
           "SELECT a.id FROM a JOIN b ON a.id = b.id JOIN b AS c ON a.id = c.id",
           "SELECT * FROM a, (SELECT a.id) AS x",
           "SELECT * FROM a, LATERAL (SELECT a.id AS y) AS x WHERE y = 1",
           "SELECT e FROM a, unnest(a.list) AS e WHERE e > 1",
           "SELECT e.e FROM a, unnest(a.list) AS e",
           "SELECT e.v, o FROM a, unnest(a.list) WITH ORDINALITY AS e (v, o)",
           "SELECT ordinality FROM unnest(ARRAY[1]) WITH ORDINALITY",
           "SELECT key, value FROM b, jsonb_each(doc)",
           "SELECT x.p FROM b, jsonb_to_record(doc) AS x (p int, q text)",
           "SELECT x.r FROM b, jsonb_to_record(doc) AS x (p int, q text)",
           "SELECT value FROM b, jsonb_array_elements(doc) AS x",
           "SELECT g FROM generate_series(1, 3) AS g",
           "SELECT generate_series FROM generate_series(1, 3)",
           "SELECT count FROM (SELECT count(*) FROM a) AS x",
           "SELECT int4 FROM (SELECT 1::int) AS x",
           "SELECT \"case\" FROM (SELECT CASE WHEN true THEN 1 END) AS x",
           "SELECT \"?column?\" FROM (SELECT 1 + 1) AS x",
           "SELECT \"date\" FROM (SELECT DATE '2020-01-01') AS x",
           "SELECT name AS n FROM a WHERE n = 'x'",
           "SELECT name AS n FROM a GROUP BY n ORDER BY n",
           "SELECT name AS n FROM a ORDER BY n || 'x'",
           "SELECT count(*) AS n FROM a HAVING n > 1",
           "SELECT upper(name) AS name FROM a ORDER BY name",
           "SELECT a.name FROM a JOIN b ON true ORDER BY name",
           "SELECT a.name, b.name FROM a JOIN b ON true ORDER BY name",
           "SELECT a.name FROM a JOIN b ON true GROUP BY name",
           "SELECT count(*) FROM a ORDER BY count",
           "SELECT name FROM a UNION SELECT doc::text FROM b ORDER BY name",
           "SELECT name FROM a UNION SELECT name FROM b ORDER BY id",
           "(SELECT name FROM a) ORDER BY id",
           "WITH a AS (SELECT * FROM a) SELECT \"Mixed\" FROM a",
           "WITH x AS (SELECT * FROM y), y AS (SELECT 1 AS z) SELECT * FROM x",
           "WITH RECURSIVE x AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM x WHERE n < 3) SELECT n FROM x",
           "WITH x (p) AS (SELECT 1, 2 AS q) SELECT p, q FROM x",
           "SELECT row_to_json(a) FROM a",
           "SELECT count(a.*) FROM a",
           "SELECT a FROM a",
           "SELECT c FROM a",
           "SELECT (a).name FROM a",
           "SELECT (a).nope FROM a",
           "SELECT (jsonb_each(doc)).key, (jsonb_each_text(doc)).value FROM b",
           "SELECT (jsonb_each(doc)).nope FROM b",
           "SELECT (holder.kept).name FROM holder",
           "SELECT (kept).nope FROM holder",
           "SELECT (x.kept).id FROM (SELECT kept FROM holder) AS x",
           "SELECT xmlelement(name foo, xmlattributes(id AS x, name), 'c', xmlforest(id, name AS \"N\")) FROM a",
           "SELECT xmlelement(name \"foo bar\"), xmlelement(foo) FROM a",
           "SELECT xmlelement(name foo, id, xmlattributes(id)) FROM a",
           "SELECT xmlforest(id + 1) FROM a",
           "SELECT xmlconcat(xmlcomment('x'), xmlpi(name php, 'echo')), xmlpi(name php)",
           "SELECT xmlparse(document '<a/>' preserve whitespace), xmlparse(content name) FROM a",
           "SELECT xmlparse('<a/>')",
           "SELECT xmlserialize(content xmlparse(document '<a/>') AS text), xmlserialize(content '<a/>' AS varchar(9))",
           "SELECT xmlroot(xmlparse(document '<a/>'), version '1.0', standalone yes)",
           "SELECT xmlroot(xmlparse(document '<a/>'), version no value, standalone no value)",
           "SELECT xmlroot(xmlparse(document '<a/>'))",
           "SELECT xmlexists('//a' PASSING BY REF '<a/>'::xml)",
           "SELECT xmlexists('//a' PASSING BY VALUE xmlparse(document '<a/>') BY REF)",
           "SELECT xmlexists('//a' || 'b' PASSING '<a/>')",
           "SELECT xmlexists('//a', '<a/>')",
           "SELECT xmlagg(xmlelement(name a, name) ORDER BY id) FROM a",
           "SELECT '<a/>'::xml IS DOCUMENT, '<a/>'::xml IS NOT DOCUMENT AND true",
           "SELECT xpath('//a', '<a/>'::xml), xml_is_well_formed('<a/>')",
           "SELECT 'a'\n'b', E'a' -- c\n'\\'', 'a'\n--\n'b'",
           "SELECT 'a' /* */\n'b'",
           "SELECT E'a' /* */\n'b\\'",
           "SELECT 'a'\n/* */'b'",
           "SELECT CURRENT_TIMESTAMP(3), CURRENT_TIME(0), LOCALTIME(1), LOCALTIMESTAMP(2)",
           "SELECT CURRENT_DATE(3)",
           "SELECT CURRENT_TIMESTAMP('3')",
           "SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH",
           "SELECT xmlelement FROM (SELECT xmlelement(name a)) AS x",
           "SELECT (SELECT name FROM b WHERE a_id = a.id LIMIT 1) FROM a",
           "SELECT b.nope FROM b, (SELECT 1) AS x WHERE EXISTS (SELECT b.name FROM a AS b)",
           "SELECT 1 FROM a WHERE EXISTS (SELECT 1 FROM b AS a WHERE a.\"Mixed\" = 'x')",
           "SELECT DISTINCT ON (n) name AS n FROM a ORDER BY n",
           "SELECT x.* FROM (VALUES (1, 'a'), (2, 'b')) AS x WHERE column1 = 1",
           "SELECT rank() OVER w FROM a WINDOW w AS (ORDER BY id)",
           "SELECT \"LOWER\"(name) FROM a",
           "SELECT pg_catalog.lower(name) FROM a",
           "SELECT id FROM a GROUP BY GROUPING SETS ((id), ())",
           "SELECT EXTRACT(YEAR FROM made), list[1], list[1:2] FROM a",
       }) {
    const auto error = database.prepare(sql);
    const auto info = inspect(sql, Dialect::postgresql, sample());
    if (static_cast<bool>(info) != error.empty()) {
      FAIL_CHECK("PostgreSQL: " << error << " we: " << (info ? std::string("accepted") : to_string(info.error()))
                                << ": " << sql);
    }
  }
}

}  // namespace querydata::test
