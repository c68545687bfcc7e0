"""What every command writes, and where to, as a user meets it; see program.py for the arguments."""
import json
import os
import sqlite3
import subprocess
import unittest

from program import CONTEXT, PROGRAM, WithSample, run, unittest_arguments


class Output(WithSample):
    HOSTILE = "\x1b[31mred\x1b[0m\x07 \u202egnp.exe\u2066 \u009b2J a\tb\nc \x7f"

    def hostile_database(self):
        path = self.folder / "hostile.db"
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        name = '"' + self.HOSTILE.replace('"', '""') + '"'
        connection.execute(f"CREATE TABLE {name} (word TEXT, {name} TEXT)")
        connection.execute(f"INSERT INTO {name} VALUES (?, CAST(X'61FF62' AS TEXT))", (self.HOSTILE,))
        connection.execute(f"INSERT INTO {name} VALUES ('船は大きい', 'e\u0301te\u0301')")
        connection.commit()
        connection.close()
        return str(path)

    def assert_tame(self, text):
        self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

    def test_no_escape_sequence_comes_through(self):
        database = self.hostile_database()
        for command in (["schema", "show"], ["find", "red"], ["link", "red gnp.exe"], ["find", self.HOSTILE],
                        ["link", self.HOSTILE]):
            done = run(*command, "--db", database)
            self.assert_tame(done.out)
            self.assert_tame(done.error)
        self.assertIn(r"\x1b[31mred", run("schema", "show", "--db", database).out)
        done = self.ask("Tell me about " + self.HOSTILE + "?")
        self.assert_tame(done.out + done.error)
        done = run("schema", "show", "--db", self.HOSTILE)
        self.assert_tame(done.error)
        self.assert_refused(done)
        done = run(self.HOSTILE)
        self.assert_tame(done.error)
        self.assert_refused(done, status=2)

    def test_json_of_hostile_text(self):
        done = run("link", "--db", self.hostile_database(), "--json", "--max-distance", "1", "red gnp.exe")
        self.assertEqual(done.status, 0, done.error)
        self.assertIn(self.HOSTILE, [match["value"] for match in json.loads(done.out)["matches"]])
        self.assert_tame(done.out.replace("\u202e", "").replace("\u2066", "").replace("\u009b", "").replace("\x7f", ""))

    def test_wide_characters_line_up(self):
        done = run("link", "--db", self.hostile_database(), "船は大きい")
        row = next(line for line in done.out.splitlines() if line.startswith("船"))
        rule = next(line for line in done.out.splitlines() if line.startswith("--"))
        self.assertEqual(row.index("\\x1b"), rule.index(" ") + 2 - len("船は大きい"))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        for arguments in (["schema", "show", "--db", self.database], ["--help"], ["--version"],
                          ["context", "check", str(CONTEXT)]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr.decode(), r"\Aquerydata: [^\n]+\n\Z")

    def test_closed_pipe(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([PROGRAM, "schema", "show", "--db", self.database], stdout=writing,
                              stderr=subprocess.PIPE, check=False)
        os.close(writing)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), r"\Aquerydata: [^\n]+\n\Z")

    def test_same_input_same_bytes(self):
        for command in (["ask", *self.sample, "--explain", "Which ports are in Sweden?"],
                        ["find", "--db", self.database, "price of bookings"],
                        ["link", *self.sample, "Tromso"]):
            self.assertEqual(run(*command).out, run(*command).out)


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
