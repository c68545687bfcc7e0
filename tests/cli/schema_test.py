"""`schema`, as a user meets it; see program.py for the arguments."""
import json
import sqlite3
import unittest

from program import WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
