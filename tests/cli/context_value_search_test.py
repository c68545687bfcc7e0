"""`context value-search`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments


class MakeValueSearch(WithSample):
    def test_made_and_used(self):
        done = run("context", "value-search", "ports", "name", "--concept-type", "Port", "--kind", "trigram", "--db",
                   self.database, "--json")
        self.assertEqual(done.status, 0, done.error)
        made = self.file("port.json", done.out)
        self.assertEqual(run("context", "check", made, "--db", self.database).status, 0)
        found = run("link", "--db", self.database, "--context", made, "--json", "Tromsoe")
        best = json.loads(found.out)["matches"][0]
        self.assertEqual((best["table"], best["column"], best["concept_type"]), ("ports", "name", "Port"))

    def test_query_of_another_dialect(self):
        done = run("context", "value-search", "a`b", "c", "--concept-type", "It's", "--dialect", "mysql")
        self.assertIn("FROM `a``b` AS s WHERE s.c = $value", done.out)
        self.assertIn(r"'It\'s'", done.out)

    def test_what_makes_no_sense(self):
        common = ("context", "value-search", "ports")
        self.assertEqual(run(*common, "name").status, 2)
        self.assertEqual(run(*common, "name", "--concept-type", "P", "--kind", "soundex").status, 2)
        self.assert_refused(run(*common, "nam", "--concept-type", "P", "--db", self.database), saying="no column nam")
        self.assert_refused(run(*common, "name", "--concept-type", "P", "--kind", "semantic"), saying="edit_distance")
        self.assertEqual(run(*common, "name", "--concept-type", "P", "--max-rows", "-3").status, 2)
        unused = run(*common, "name", "--concept-type", "P", "--token-column", "t")
        self.assertEqual(unused.status, 2)
        self.assertIn("googlesql", unused.error)

    def test_schema_and_type_of_the_column(self):
        common = ("context", "value-search", "ports", "--concept-type", "P", "--db", self.database, "--schema", "main")
        done = run(*common, "name")
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertIn("holds numbers", run(*common, "berths", "--kind", "trigram").error)
        self.assertEqual(run(*common, "berths").error, "")


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
