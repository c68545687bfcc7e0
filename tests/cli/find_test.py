"""`find`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import WithSample, run, unittest_arguments


class Find(WithSample):
    def test_tables_columns_joins(self):
        done = run("find", "--db", self.database, "--json", "names of passengers and what their bookings cost")
        self.assertEqual(done.status, 0, done.error)
        link = json.loads(done.out)
        self.assertLessEqual({"passengers", "bookings"}, {table["table"] for table in link["tables"]})
        self.assertTrue(link["joins"])
        text = run("find", "--db", self.database, "names of passengers and what their bookings cost")
        self.assertEqual(text.status, 0)
        self.assertRegex(text.out, r"(?m)^passengers +\d\.\d\d")

    def test_nothing(self):
        done = run("find", "--db", self.database, "zzzz qqqq")
        self.assertEqual((done.status, done.error), (3, ""))


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
