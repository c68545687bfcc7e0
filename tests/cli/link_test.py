"""`link`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments


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


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
