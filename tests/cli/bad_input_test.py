"""Input that no command should trust, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import CONTEXT, WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
