"""The sample generator, as a user meets it; see program.py for the arguments."""
import json
import pathlib
import re
import sqlite3
import subprocess
import unittest

from program import CONTEXT, GENERATOR, WithSample, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
