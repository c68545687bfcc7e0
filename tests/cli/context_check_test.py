"""`context check`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import CONTEXT, WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
