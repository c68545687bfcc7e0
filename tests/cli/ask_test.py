"""`ask`, as a user meets it; see program.py for the arguments."""
import json
import sqlite3
import unittest

from program import CONTEXT, WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
