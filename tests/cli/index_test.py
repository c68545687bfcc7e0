"""`index` of values, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments


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
        self.assert_refused(run("index", "update", "--store", self.store), status=2, saying="--db, --changes, --documents or --documentation")
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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
