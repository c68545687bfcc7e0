"""Faults that only a database tells, for SQLite; and the database that tells them."""

import json
import sqlite3

from faults import DATABASE, Draft

LARGE_TABLE_ROWS = 200_000

ROWS = {
    "categories": [(1, "Saws"), (2, "Planes")],
    "members": [(1, "Ines Duarte", "Porvoo", "2021-08-01", 1), (2, "Otto Berg", "Turku", "2019-02-11", 0)],
    "tools": [(1, "Fret saw", "Hallberg", 1, 4.5, "2020-05-04", "for oak and ash"),
              (2, "Jack plane", "Osterman", 2, 7.0, "2018-01-30", "sharpen before use")],
    "loans": [(1, 1, 1, "2024-03-03", "2024-03-10", None, 20), (2, 2, 2, "2023-11-01", "2023-11-08", "2023-11-07", 40)],
}


def make_database(schema, path):
    """Makes the database that the schema describes; the table `swipes` is large and has no index."""
    with sqlite3.connect(path) as database:
        for table in json.loads(schema.read_text(encoding="utf-8"))["tables"]:
            database.execute(_create_table(table))
        for table, rows in ROWS.items():
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        database.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "INSERT INTO swipes SELECT i, 'badge ' || (i % 977), 'door ' || (i % 13), '2024-01-01 00:00:00' FROM n",
            (LARGE_TABLE_ROWS,))
        database.execute("ANALYZE")
    database.close()


def _create_table(table):
    parts = []
    for column in table["columns"]:
        key = " PRIMARY KEY" if table["primary_key"] == [column["name"]] else ""
        null = "" if column.get("nullable", True) else " NOT NULL"
        parts.append(f"{column['name']} {column['declared_type']}{key}{null}")
    parts += [f"UNIQUE ({', '.join(unique)})" for unique in table.get("uniques", ())]
    parts += [f"FOREIGN KEY ({', '.join(key['columns'])}) REFERENCES {key['referenced_table']} "
              f"({', '.join(key['referenced_columns'])})" for key in table.get("foreign_keys", ())]
    return f"CREATE TABLE {table['name']} ({', '.join(parts)})"


REFUSED = (
    ("an aggregate in WHERE", "SELECT t.name FROM tools AS t WHERE COUNT(*) > 2"),
    ("an aggregate of an aggregate", "SELECT MAX(SUM(t.daily_fee)) FROM tools AS t"),
    ("ordered by a column that is not there", "SELECT t.name FROM tools AS t ORDER BY 9"),
    ("grouped by a column that is not there", "SELECT COUNT(*) FROM tools AS t GROUP BY 7"),
    ("unions of unequal width", "SELECT t.name FROM tools AS t UNION SELECT m.name, m.town FROM members AS m"),
    ("two columns for a value", "SELECT t.name FROM tools AS t WHERE t.maker = (SELECT m.name, m.town FROM members AS m)"),
    ("a window in WHERE", "SELECT t.name FROM tools AS t WHERE ROW_NUMBER() OVER () = 1"),
)
FAILING = (
    ("no JSON", "json_extract(m.town, '$.name') IS NOT NULL AND m.town <> $value"),
    ("a path that is none", "json_extract('{}', $value) IS NULL"),
    ("an escape of two letters", "m.town LIKE $value ESCAPE 'no'"),
    ("a number too large", "abs(-9223372036854775807 - m.id) > 0 AND m.town <> $value"),
)
SCANNING = (
    ("a filter without index", "SELECT COUNT(*) FROM swipes AS s WHERE s.door = 'door 3'"),
    ("an order without index", "SELECT s.badge FROM swipes AS s ORDER BY s.swiped_at LIMIT 3"),
    ("a pattern", "SELECT s.id FROM swipes AS s WHERE s.badge LIKE '%17'"),
    ("in a join", "SELECT m.name FROM members AS m JOIN swipes AS s ON s.badge = m.name"),
)


def live_faults(sound_sets):
    sound = next(sound for sound in sound_sets if sound.dialect == "sqlite")
    yield from (_template(sound, "engine_refused", name, sql, ("syntax_error",)) for name, sql in REFUSED)
    yield from (_template(sound, "full_scan", name, sql) for name, sql in SCANNING)
    for name, condition in FAILING:
        yield _search(sound, "value_search_failed", name, condition)
    yield _search(sound, "full_scan", "a value search without index", "m.door = $value",
                  "FROM members AS m", "FROM swipes AS m", "'members.town'", "'swipes.door'")


def _template(sound, rule, name, sql, other_rules=()):
    """Replaces the sixth template, which has no values."""
    draft = Draft(sound).set("/templates/5/sql", sql).set("/templates/5/parameterized/parameterized_sql", sql)
    places = ("/templates/5/sql", "/templates/5/parameterized/parameterized_sql")
    return draft.fault(rule, name, places, modes=(DATABASE,), other_rules=other_rules)


def _search(sound, rule, name, condition, *replaced):
    pointer = "/value_searches/0/query"
    query = Draft(sound).get(pointer).replace("m.town = $value", condition)
    for old, new in zip(replaced[::2], replaced[1::2]):
        query = query.replace(old, new)
    return Draft(sound).set(pointer, query).fault(rule, name, (pointer,), modes=(DATABASE,))
