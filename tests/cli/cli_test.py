"""Drives the program and the sample generator as a user would.

usage: cli_test.py PROGRAM SAMPLE_GENERATOR SOURCE_DIR [TEST_CLASS]
"""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM, GENERATOR, SOURCE = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
CONTEXT = SOURCE / "examples/sample/ferry.context.json"


class Done:
    """What a run of the program left behind."""

    def __init__(self, process):
        self.status = process.returncode
        self.out = process.stdout.decode()  # output that is not UTF-8 is a fault
        self.error = process.stderr.decode()


def run(*arguments, text=None):
    return Done(subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, timeout=120, check=False))


class WithSample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.database = str(cls.folder / "ferry.db")
        subprocess.run([GENERATOR, cls.database], check=True)
        cls.sample = ("--db", "sqlite:" + cls.database, "--context", str(CONTEXT))

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def ask(self, *arguments, **keywords):
        return run("ask", *self.sample, *arguments, **keywords)

    def assert_refused(self, done, status=1, saying=""):
        self.assertEqual(done.status, status, done.error + done.out)
        self.assertEqual(done.out, "")
        self.assertRegex(done.error, r"\Aquerydata: [^\n]+\n\Z")
        self.assertIn(saying, done.error)


class Sample(WithSample):
    def rows(self, sql, parameters=()):
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql, parameters).fetchall()
        finally:
            connection.close()

    def dump(self, *arguments):
        path = self.folder / "other.db"
        subprocess.run([GENERATOR, str(path), *arguments], check=True)
        connection = sqlite3.connect(path)
        try:
            return "\n".join(connection.iterdump())
        finally:
            connection.close()

    def test_same_seed_same_rows(self):
        first = self.dump()
        self.assertEqual(first, self.dump("--seed", "1"))
        self.assertNotEqual(first, self.dump("--seed", "2"))

    def test_size_and_keys(self):
        tables = [name for (name,) in self.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        self.assertGreaterEqual(len(tables), 9)
        self.assertGreater(sum(self.rows(f"SELECT COUNT(*) FROM {table}")[0][0] for table in tables), 20_000)
        self.assertEqual(self.rows("PRAGMA foreign_key_check"), [])

    def test_only_samples_are_replaced(self):
        mine = self.file("mine.db", "not a sample")
        done = subprocess.run([GENERATOR, mine], capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(pathlib.Path(mine).read_text(), "not a sample")

    def test_templates_answer(self):
        for item in json.loads(CONTEXT.read_text())["templates"]:
            rows = self.rows(item["sql"])
            self.assertTrue(rows and rows != [(None,)] and rows != [(0,)], item["intent"])

    def test_superlatives_have_no_ties(self):
        for item in json.loads(CONTEXT.read_text())["templates"]:
            if limit := re.search(r"ORDER BY .* LIMIT (\d+)$", item["sql"]):
                count = int(limit[1])
                rows = self.rows(re.sub(r"LIMIT \d+$", f"LIMIT {count + 1}", item["sql"]))
                self.assertNotEqual(rows[count - 1][-1], rows[count][-1], item["intent"])

    def test_facets_choose(self):
        for item in json.loads(CONTEXT.read_text())["facets"]:
            table = item["sql_snippet"].split(".")[0]
            chosen = self.rows(f"SELECT COUNT(*) FROM {table} WHERE {item['sql_snippet']}")[0][0]
            self.assertTrue(0 < chosen < self.rows(f"SELECT COUNT(*) FROM {table}")[0][0], item["intent"])


class Usage(WithSample):
    def test_complaints(self):
        for arguments in ([], ["nonsense"], ["ask"], ["ask", "Which ports are in Sweden?"],
                          ["ask", "--db", "x.db"], ["ask", *self.sample, "--max-rows", "0", "q"],
                          ["ask", *self.sample, "--nonsense", "q"], ["context"], ["context", "check"],
                          ["context", "check", "x", "--dialect", "klingon"], ["schema"], ["schema", "show"], ["sql"], ["sql", "inspect"],
                          ["sql", "parameters", "--style", "%s", "SELECT 1"],
                          ["link", *self.sample, "--max-distance", "2", "q"],
                          ["ask", *self.sample, "--now", "yesterday", "Ports in Sweden"]):
            with self.subTest(arguments):
                self.assert_refused(run(*arguments), status=2)

    def test_options_leave_the_arguments_behind_them_alone(self):
        self.assertEqual(run("context", "derive", "--concepts", str(CONTEXT), "Ports of NO",
                             "SELECT 1 FROM ports WHERE country_code = 'NO'").status, 0)
        self.assertEqual(run("context", "derive-facet", "--concepts", str(CONTEXT), "of NO",
                             "ports.country_code = 'NO'").status, 0)
        self.assertEqual(run("context", "check", "--scope-tables", "ports,routes", str(CONTEXT)).status, 1)
        self.assertEqual(run("sql", "inspect", "--allow-function", "f", "SELECT f(1)").status, 0)

    def test_a_dialect_that_the_database_does_not_speak(self):
        for arguments in (["context", "check", str(CONTEXT)], ["context", "derive", "q", "SELECT 1"],
                          ["context", "derive", "--complete", str(CONTEXT)],
                          ["context", "derive-facet", "q", "ports.berths > 1"],
                          ["context", "value-search", "ports", "name", "--concept-type", "Port"],
                          ["sql", "inspect", "SELECT 1"]):
            with self.subTest(arguments):
                self.assert_refused(run(*arguments, "--db", self.database, "--dialect", "mysql"), status=2,
                                    saying="speaks sqlite, not mysql")
                self.assertEqual(run(*arguments, "--db", self.database, "--dialect", "sqlite").status, 0)

    def test_help(self):
        for command in ([], ["ask"], ["find"], ["link"], ["index"], ["index", "build"], ["context"], ["context", "check"],
                        ["schema", "show"], ["sql"],
                        ["sql", "inspect"], ["eval"]):
            with self.subTest(command):
                done = run(*command, "--help")
                self.assertEqual((done.status, done.error), (0, ""))
                self.assertIn("Usage: querydata", done.out)

    def test_help_has_examples(self):
        for command in ([], ["ask"], ["find"], ["link"], ["index"], ["context", "check"], ["schema", "show"], ["sql", "inspect"],
                        ["sql", "parameters"], ["sql", "fingerprint"]):
            self.assertRegex(run(*command, "--help").out, r"(?m)^Examples?:\n  querydata ")

    def test_version(self):
        header = (SOURCE / "include/querydata/version.hpp").read_text()
        numbers = [re.search(rf"QUERYDATA_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
        done = run("--version")
        self.assertEqual((done.status, done.out), (0, f"querydata {'.'.join(numbers)}\n"))

    def test_question_that_is_called_like_a_command(self):
        for word in ("find", "schema", "link"):
            done = run("find", "--db", self.database, word)
            self.assertIn(done.status, (0, 3), done.error)


class Ask(WithSample):
    def test_text(self):
        done = self.ask("How many departures were scheduled from Stockholm?")
        self.assertEqual(done.status, 0, done.error + done.out)
        expected = sqlite3.connect(self.database).execute(
            "SELECT COUNT(*) FROM departures JOIN routes USING (route_id) JOIN ports ON port_id = from_port_id "
            "WHERE name = 'Stockholm'").fetchone()[0]
        self.assertRegex(done.out, rf"(?m)^ *{expected}$")
        self.assertIn("SELECT COUNT(*)", done.out)
        self.assertIn("Stockholm", done.out)

    def test_json_and_order_of_arguments(self):
        question = "Which ports are in Sweden?"
        done = self.ask("--json", question)
        self.assertEqual(done.status, 0, done.error + done.out)
        answer = json.loads(done.out)
        self.assertEqual(answer["plan"]["status"], "answered")
        self.assertEqual((answer["rows"]["cut"], answer["left_out"]), ("none", []))
        self.assertIn(["Göteborg"], answer["rows"]["rows"])
        self.assertEqual(run("ask", question, *self.sample, "--json").out, done.out)
        self.assertEqual(self.ask("--json", "-", text=question.encode() + b"\n").out, done.out)
        self.assertEqual(self.ask("--json", *question.split()).out, done.out)

    def test_context_files_are_used_together(self):
        whole = json.loads(CONTEXT.read_text())
        parts = [self.file(f"{name}.json", json.dumps({name: items})) for name, items in whole.items()]
        options = [word for part in parts for word in ("--context", part)]
        question = "How many departures were scheduled from Stockholm?"
        done = run("ask", "--db", self.database, *options, "--json", question)
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertEqual(json.loads(done.out)["rows"], json.loads(self.ask("--json", question).out)["rows"])

    def test_what_is_left_out_is_told(self):
        faulty = json.loads(CONTEXT.read_text())
        faulty["templates"][3]["sql"] = "DELETE FROM ports"
        done = run("ask", "--db", self.database, "--context", self.file("left.json", json.dumps(faulty)), "--json",
                   "Which ports are in Sweden?")
        self.assertEqual(done.status, 0, done.out + done.error)
        left_out = json.loads(done.out)["left_out"]
        self.assertEqual({finding["json_pointer"] for finding in left_out}, {"/templates/3/sql"})
        self.assertEqual({finding["rule"] for finding in left_out}, {"not_read_only"})
        self.assertIn("left out /templates/3: ", done.error)

    def test_rows_are_limited(self):
        done = self.ask("--max-rows", "2", "Which ports are in Sweden?")
        self.assertEqual(done.status, 0)
        self.assertIn("(2 rows; more exist", done.out)

    def test_explain_says_more(self):
        question = "Which ports are in Sweden?"
        self.assertGreater(len(self.ask("--explain", question).out), len(self.ask(question).out))

    def test_now(self):
        question = "How many departures were cancelled last month?"
        done = self.ask("--json", "--now", "2024-02-15", question)
        self.assertEqual(done.status, 0, done.out)
        same = self.ask("--json", "How many departures were cancelled in January 2024?")
        self.assertEqual(json.loads(done.out)["rows"], json.loads(same.out)["rows"])

    def test_no_plan(self):
        done = self.ask("Is the moon made of green cheese?")
        self.assertEqual((done.status, done.error), (3, ""))
        self.assertIn("No plan", done.out)
        answer = json.loads(self.ask("--json", "Is the moon made of green cheese?").out)
        self.assertEqual(answer["plan"]["status"], "no_plan")
        self.assertIsNone(answer["rows"])

    def test_suggestions_have_the_values_of_the_question(self):
        answer = json.loads(self.ask("--json", "Which ports are in Sweden?").out)
        self.assertIn("Sweden", answer["plan"]["nearest"][0]["reading"])
        self.assertNotIn("(0.00)", self.ask("Is the moon made of green cheese?").out)

    def test_without_templates(self):
        for context in ([], ["--context", self.file("empty.json", "{}")]):
            done = run("ask", "--db", self.database, *context, "Which ports are in Sweden?")
            self.assert_refused(done, status=1)
            self.assertIn("--context", done.error)

    def test_unknown_choice(self):
        self.assert_refused(self.ask("--choose", "neither of them", "Which ports are in Sweden?"), status=1)


class Find(WithSample):
    def test_tables_columns_joins(self):
        done = run("find", "--db", self.database, "--json", "names of passengers and what their bookings cost")
        self.assertEqual(done.status, 0, done.error)
        link = json.loads(done.out)
        self.assertLessEqual({"passengers", "bookings"}, {table["table"] for table in link["tables"]})
        self.assertTrue(link["joins"])
        text = run("find", "--db", self.database, "names of passengers and what their bookings cost")
        self.assertEqual(text.status, 0)
        self.assertRegex(text.out, r"(?m)^passengers +\d\.\d\d")

    def test_nothing(self):
        done = run("find", "--db", self.database, "zzzz qqqq")
        self.assertEqual((done.status, done.error), (3, ""))


class Link(WithSample):
    def test_value_searches(self):
        done = run("link", *self.sample, "--json", "Mariehamm")
        self.assertEqual(done.status, 0, done.error)
        best = json.loads(done.out)["matches"][0]
        self.assertEqual((best["value"], best["table"], best["column"]), ("Mariehamn", "ports", "name"))
        self.assertRegex(run("link", *self.sample, "Mariehamm").out, r"(?m)^Mariehamn +ports\.name +Port ")

    def test_index_without_value_searches(self):
        done = run("link", "--db", self.database, "--json", "tromso")
        self.assertEqual(done.status, 0, done.error)
        self.assertEqual(json.loads(done.out)["matches"][0]["value"], "Tromsø")

    def test_nothing(self):
        done = run("link", *self.sample, "--question", "Which ferries go to Mariehamm?")
        self.assertRegex(done.out, r"(?m)^Mariehamm +Mariehamn +ports\.name ")
        done = run("link", *self.sample, "qqqqqqqqqq")
        self.assertEqual((done.status, done.error), (3, ""))


class Index(WithSample):
    def index(self, command, *arguments):
        done = run("index", command, "--store", self.store, "--json", *arguments)
        self.assertEqual((done.status, done.error), (0, ""), done.error)
        return json.loads(done.out)

    def setUp(self):
        self.store = str(self.folder / (self.id() + ".store"))

    def test_built_told_and_used(self):
        built = self.index("build", "--db", self.database)
        self.assertEqual(self.index("info"), built)
        columns = {column["table"] + "." + column["column"]: column for column in built["columns"]}
        self.assertEqual(columns["ports.name"]["skipped"], "")
        self.assertTrue(columns["ports.port_id"]["skipped"])
        self.assertIn("ports.name", run("index", "info", "--store", self.store).out)
        done = run("link", "--db", self.database, "--store", self.store, "--json", "tromso")
        self.assertEqual(json.loads(done.out)["matches"][0]["value"], "Tromsø")
        question = ("--json", "How many departures were scheduled from Stockholm?")
        plain, indexed = self.ask(*question), self.ask("--store", self.store, *question)
        self.assertEqual((indexed.status, indexed.out), (0, plain.out))

    def test_columns_synonyms_and_changes(self):
        synonyms = self.file("synonyms.json", '[["Venice of the North", "Stockholm"]]')
        built = self.index("build", "--db", self.database, "--columns", "ports.name", "--synonyms", synonyms)
        self.assertEqual([column["column"] for column in built["columns"]], ["name"])
        link = ("link", "--db", self.database, "--store", self.store, "--json")
        self.assertEqual(json.loads(run(*link, "venice of the north").out)["matches"][0]["value"], "Stockholm")
        changes = self.file("changes.json", '[{"table": "ports", "column": "name", "value": "Atlantis", "rows": 1}]')
        changed = self.index("update", "--changes", changes)
        self.assertEqual(changed["values"], built["values"] + 1)
        self.assertEqual(json.loads(run(*link, "Atlantys").out)["matches"][0]["value"], "Atlantis")
        self.assertEqual(self.index("update", "--db", self.database)["values"], built["values"])
        self.assertEqual(run(*link, "Atlantis").status, 3)

    def test_complaints(self):
        self.assert_refused(run("index", "info", "--store", self.store), saying="not_found")
        self.assert_refused(run("index", "update", "--store", self.store), status=2, saying="--db, --changes or --documents")
        self.assert_refused(run("index", "build", "--db", self.database, "--store", self.store, "--columns", "name"),
                            saying="TABLE.COLUMN")
        self.assert_refused(run("index", "build", "--db", self.database, "--store", self.store, "--columns", "a.b"),
                            saying="a.b")
        wrong = self.file("wrong.json", '{"a": 1}')
        self.assert_refused(run("index", "build", "--db", self.database, "--store", self.store, "--synonyms", wrong),
                            saying="wrong.json")
        self.index("build", "--db", self.database)
        self.assert_refused(run("index", "update", "--store", self.store, "--changes", wrong), saying="wrong.json")
        self.assert_refused(run("link", "--db", self.database, "--store", self.store, "--index", "no", "x"),
                            saying="not_found")


class Check(WithSample):
    def test_sample_is_clean(self):
        for options in ([], ["--db", self.database], ["--dialect", "sqlite"]):
            done = run("context", "check", str(CONTEXT), "--json", *options)
            self.assertEqual(done.status, 0, done.out + done.error)
            self.assertEqual(json.loads(done.out)["errors"], 0)

    def test_faults_are_found(self):
        faulty = json.loads(CONTEXT.read_text())
        faulty["templates"][3]["sql"] = "DELETE FROM ports"
        faulty["value_searches"][1]["query"] = "SELECT 1"
        path = self.file("faulty.json", json.dumps(faulty))
        done = run("context", "check", path, "--json")
        self.assertEqual(done.status, 1)
        report = json.loads(done.out)
        pointers = {finding["json_pointer"] for finding in report["findings"] if finding["severity"] == "error"}
        self.assertLessEqual({"/templates/3/sql", "/value_searches/1/query"}, pointers)
        text = run("context", "check", path)
        self.assertEqual(text.status, 1)
        self.assertIn("error /templates/3/sql: ", text.out)

    def test_names_of_the_scope_must_exist(self):
        done = run("context", "check", str(CONTEXT), "--db", self.database, "--scope-tables", "prots,routes", "--json")
        self.assertEqual(done.status, 1)
        told = [finding for finding in json.loads(done.out)["findings"] if not finding["json_pointer"]]
        self.assertEqual([finding["rule"] for finding in told], ["unknown_table"])
        self.assertIn("`prots`", told[0]["message"])
        self.assertIn("Did you mean `ports`?", told[0]["message"])

    def test_messages_speak_of_the_program(self):
        unknown = {"templates": [{"nl_query": "x", "sql": "SELECT frobnicate(1)"}]}
        path = self.file("words.json", json.dumps(unknown))
        for done in (run("context", "check", path), run("context", "check", path, "--json"),
                     run("context", "check", path, "--db", self.database)):
            self.assertEqual(done.status, 1)
            self.assertIn("frobnicate", done.out)
            self.assertNotIn("extra_functions", done.out)
        refused = run("sql", "inspect", "SELECT frobnicate(1)")
        self.assertIn("--allow-function", refused.out)
        self.assertNotIn("extra_functions", refused.out)
        huge = self.file("huge.json", json.dumps({"templates": [{"nl_query": "x" * 1_100_000, "sql": "SELECT 1"}]}))
        told = run("ask", "--db", self.database, "--context", huge, "x")
        self.assertIn("longer than", told.error)
        self.assertNotIn("ReadOptions", told.error)

    def test_unknown_tables_need_a_database(self):
        context = {"templates": [{"nl_query": "How many yachts?", "sql": "SELECT COUNT(*) FROM yachts"}]}
        path = self.file("yachts.json", json.dumps(context))
        self.assertEqual(run("context", "check", path, "--db", self.database).status, 1)


class Derive(WithSample):
    SQL = "SELECT count(*) FROM ports WHERE country_code = 'NO' AND berths > 4"

    def test_template(self):
        done = run("context", "derive", "Ports of NO with more than four berths", self.SQL, "--json")
        self.assertEqual(done.status, 0, done.error)
        made = json.loads(done.out)
        forms = made["context_set"]["templates"][0]["parameterized"]
        self.assertEqual(forms["parameterized_intent"], "Ports of $1 with more than $2 berths")
        self.assertEqual(forms["parameterized_sql"],
                         "SELECT count(*) FROM ports WHERE country_code = $1 AND berths > $2")
        self.assertEqual(made["parameters"][1], {"literal": "4", "phrase": "four", "type": "berths"})
        self.assertEqual(made["kept"], [])

    def test_placeholders_and_intent(self):
        done = run("context", "derive", "NO?", self.SQL, "--intent", "ports of NO", "--style", "?", "--dialect", "mysql")
        self.assertIn("intent    ports of ?\n", done.out)
        self.assertIn("berths > 4\n", done.out)

    def test_relative_dates_need_the_present(self):
        arguments = ("context", "derive", "Trips last month",
                     "SELECT count(*) FROM trip WHERE day >= '2024-06-01' AND day < '2024-07-01'")
        self.assertIn("Trips $1 $2", run(*arguments, "--now", "2024-07-15").out)
        self.assertIn("intent    Trips last month", run(*arguments).out)
        self.assertEqual(run(*arguments, "--now", "soon").status, 2)

    def test_facet(self):
        done = run("context", "derive-facet", "with 4 berths", "ports.berths = 4", "--db", self.database)
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("snippet   ports.berths = $1\n", done.out)

    def test_faults_are_told_at_once(self):
        facet = ("context", "derive-facet", "with 4 berths")
        self.assertIn("unknown_column", run(*facet, "ports.berth = 4", "--db", self.database).error)
        self.assertIn("unqualified_facet_column", run(*facet, "berths = 4").error)
        self.assertIn("unknown_table", run("context", "derive", "4 of them", "SELECT 1 FROM portz WHERE berths = 4", "--db",
                                           self.database).error)
        self.assertEqual(run(*facet, "ports.berths = 4", "--db", self.database).error, "")

    def test_what_stays_is_told_of_completed_sets(self):
        bare = self.file("bare.json", json.dumps({"templates": [
            {"nl_query": "Ports in Norway", "sql": "SELECT name FROM ports WHERE country_code = 'SE'"}]}))
        done = run("context", "derive", "--complete", bare)
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("/templates/0: 'SE' stays", done.error)

    def test_set_is_completed(self):
        original = json.loads(CONTEXT.read_text())
        bare = {"templates": [{"nl_query": item["nl_query"], "sql": item["sql"]} for item in original["templates"]],
                "value_searches": original["value_searches"]}
        bare["templates"].append({"nl_query": "?", "sql": "SELECT"})
        done = run("context", "derive", "--complete", self.file("bare.json", json.dumps(bare)))
        self.assertEqual(done.status, 1)
        self.assertRegex(done.error,
                         r"\A(querydata: [^\n]+ stays: [^\n]+\n)*querydata: /templates/%d: [^\n]+\n\Z" % (len(bare["templates"]) - 1))
        completed = json.loads(done.out)["templates"]
        self.assertEqual(completed[-1], bare["templates"][-1])
        for item in completed[:-1]:
            self.assertIn("parameterized", item)
            self.assertIn("manifest", item)
        self.assertTrue(any("$1" in item["parameterized"]["parameterized_sql"] for item in completed[:-1]))

    def test_what_makes_no_sense(self):
        self.assertEqual(run("context", "derive", "only a question").status, 2)
        self.assertEqual(run("context", "derive", "a", "SELECT 1", "--complete", "x.json").status, 2)
        self.assert_refused(run("context", "derive", "a", "DROP TABLE ports"))

    def test_eval(self):
        sets = {"templates": [
            {"nl_query": "in Oslo", "sql": "SELECT 1 FROM t WHERE a = 'Oslo'", "intent": "in Oslo", "parameterized": {
                "parameterized_intent": "in $7", "parameterized_sql": "SELECT 1 FROM t WHERE a = $7"}},
            {"nl_query": "O'Hara", "sql": "SELECT 1 FROM t WHERE a = 'O''Hara'", "intent": "O'Hara", "parameterized": {
                "parameterized_intent": "$1", "parameterized_sql": "SELECT 1 FROM t WHERE a = $1"}},
            {"nl_query": "x", "sql": "SELECT 1 FROM t WHERE a = 'q'", "intent": "x", "parameterized": {
                "parameterized_intent": "x", "parameterized_sql": "SELECT 1 FROM t WHERE a = $1"}}]}
        done = run("eval", "derive", "--json", "--templates", self.file("six.json", json.dumps(sets)))
        self.assertEqual(json.loads(done.out)["all"],
                         {"entries": 3, "in_text": 2, "sql": 1, "intent": 1, "replaced_sql": 0.5,
                          "replaced_intent": 0.5})


class MakeValueSearch(WithSample):
    def test_made_and_used(self):
        done = run("context", "value-search", "ports", "name", "--concept-type", "Port", "--kind", "trigram", "--db",
                   self.database, "--json")
        self.assertEqual(done.status, 0, done.error)
        made = self.file("port.json", done.out)
        self.assertEqual(run("context", "check", made, "--db", self.database).status, 0)
        found = run("link", "--db", self.database, "--context", made, "--json", "Tromsoe")
        best = json.loads(found.out)["matches"][0]
        self.assertEqual((best["table"], best["column"], best["concept_type"]), ("ports", "name", "Port"))

    def test_query_of_another_dialect(self):
        done = run("context", "value-search", "a`b", "c", "--concept-type", "It's", "--dialect", "mysql")
        self.assertIn("FROM `a``b` AS s WHERE s.c = $value", done.out)
        self.assertIn(r"'It\'s'", done.out)

    def test_what_makes_no_sense(self):
        common = ("context", "value-search", "ports")
        self.assertEqual(run(*common, "name").status, 2)
        self.assertEqual(run(*common, "name", "--concept-type", "P", "--kind", "soundex").status, 2)
        self.assert_refused(run(*common, "nam", "--concept-type", "P", "--db", self.database), saying="no column nam")
        self.assert_refused(run(*common, "name", "--concept-type", "P", "--kind", "semantic"), saying="edit_distance")
        self.assertEqual(run(*common, "name", "--concept-type", "P", "--max-rows", "-3").status, 2)
        unused = run(*common, "name", "--concept-type", "P", "--token-column", "t")
        self.assertEqual(unused.status, 2)
        self.assertIn("googlesql", unused.error)

    def test_schema_and_type_of_the_column(self):
        common = ("context", "value-search", "ports", "--concept-type", "P", "--db", self.database, "--schema", "main")
        done = run(*common, "name")
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertIn("holds numbers", run(*common, "berths", "--kind", "trigram").error)
        self.assertEqual(run(*common, "berths").error, "")


class Eval(WithSample):
    def test_hidden_tables_and_columns_are_counted(self):
        tables = self.file("tables.json", json.dumps([{
            "db_id": "harbour", "table_names_original": ["ship", "berth", "port"],
            "table_names": ["ship", "berth", "port"],
            "column_names_original": [[-1, "*"], [0, "id"], [0, "tonnage"], [0, "berth_id"], [1, "id"], [1, "port_id"],
                                      [2, "id"], [2, "country"]],
            "column_names": [[-1, "*"], [0, "id"], [0, "tonnage"], [0, "berth id"], [1, "id"], [1, "port id"],
                             [2, "id"], [2, "country"]],
            "column_types": ["text"] * 8, "primary_keys": [1, 4, 6], "foreign_keys": [[3, 4], [5, 6]]}]))
        ask = {"db_id": "harbour", "question": "tonnage of ships by country of the port",
               "gold_tables": ["Ship", "berth", "port"],
               "gold_columns": ["ship.tonnage", "ship.berth_id", "berth.id", "berth.port_id", "port.id",
                                "port.country"]}
        broken = {"db_id": "harbour", "question": "?", "gold_error": "no such table"}
        questions = self.file("questions.json", json.dumps([ask, broken]))
        common = ("--tables", tables, "--questions", questions, "--json")
        done = run("eval", "joins", *common)
        self.assertEqual(json.loads(done.out), {"cases": 1, "found": 1, "added": 0}, done.error)
        done = run("eval", "linking", "--level", "columns", *common)
        figures = json.loads(done.out)
        self.assertEqual(sorted(figures), ["complete", "mean_columns", "questions"])
        self.assertEqual((figures["questions"], figures["complete"]), (1, 1))
        self.assertLessEqual(figures["mean_columns"], 7)
        done = run("eval", "linking", "--level", "columns", "--max-columns", "3", *common)
        self.assertEqual(json.loads(done.out), {"questions": 1, "complete": 0, "mean_columns": 3})

    def linked_towns(self):
        """A folder with the databases towns/towns.sqlite and lakes.sqlite."""
        folder = self.folder / "linked"
        (folder / "towns").mkdir(parents=True, exist_ok=True)
        for path, script in ((folder / "towns" / "towns.sqlite",
                              "CREATE TABLE town(name TEXT PRIMARY KEY, region TEXT);"
                              "CREATE TABLE port(town TEXT REFERENCES town(name), kind TEXT);"
                              "INSERT INTO town VALUES ('Reykjavik', 'South'), ('Akureyri', 'North');"
                              "INSERT INTO port VALUES ('Reykjavik', 'Ferry Harbour'), ('Akureyri', 'cargo')"),
                             (folder / "lakes.sqlite", "CREATE TABLE lake(name TEXT); INSERT INTO lake VALUES ('Como')")):
            path.unlink(missing_ok=True)
            connection = sqlite3.connect(path)
            connection.executescript(script)
            connection.close()
        return folder

    def test_mentions(self):
        def question(database, text, *values):
            return {"db_id": database, "question": text, "gold_values": [
                {"value": value, "op": op, "column": column, "in_question": said, "in_db": held}
                for value, op, column, said, held in values]}

        questions = self.file("mentions.json", json.dumps([
            question("towns", "Which ports of reykjavik are there?", ("Reykjavik", "=", "port.town", "ci", True)),
            question("towns", "Ports whose kind contains the word Ferry", ("%Ferry%", "like", "Port.Kind", "exact", True)),
            question("towns", "Ports of Atlantis", ("Atlantis", "=", "port.town", "exact", False)),
            question("lakes", "Is Como a lake?", ("Como", "=", "lake.name", "exact", True)),
            question("lakes", "Is Como larger?"),
            question("elsewhere", "What?")]))
        common = ("eval", "mentions", "--questions", questions, "--databases", str(self.linked_towns()))
        done = run(*common, "--json")
        self.assertEqual(done.status, 0, done.error)
        figures = json.loads(done.out)
        self.assertEqual((figures["literals"], figures["questions"], figures["skipped_questions"]), (3, 5, 1))
        # A foreign key joins port.town and town.name: either is right, and neither in vain.
        self.assertEqual((figures["first"], figures["top3"], figures["found"]), (1, 1, 1))
        self.assertEqual(figures["vain_per_question"], 0.2)
        self.assertEqual(figures["kinds"]["patterns"]["literals"], 1)
        low, high = figures["top3_interval"]
        self.assertTrue(0.4 < low < 0.5 and high == 1, figures)
        self.assertIn("links in vain a question: 0.20", run(*common).out)
        self.assertIn("Como @ lake.name", run(*common, "--vain").out)
        misspelt = json.loads(run(*common, "--typos", "7", "--json").out)
        self.assertEqual((misspelt["literals"], misspelt["found"]), (3, 1))
        again = json.loads(run(*common, "--typos", "7", "--json").out)
        self.assertEqual({k: v for k, v in misspelt.items() if not k.endswith("_ms")},
                         {k: v for k, v in again.items() if not k.endswith("_ms")})

    def test_values(self):
        pairs = self.file("pairs.json", json.dumps([
            {"mention": "Reykjavk", "value": "Reykjavik", "column": "town.name", "kind": "typo"},
            {"mention": "ferry", "value": "Ferry Harbour", "column": "port.kind", "kind": "part"},
            {"mention": "Atlantis", "value": None, "column": None, "kind": "none"}]))
        common = ("eval", "values", "--db", str(self.linked_towns() / "towns" / "towns.sqlite"), "--pairs", pairs)
        figures = json.loads(run(*common, "--column", "told", "--strangers", "20", "--json").out)
        self.assertEqual((figures["pairs"], figures["refused_no_match"]), (3, 1))
        self.assertEqual((figures["kinds"]["typo"]["first"], figures["kinds"]["part"]["first"]), (1, 1))
        self.assertEqual(figures["strangers"], 20)
        # port.town holds the same: which column is meant can't be told.
        free = json.loads(run(*common, "--json", "--strangers", "0").out)
        self.assertEqual((free["kinds"]["typo"]["n"], free["kinds"]["typo"]["n_as_typed"]), (0, 1))
        self.assertIsNone(free["refused"])
        self.assert_refused(run("eval", "values", "--db", self.database, "--pairs", self.file("no.json", "{}")),
                            saying="array")

    def test_questions_without_gold_tables_are_refused(self):
        tables = self.file("none.json", "[]")
        self.assert_refused(run("eval", "joins", "--tables", tables, "--questions", tables), saying="gold_tables")


class Schema(WithSample):
    def test_show(self):
        done = run("schema", "show", "--db", self.database, "--json")
        self.assertEqual(done.status, 0, done.error)
        tables = {table["name"]: table for table in json.loads(done.out)["tables"]}
        self.assertIn("crew_assignments", tables)
        self.assertEqual(len(tables["routes"]["foreign_keys"]), 2)
        text = run("schema", "show", "--db", "sqlite:" + self.database)
        self.assertRegex(text.out, r"from_port_id +INTEGER +not null, -> ports\.port_id")

    def test_formats_show_every_table(self):
        shown = run("schema", "show", "--db", self.database, "--format", "ddl", "--samples", "2")
        self.assertEqual(shown.status, 0, shown.error)
        copy = sqlite3.connect(":memory:")
        copy.executescript(shown.out)
        tables = sorted(name for name, in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        original = sqlite3.connect(self.database).execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        self.assertEqual(tables, sorted(name for name, in original if not name.startswith("sqlite_")))
        self.assertIn("such as ", shown.out)
        for name, beginning in {"m_schema": "【DB_ID】 ferry\n", "list": '[["', "mermaid": "erDiagram\n",
                                "json": '{"tables":'}.items():
            done = run("schema", "show", "--db", self.database, "--format", name)
            self.assertTrue(done.out.startswith(beginning), done.out[:200] + done.error)
            for table in tables:
                self.assertIn(table, done.out)
        found = run("find", "--db", self.database, "--format", "list", "What do passengers from Norway pay?")
        self.assertIn("passengers", [table[0] for table in json.loads(found.out)])
        short = run("find", "--db", self.database, "--format", "m_schema", "--max-tokens", "60",
                    "What do passengers from Norway pay?")
        self.assertLessEqual(len(short.out.encode()), 260)

    def test_joins_are_shown_with_conditions_and_reasons(self):
        done = run("schema", "joins", "--db", self.database, "bookings", "vessels")
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("bookings.departure_id = departures.departure_id", done.out)
        found = json.loads(run("schema", "joins", "--db", self.database, "--json", "bookings", "vessels").out)
        self.assertEqual(found["paths"][0]["bridges"], ["departures"])
        self.assert_refused(run("schema", "joins", "--db", self.database, "ships"), saying="no table ships")

    def test_descriptions_of_columns_are_found(self):
        folder = self.folder / "descriptions"
        folder.mkdir()
        (folder / "vessels.csv").write_text("original_column_name,column_description\nname,christened as\n")
        done = run("find", "--db", self.database, "--json", "--descriptions", str(folder), "christened")
        self.assertEqual(json.loads(done.out)["tables"][0]["table"], "vessels", done.error)
        (folder / "sailors.csv").write_text("original_column_name\n")
        self.assert_refused(run("schema", "show", "--db", self.database, "--descriptions", str(folder)),
                            saying="sailors")


class Sql(WithSample):
    STATEMENT = "SELECT p.name FROM ports p WHERE p.country_code = 'NO' LIMIT 3"

    def sql(self, *arguments, **keywords):
        return run("sql", arguments[0], "--db", self.database, *arguments[1:], **keywords)

    def test_inspect(self):
        done = self.sql("inspect", "--json", self.STATEMENT)
        self.assertEqual((done.status, done.error), (0, ""))
        info = json.loads(done.out)
        self.assertTrue(info["read_only"])
        self.assertEqual([(use["table"], use["alias"]) for use in info["tables"]], [("ports", "p")])
        self.assertEqual([use["column"] for use in info["columns"]], ["name", "country_code"])
        self.assertEqual([(use["value"], use["column"], use["op"]) for use in info["literals"]],
                         [("NO", "country_code", "="), (3, "", "LIMIT")])
        text = self.sql("inspect", "-", text=self.STATEMENT.encode())
        self.assertEqual(text.status, 0)
        self.assertRegex(text.out, r"(?s)Read-only\.\nColumns: ports\.name, ports\.country_code\n.*'NO' +text")

    def test_refusals(self):
        for statement, code in (("DELETE FROM ports", "permission_denied"), ("SELECT 1; SELECT 2", "invalid_argument"),
                                ("SELECT nothing_of_that FROM ports", "not_found"),
                                ("SELECT name FROM sqlite_schema", "permission_denied"),
                                ("SELECT load_extension('x')", "permission_denied"), ("", "invalid_argument")):
            with self.subTest(statement):
                done = self.sql("inspect", "--json", statement)
                self.assertEqual((done.status, done.error), (1, ""))
                answer = json.loads(done.out)
                self.assertEqual((answer["read_only"], answer["refusal"]["code"]), (False, code))
                text = self.sql("inspect", statement)
                self.assertEqual(text.status, 1)
                self.assertTrue(text.out.startswith("Refused: " + answer["refusal"]["message"]))
                self.assert_refused(self.sql("parameters", statement))
                self.assert_refused(self.sql("fingerprint", statement))

    def test_without_a_schema(self):
        self.assertEqual(run("sql", "inspect", "SELECT a FROM nowhere").status, 0)
        self.assertEqual(run("sql", "inspect", "SELECT name FROM sqlite_schema").status, 1)
        self.assertEqual(run("sql", "inspect", "--allow-catalogs", "SELECT name FROM sqlite_schema").status, 0)
        self.assertEqual(run("sql", "inspect", "SELECT rot13(a) FROM t").status, 1)
        self.assertEqual(run("sql", "inspect", "--allow-function", "rot13", "SELECT rot13(a) FROM t").status, 0)

    def test_schema_file(self):
        path = self.file("schema.json", run("schema", "show", "--db", self.database, "--json").out)
        for command in ("inspect", "parameters", "fingerprint"):
            done = run("sql", command, "--schema", path, "--json", self.STATEMENT)
            self.assertEqual((done.status, done.out), (0, self.sql(command, "--json", self.STATEMENT).out))
        self.assertEqual(run("sql", "inspect", "--schema", path, "SELECT a FROM nowhere").status, 1)
        self.assert_refused(run("sql", "inspect", "--schema", path + "x", "SELECT 1"))
        self.assert_refused(self.sql("inspect", "--schema", path, "SELECT 1"), status=2)

    def test_parameters(self):
        for style, first, second in (("?1", "?1", "?2"), ("$1", "$1", "$2"), ("?", "?", "?"), ("@p1", "@p1", "@p2")):
            answer = json.loads(self.sql("parameters", "--json", "--style", style, self.STATEMENT).out)
            self.assertEqual(answer["sql"], f"SELECT p.name FROM ports p WHERE p.country_code = {first} LIMIT {second}")
            self.assertEqual(answer["values"], ["'NO'", "3"])
        text = self.sql("parameters", self.STATEMENT)
        self.assertRegex(text.out, r"(?m)^'NO' +text +compared, ports\.country_code =$")

    def test_fingerprint(self):
        other = "select NAME from ports where ('SE' = country_code) limit 10"
        first = self.sql("fingerprint", self.STATEMENT)
        self.assertEqual(first.status, 0, first.error)
        self.assertRegex(first.out, r"\A[0-9a-f]{16}\nselect t1\.name from ports t1 where t1\.country_code = \? limit \?\n\Z")
        self.assertEqual(first.out, self.sql("fingerprint", other).out)
        self.assertNotEqual(first.out, self.sql("fingerprint", "SELECT name FROM ports LIMIT 3").out)

    def test_dialects(self):
        for command in ("inspect", "parameters", "fingerprint"):
            self.assert_refused(run("sql", command, "--dialect", "klingon", "SELECT 1"), status=2)
            self.assertEqual(run("sql", command, "--dialect", "sqlite", "SELECT 1").status, 0)


class Filter(WithSample):
    SCHEMA = str(SOURCE / "examples/filter/books.schema.json")
    BOOKS = (SOURCE / "examples/filter/books.jsonl").read_bytes()

    def match(self, *arguments, text=BOOKS):
        return run("filter", "match", "--schema", self.SCHEMA, *arguments, text=text)

    def test_check(self):
        done = run("filter", "check", "dataSource='a'", "contentLengthBytes<5")
        self.assertEqual((done.status, done.out, done.error), (0, 'data_source = "a" AND content_length_bytes < 5\n', ""))
        done = run("filter", "check", "--json", "--schema", self.SCHEMA, "tags:sea")
        self.assertEqual((done.status, json.loads(done.out)), (0, {"valid": True, "canonical": 'tags:"sea"'}))
        self.assertEqual(run("filter", "check", "").out, "Everything matches.\n")
        self.assertEqual(run("filter", "check", "--", "-uri = x").out, 'NOT uri = "x"\n')
        self.assertEqual(run("filter", "check", "-", text=b"-uri = x\n").out, 'NOT uri = "x"\n')

    def test_refusals(self):
        done = run("filter", "check", "uri = \"\u65e5\u672c\" AND x = 1")
        self.assertEqual((done.status, done.error), (1, ""))
        # Wide characters take two columns.
        self.assertEqual(done.out.splitlines()[1], " " * 19 + "^")
        answer = json.loads(run("filter", "check", "--json", "uri = ").out)
        self.assertEqual((answer["valid"], answer["refusal"]["byte_offset"]), (False, 6))
        self.assert_refused(run("filter", "check", "--schema", "/no/such.json", "x"), saying="can't be read")
        self.assert_refused(run("filter", "check", "--schema", self.file("bad.json", '{"fields":[{}]}'), "x"),
                            saying="lacks the member")

    def test_match(self):
        done = self.match("page_count < 300")
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertEqual(done.out.encode(), b"".join(self.BOOKS.splitlines(keepends=True)[:2]))
        self.assertEqual((self.match("title = x").status, self.match("title = x").out), (3, ""))
        self.assertEqual(self.match("", text=b"\n{}\n").out, "{}\n")
        self.assert_refused(self.match("pages = 5"), saying="no field")
        self.assert_refused(self.match("title = x", text=b'{}\n{"title": 5}\n'), saying="(line 2)")


class BadInput(WithSample):
    QUESTION = "Which ports are in Sweden?"

    def test_database(self):
        none = self.file("text.db", "this is no database, though it is long enough to look like a file" * 20)
        for database in (str(self.folder / "missing.db"), none, str(self.folder), "teradata:x", "sqlite:", ""):
            for command in (["ask", "--context", str(CONTEXT)], ["find"], ["link"]):
                with self.subTest(database=database, command=command):
                    self.assert_refused(run(*command, "--db", database, self.QUESTION))
            self.assert_refused(run("schema", "show", "--db", database))
        self.assertFalse((self.folder / "missing.db").exists())

    def test_context(self):
        broken = {"broken.json": '{"templates": [', "array.json": "[]", "type.json": '{"templates": 3}',
                  "bytes.json": b'{"templates": "\xff"}'}
        paths = [self.file(name, data) for name, data in broken.items()]
        for path in [*paths, str(self.folder / "missing.json"), str(self.folder)]:
            with self.subTest(path):
                self.assert_refused(run("ask", "--db", self.database, "--context", path, self.QUESTION))
                self.assert_refused(run("link", "--db", self.database, "--context", path, "Kiel"))
                done = run("context", "check", path, "--json")
                self.assertEqual(done.status, 1, done.error)
                self.assertRegex(json.loads(done.out)["findings"][0]["rule"],
                                 "^(not_json|not_an_object|wrong_type|unreadable_file)$")

    def test_context_that_writes(self):
        for sql in ("DELETE FROM ports", "SELECT 1; DROP TABLE ports", "PRAGMA writable_schema = 1",
                    "ATTACH 'x' AS y", "SELECT load_extension('x')", "SELECT * FROM sqlite_schema; --"):
            item = {"nl_query": "Which ports?", "sql": sql, "intent": "Which ports?", "manifest": "Which ports?",
                    "parameterized": {"parameterized_intent": "Which ports?", "parameterized_sql": sql}}
            path = self.file("writes.json", json.dumps({"templates": [item]}))
            with self.subTest(sql):
                self.assert_refused(run("ask", "--db", self.database, "--context", path, "Which ports?"))
                self.assertEqual(run("context", "check", path, "--db", self.database).status, 1)
        search = {"query": "UPDATE ports SET name = $value RETURNING name AS value", "concept_type": "Port"}
        path = self.file("writes.json", json.dumps({"value_searches": [search]}))
        self.assert_refused(run("link", "--db", self.database, "--context", path, "Kiel"))

    def test_question(self):
        for question in (b"", b"   ", b"Which ports are in \xff\xfe?"):
            for command in ("ask", "find", "link"):
                with self.subTest(question=question, command=command):
                    self.assert_refused(run(command, *(self.sample if command != "find" else self.sample[:2]), question))

    def test_long_question(self):
        for size in (1_000_000, 10_000_000):
            self.assert_refused(self.ask("-", text=b"x " * (size // 2)))
            self.assert_refused(run("link", *self.sample, "-", text=b"Kiel " * (size // 5)))

    def test_now(self):
        for time in ("yesterday", "2024-13-01", "2024-02-30", "", "12:00", "2024-01-01; DROP TABLE ports"):
            with self.subTest(time):
                self.assert_refused(self.ask("--now", time, self.QUESTION), status=2)


class Output(WithSample):
    HOSTILE = "\x1b[31mred\x1b[0m\x07 \u202egnp.exe\u2066 \u009b2J a\tb\nc \x7f"

    def hostile_database(self):
        path = self.folder / "hostile.db"
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        name = '"' + self.HOSTILE.replace('"', '""') + '"'
        connection.execute(f"CREATE TABLE {name} (word TEXT, {name} TEXT)")
        connection.execute(f"INSERT INTO {name} VALUES (?, CAST(X'61FF62' AS TEXT))", (self.HOSTILE,))
        connection.execute(f"INSERT INTO {name} VALUES ('船は大きい', 'e\u0301te\u0301')")
        connection.commit()
        connection.close()
        return str(path)

    def assert_tame(self, text):
        self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

    def test_no_escape_sequence_comes_through(self):
        database = self.hostile_database()
        for command in (["schema", "show"], ["find", "red"], ["link", "red gnp.exe"], ["find", self.HOSTILE],
                        ["link", self.HOSTILE]):
            done = run(*command, "--db", database)
            self.assert_tame(done.out)
            self.assert_tame(done.error)
        self.assertIn(r"\x1b[31mred", run("schema", "show", "--db", database).out)
        done = self.ask("Tell me about " + self.HOSTILE + "?")
        self.assert_tame(done.out + done.error)
        done = run("schema", "show", "--db", self.HOSTILE)
        self.assert_tame(done.error)
        self.assert_refused(done)
        done = run(self.HOSTILE)
        self.assert_tame(done.error)
        self.assert_refused(done, status=2)

    def test_json_of_hostile_text(self):
        done = run("link", "--db", self.hostile_database(), "--json", "--max-distance", "1", "red gnp.exe")
        self.assertEqual(done.status, 0, done.error)
        self.assertIn(self.HOSTILE, [match["value"] for match in json.loads(done.out)["matches"]])
        self.assert_tame(done.out.replace("\u202e", "").replace("\u2066", "").replace("\u009b", "").replace("\x7f", ""))

    def test_wide_characters_line_up(self):
        done = run("link", "--db", self.hostile_database(), "船は大きい")
        row = next(line for line in done.out.splitlines() if line.startswith("船"))
        rule = next(line for line in done.out.splitlines() if line.startswith("--"))
        self.assertEqual(row.index("\\x1b"), rule.index(" ") + 2 - len("船は大きい"))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        for arguments in (["schema", "show", "--db", self.database], ["--help"], ["--version"],
                          ["context", "check", str(CONTEXT)]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr.decode(), r"\Aquerydata: [^\n]+\n\Z")

    def test_closed_pipe(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([PROGRAM, "schema", "show", "--db", self.database], stdout=writing,
                              stderr=subprocess.PIPE, check=False)
        os.close(writing)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), r"\Aquerydata: [^\n]+\n\Z")

    def test_same_input_same_bytes(self):
        for command in (["ask", *self.sample, "--explain", "Which ports are in Sweden?"],
                        ["find", "--db", self.database, "price of bookings"],
                        ["link", *self.sample, "Tromso"]):
            self.assertEqual(run(*command).out, run(*command).out)


if __name__ == "__main__":
    assert shutil.which(PROGRAM), PROGRAM
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
