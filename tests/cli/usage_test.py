"""Help, version and wrong usage, as a user meets it; see program.py for the arguments."""
import re
import unittest

from program import CONTEXT, SOURCE, WithSample, run, unittest_arguments


class Usage(WithSample):
    def test_complaints(self):
        for arguments in ([], ["nonsense"], ["ask"], ["ask", "Which ports are in Sweden?"],
                          ["ask", "--db", "x.db"], ["ask", *self.sample, "--max-rows", "0", "q"],
                          ["ask", *self.sample, "--nonsense", "q"], ["context"], ["context", "check"],
                          ["context", "check", "x", "--dialect", "klingon"], ["schema"], ["schema", "show"], ["sql"], ["sql", "inspect"],
                          ["sql", "parameters", "--style", "%s", "SELECT 1"],
                          ["link", *self.sample, "--max-distance", "2", "q"],
                          ["ask", *self.sample, "--now", "yesterday", "Ports in Sweden"]):
            with self.subTest(arguments):
                self.assert_refused(run(*arguments), status=2)

    def test_options_leave_the_arguments_behind_them_alone(self):
        self.assertEqual(run("context", "derive", "--concepts", str(CONTEXT), "Ports of NO",
                             "SELECT 1 FROM ports WHERE country_code = 'NO'").status, 0)
        self.assertEqual(run("context", "derive-facet", "--concepts", str(CONTEXT), "of NO",
                             "ports.country_code = 'NO'").status, 0)
        self.assertEqual(run("context", "check", "--scope-tables", "ports,routes", str(CONTEXT)).status, 1)
        self.assertEqual(run("sql", "inspect", "--allow-function", "f", "SELECT f(1)").status, 0)

    def test_a_dialect_that_the_database_does_not_speak(self):
        for arguments in (["context", "check", str(CONTEXT)], ["context", "derive", "q", "SELECT 1"],
                          ["context", "derive", "--complete", str(CONTEXT)],
                          ["context", "derive-facet", "q", "ports.berths > 1"],
                          ["context", "value-search", "ports", "name", "--concept-type", "Port"],
                          ["sql", "inspect", "SELECT 1"]):
            with self.subTest(arguments):
                self.assert_refused(run(*arguments, "--db", self.database, "--dialect", "mysql"), status=2,
                                    saying="speaks sqlite, not mysql")
                self.assertEqual(run(*arguments, "--db", self.database, "--dialect", "sqlite").status, 0)

    def test_help(self):
        for command in ([], ["ask"], ["find"], ["link"], ["index"], ["index", "build"], ["context"], ["context", "check"],
                        ["schema", "show"], ["sql"],
                        ["sql", "inspect"], ["eval"]):
            with self.subTest(command):
                done = run(*command, "--help")
                self.assertEqual((done.status, done.error), (0, ""))
                self.assertIn("Usage: querydata", done.out)

    def test_help_has_examples(self):
        for command in ([], ["ask"], ["find"], ["link"], ["index"], ["context", "check"], ["schema", "show"], ["sql", "inspect"],
                        ["sql", "parameters"], ["sql", "fingerprint"]):
            self.assertRegex(run(*command, "--help").out, r"(?m)^Examples?:\n  querydata ")

    def test_version(self):
        header = (SOURCE / "include/querydata/version.hpp").read_text()
        numbers = [re.search(rf"QUERYDATA_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
        done = run("--version")
        self.assertEqual((done.status, done.out), (0, f"querydata {'.'.join(numbers)}\n"))

    def test_question_that_is_called_like_a_command(self):
        for word in ("find", "schema", "link"):
            done = run("find", "--db", self.database, word)
            self.assertIn(done.status, (0, 3), done.error)


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
