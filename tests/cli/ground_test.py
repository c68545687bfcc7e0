"""`ground`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments


class Ground(WithSample):
    def ground(self, *words):
        return run("ground", *self.sample, *words)

    def test_text_fits_the_budget(self):
        question = "Which ports are in Sweden?"
        done = self.ground("--budget", "900", question)
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertIn("Question: " + question, done.out)
        self.assertLessEqual(len(done.out.split("\n(about ")[0].encode()), 4 * 900)

    def test_json_has_schema_and_grammar_of_the_same_tables(self):
        done = self.ground("--json", "Which ports are in Sweden?")
        self.assertEqual(done.status, 0, done.error)
        grounding = json.loads(done.out)
        tables = [table["name"] for table in grounding["schema"]["tables"]]
        self.assertIn("ports", tables)
        self.assertEqual(grounding["json_schema"]["properties"]["from"]["enum"], tables)
        self.assertIn("root ::= ", grounding["grammar"])
        self.assertEqual(self.ground("--grammar", "Which ports are in Sweden?").out, grounding["grammar"])
        self.assertEqual(self.ground("--json", "Which ports are in Sweden?").out, done.out)

    def test_a_budget_without_room_is_told(self):
        done = self.ground("--budget", "20", "Which ports are in Sweden?")
        self.assertEqual(done.status, 1)
        self.assertIn("raise --budget", done.error)

    def test_no_context_set_is_needed(self):
        done = run("ground", "--db", self.database, "--format", "ddl", "Which vessels sail which routes?")
        self.assertEqual(done.status, 0, done.error)
        self.assertIn("CREATE TABLE", done.out)


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
