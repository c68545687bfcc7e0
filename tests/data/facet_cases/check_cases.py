#!/usr/bin/env python3
"""Checks that the cases of this folder are sound in themselves, with SQLite alone: no part of the library is used.

python3 check_cases.py    prints the counts by rule, schema and dialect; exit status 1 if a case is not what the README says
"""

import collections
import json
import pathlib
import re
import sqlite3
import sys

FOLDER = pathlib.Path(__file__).parent
DIALECTS = ["sqlite", "postgresql", "mysql", "googlesql"]
RULES = ["and_only", "level_cte", "level_derived", "level_subquery", "set_operation", "having", "aliases", "join_added", "fan_out",
         "outer_join", "rank_and_limit", "contradiction", "redundancy", "several", "facets_alone", "ambiguous_place", "facet_names",
         "left_over"]
# Facets that break the rules of the format, for the rule facet_names.
FAULTY_FACETS = {"as thin as a leaflet", "of the last century", "counted at least 10 times"}
PLACEHOLDER = re.compile(r"\$\d+|\?")
LITERAL_OR_PLACEHOLDER = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`|\$\d+|\?")
faults = []


def fault(*words):
    faults.append(" ".join(str(word) for word in words))


class CountIf:
    def __init__(self):
        self.count = 0

    def step(self, value):
        self.count += 1 if value else 0

    def finalize(self):
        return self.count


def open_schema(name):
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA foreign_keys = ON")
    database.executescript((FOLDER / name).read_text())
    database.create_aggregate("COUNTIF", 1, CountIf)
    database.create_function("IF", 3, lambda condition, yes, no: yes if condition else no)
    if database.execute("PRAGMA foreign_key_check").fetchall():
        fault(name, "has rows without their parent")
    return database


def to_sqlite(sql):
    """The statement of another dialect for SQLite, or None where the idiom has no counterpart."""
    if "DISTINCT ON" in sql or "QUALIFY" in sql:
        return None
    sql = re.sub(r"\b(UNION|INTERSECT|EXCEPT) DISTINCT\b", r"\1", sql)
    sql = re.sub(r"\bCAST\(([^()]*) AS DATE\)", r"\1", sql)
    return re.sub(r"::\w+|\bpublic\.", "", sql)


def same_rows(left, right, ordered):
    def key(row):
        return [(value is not None, isinstance(value, str), value) for value in row]

    def plain(rows):
        rows = [tuple(round(value, 9) if isinstance(value, float) else value for value in row) for row in rows]
        return rows if ordered else sorted(rows, key=key)

    return plain(left) == plain(right)


def placeholders(text):
    """The placeholders outside of quotes, in the order of the text."""
    return [found for found in LITERAL_OR_PLACEHOLDER.findall(text) if PLACEHOLDER.fullmatch(found)]


def values_of(literal_text, parameterized_text):
    """What stands in the literal form in place of each placeholder, in the order of the text."""
    pieces = re.split(r"(\$\d+|\?)", parameterized_text)
    pattern = "".join("(.+?)" if PLACEHOLDER.fullmatch(piece) else re.escape(piece) for piece in pieces)
    found = re.fullmatch(pattern, literal_text, re.S)
    return list(found.groups()) if found else None


def check_item(where, item, sql_name):
    parameterized = item["parameterized"]
    for name in (sql_name, "intent", "manifest"):
        if not item.get(name):
            fault(where, "lacks", name)
    in_sql = placeholders(parameterized["parameterized_" + sql_name])
    in_intent = placeholders(parameterized["parameterized_intent"].removesuffix("?") + " ")
    if "$1" in in_sql or "$1" in in_intent:
        if set(in_sql) != set(in_intent):
            fault(where, "has other placeholders in its sentence than in its query")
    elif len(in_sql) < len(in_intent):
        fault(where, "has placeholders in its sentence that its query lacks")
    values = values_of(item[sql_name], parameterized["parameterized_" + sql_name])
    if values is None:
        fault(where, "is not its parameterised form with values")
    return len(set(in_sql)) if "$1" in in_sql else len(in_sql)


def tables_of(snippet, tables):
    """The tables whose columns a facet names, without those that a subquery of its own reads."""
    bare = snippet.replace("`", '"').replace("public.", "")
    named = [table for table in tables if re.search(r'(?<![\w"\'.])"?' + re.escape(table) + r'"?\.', bare)]
    return [table for table in named if not re.search(r"FROM " + re.escape(table) + r"\b", bare)]


def run(database, where, sql, parameters=()):
    try:
        return database.execute(sql, parameters).fetchall()
    except sqlite3.Error as error:
        fault(where, "does not run:", error, "in", sql)
        return None


def check_context(database, name, dialect, tables, reference):
    context = json.loads((FOLDER / name).read_text())
    for index, template in enumerate(context["templates"]):
        where = f"{name}/templates/{index}"
        count = check_item(where, template, "sql")
        if not template.get("nl_query"):
            fault(where, "lacks nl_query")
        sql = to_sqlite(template["sql"])
        if sql is None:
            continue
        rows = run(database, where, sql)
        run(database, where, to_sqlite(template["parameterized"]["parameterized_sql"]), [1] * count)
        if rows is not None and not same_rows(rows, reference.setdefault(template["intent"], rows), False):
            fault(where, "has other rows than in SQLite's set")
    for index, facet in enumerate(context["facets"]):
        where = f"{name}/facets/{index}"
        count = check_item(where, facet, "sql_snippet")
        if facet["intent"] in FAULTY_FACETS:
            continue
        snippet = to_sqlite(facet["sql_snippet"])
        read = tables_of(snippet, tables)
        if not read:
            fault(where, "names no table")
            continue
        clause = "HAVING" if re.match(r"(COUNT|SUM|AVG|MIN|MAX)\(", snippet) else "WHERE"
        head = "SELECT COUNT(*) FROM " + ", ".join(f'"{table}"' for table in read) + f" {clause} "
        run(database, where, head + snippet)
        run(database, where, head + to_sqlite(facet["parameterized"]["parameterized_sql_snippet"]), [1] * count)
    for index, search in enumerate(context.get("value_searches", [])):
        where = f"{name}/value_searches/{index}"
        run(database, where, search["query"].replace("$value", ":value"), {"value": "x"})
    return context


def check_case(database, context, case):
    where = case["name"]
    if case["rule"] not in RULES or case["expect"] not in ("query", "refuse"):
        fault(where, "has an unknown rule or expectation")
    if not set(case["dialects"]) <= set(DIALECTS):
        fault(where, "has an unknown dialect")
    if (case["expect"] == "query") != ("right" in case):
        fault(where, "must have a right query exactly if one is expected")
    ordered = case["ordered"]
    base = None
    if "template" in case:
        template = next((item for item in context["templates"] if item["intent"] == case["template"]["intent"]), None)
        if template is None:
            fault(where, "is of a template that the set does not have")
            return
        base = run(database, where, template["parameterized"]["parameterized_sql"], case["template"]["values"])
    for facet in case.get("facets", []):
        found = next((item for item in context["facets"] if item["intent"] == facet["intent"]), None)
        if found is None:
            fault(where, "is of a facet that the set does not have")
        else:
            text = found["parameterized"]["parameterized_intent"]
            for number, value in enumerate(facet["values"], 1):
                text = text.replace(f"${number}", str(value))
            # Who writes the question anew must keep the facet's words.
            if text not in case["question"]:
                fault(where, "does not say", repr(text))
    right = run(database, where, case["right"]) if "right" in case else None
    if right is not None:
        if not any(value not in (None, 0) for row in right for value in row):
            fault(where, "has an empty right result")
        if base is not None and same_rows(right, base, ordered) != case.get("same_as_template", False):
            fault(where, "does not tell the facets' effect: same_as_template is wrong")
    accepted = case.get("also", []) + case.get("also_if_explained", [])
    accepted_rows = [run(database, where, sql) for sql in accepted]
    for rows in accepted_rows + ([right] if right is not None else []):
        if rows and base and len(rows[0]) != len(base[0]):
            fault(where, "has another number of columns than its template")
    for rows in accepted_rows:
        if rows is not None and base is not None and same_rows(rows, base, ordered):
            fault(where, "accepts the rows of the template without its facets")
    for sql in case.get("wrong", []):
        rows = run(database, where, sql)
        for good in accepted_rows + ([right] if right is not None else []):
            if rows is not None and good is not None and same_rows(rows, good, ordered):
                fault(where, "cannot tell a wrong placement from the right one")


def main():
    by_rule, by_schema, by_dialect, by_expectation = (collections.Counter() for _ in range(4))
    names = set()
    for path in sorted(FOLDER.glob("*.cases.json")):
        suite = json.loads(path.read_text())
        database = open_schema(suite["schema"])
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        reference = {}
        contexts = {dialect: check_context(database, suite["context_sets"][dialect], dialect, tables, reference) for dialect in DIALECTS}
        for case in suite["cases"]:
            if case["name"] in names:
                fault(case["name"], "is there twice")
            names.add(case["name"])
            check_case(database, contexts["sqlite"], case)
            by_rule[case["rule"]] += 1
            by_schema[suite["schema"]] += 1
            by_expectation[case["expect"]] += 1
            by_dialect.update(case["dialects"])
    for rule in RULES:
        if by_rule[rule] < 12:
            fault("rule", rule, "has", by_rule[rule], "cases")
    for counter in (by_rule, by_schema, by_expectation, by_dialect):
        print(", ".join(f"{name} {count}" for name, count in counter.most_common()))
    for line in faults:
        print(line, file=sys.stderr)
    print(f"{len(names)} cases, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
