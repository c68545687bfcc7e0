"""`sql`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
