"""`eval`, as a user meets it; see program.py for the arguments."""
import json
import sqlite3
import unittest

from program import WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
