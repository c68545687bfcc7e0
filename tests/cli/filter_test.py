"""`filter`, as a user meets it; see program.py for the arguments."""
import json
import unittest

from program import SOURCE, WithSample, run, unittest_arguments


class Filter(WithSample):
    SCHEMA = str(SOURCE / "examples/filter/books.schema.json")
    BOOKS = (SOURCE / "examples/filter/books.jsonl").read_bytes()

    def match(self, *arguments, text=BOOKS):
        return run("filter", "match", "--schema", self.SCHEMA, *arguments, text=text)

    def test_check(self):
        done = run("filter", "check", "dataSource='a'", "contentLengthBytes<5")
        self.assertEqual((done.status, done.out, done.error), (0, 'data_source = "a" AND content_length_bytes < 5\n', ""))
        done = run("filter", "check", "--json", "--schema", self.SCHEMA, "tags:sea")
        self.assertEqual((done.status, json.loads(done.out)), (0, {"valid": True, "canonical": 'tags:"sea"'}))
        self.assertEqual(run("filter", "check", "").out, "Everything matches.\n")
        self.assertEqual(run("filter", "check", "--", "-uri = x").out, 'NOT uri = "x"\n')
        self.assertEqual(run("filter", "check", "-", text=b"-uri = x\n").out, 'NOT uri = "x"\n')

    def test_refusals(self):
        done = run("filter", "check", "uri = \"\u65e5\u672c\" AND x = 1")
        self.assertEqual((done.status, done.error), (1, ""))
        # Wide characters take two columns.
        self.assertEqual(done.out.splitlines()[1], " " * 19 + "^")
        answer = json.loads(run("filter", "check", "--json", "uri = ").out)
        self.assertEqual((answer["valid"], answer["refusal"]["byte_offset"]), (False, 6))
        self.assert_refused(run("filter", "check", "--schema", "/no/such.json", "x"), saying="can't be read")
        self.assert_refused(run("filter", "check", "--schema", self.file("bad.json", '{"fields":[{}]}'), "x"),
                            saying="lacks the member")

    def test_match(self):
        done = self.match("page_count < 300")
        self.assertEqual((done.status, done.error), (0, ""))
        self.assertEqual(done.out.encode(), b"".join(self.BOOKS.splitlines(keepends=True)[:2]))
        self.assertEqual((self.match("title = x").status, self.match("title = x").out), (3, ""))
        self.assertEqual(self.match("", text=b"\n{}\n").out, "{}\n")
        self.assert_refused(self.match("pages = 5"), saying="no field")
        self.assert_refused(self.match("title = x", text=b'{}\n{"title": 5}\n'), saying="(line 2)")


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
