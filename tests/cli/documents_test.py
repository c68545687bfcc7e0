"""`index` of documents and of a database's own documentation, as a user meets it; see program.py for the arguments."""
import json
import os
import pathlib
import sqlite3
import unittest

from program import WithProgram, run, unittest_arguments


class Documents(WithProgram):
    def setUp(self):
        self.store = str(self.folder / (self.id() + ".store"))
        self.docs = pathlib.Path(self.folder) / self.id()
        self.docs.mkdir()
        for i in range(5):
            (self.docs / f"page{i}.md").write_text(f"# Page {i}\n\nThe lantern of street {i} is lit.\n")

    def index(self, command, *arguments):
        done = run("index", command, "--store", self.store, "--json", *arguments)
        self.assertEqual((done.status, done.error), (0, ""), done.error)
        return json.loads(done.out)

    def test_built_told_and_updated(self):
        built = self.index("build", "--documents", str(self.docs))
        self.assertEqual((built["documents"], built["added"], built["segments"]), (5, 5, 1))
        told = self.index("info", "--documents")
        self.assertEqual({name: built[name] for name in told}, told)
        same = self.index("update", "--documents", str(self.docs))
        self.assertEqual((same["unchanged"], same["added"], same["replaced"], same["removed"]), (5, 0, 0, 0))
        (self.docs / "page1.md").write_text("The lantern of street 1 is broken.\n")
        (self.docs / "page9.html").write_text("<p>The lantern of street 9 is new.</p>\n")
        (self.docs / "page2.md").unlink()
        (self.docs / "ignored.png").write_bytes(b"\x89PNG")
        changed = self.index("update", "--documents", str(self.docs))
        self.assertEqual((changed["unchanged"], changed["added"], changed["replaced"], changed["removed"]), (3, 1, 1, 1))
        self.assertEqual(changed["documents"], 5)
        done = run("answer", "--store", self.store, "Which lantern is broken?")
        self.assertIn("street 1 is broken", done.out)

    def test_only_what_its_own_folders_lost_is_removed(self):
        other = self.file("other.txt", "Ropes are long.\n")
        self.index("build", "--documents", str(self.docs), "--documents", other)
        (self.docs / "page0.md").unlink()
        self.assertEqual(self.index("update", "--documents", str(self.docs))["removed"], 1)
        self.assertEqual(self.index("info", "--documents")["documents"], 5)

    def test_one_spelling_of_a_path(self):
        self.index("build", "--documents", str(self.docs))
        (self.docs / "page0.md").unlink()
        spelt = self.docs.parent / "." / "x" / ".." / self.docs.name
        changed = self.index("update", "--documents", os.path.join(str(spelt), ""))
        self.assertEqual((changed["unchanged"], changed["removed"], changed["documents"]), (4, 1, 4))

    def test_relative_and_absolute_paths_are_the_same(self):
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            self.index("build", "--documents", "./" + self.docs.name)
            (self.docs / "page0.md").unlink()
            changed = self.index("update", "--documents", os.path.join(os.getcwd(), self.docs.name))
            self.assertEqual((changed["unchanged"], changed["removed"], changed["documents"]), (4, 1, 4))
        finally:
            os.chdir(before)

    def test_touched_files_are_unchanged(self):
        self.index("build", "--documents", str(self.docs))
        os.utime(self.docs / "page3.md", (1, 1))
        self.assertEqual(self.index("update", "--documents", str(self.docs))["unchanged"], 5)

    def test_what_is_gone_is_removed(self):
        other = self.file("other.txt", "Ropes are long.\n")
        self.index("build", "--documents", str(self.docs), "--documents", other)
        path = self.docs / "page0.md"
        path.unlink()
        self.assertEqual(self.index("update", "--documents", str(path))["removed"], 1)
        for path in self.docs.iterdir():
            path.unlink()
        done = run("index", "update", "--store", self.store, "--documents", str(self.docs))
        self.assertIn("has no document any more: 4 documents removed\n", done.out)
        self.docs.rmdir()
        pathlib.Path(other).unlink()
        self.assertEqual(self.index("update", "--documents", other)["documents"], 0)
        self.assert_refused(run("index", "update", "--store", self.store, "--documents", str(self.docs)),
                            saying="spelling")

    def test_an_update_makes_no_store(self):
        self.assert_refused(run("index", "update", "--store", self.store, "--documents", str(self.docs)),
                            saying="index build --documents")
        self.assertFalse(pathlib.Path(self.store).exists())

    def test_text_for_people(self):
        done = run("index", "build", "--store", self.store, "--documents", str(self.docs))
        self.assertRegex(done.out, r"\A5 added, 0 replaced, 0 unchanged, 0 removed\n5 documents, 5 chunks, \d+ bytes in 1 segment\n\Z")
        done = run("index", "info", "--store", self.store, "--documents")
        self.assertRegex(done.out, r"\A5 documents, 5 chunks, \d+ bytes in 1 segment\n\Z")

    def test_complaints(self):
        missing = str(self.folder / "none")
        self.assert_refused(run("index", "build", "--store", self.store, "--documents", missing), status=2, saying="none")
        self.assert_refused(run("index", "build", "--store", self.store), status=2, saying="--documents")
        self.assert_refused(run("index", "info", "--store", self.store, "--documents"), saying="not_found")
        self.assert_refused(run("index", "update", "--store", self.store, "--documents", str(self.docs)), saying="not_found")
        self.assert_refused(run("index", "build", "--store", self.store, "--documents", str(self.docs), "--documents",
                                str(self.docs / "page1.md")), saying="twice")
        self.assert_refused(run("index", "build", "--store", self.store, "--documents", str(self.docs), "--db", "x.db"),
                            status=2, saying="--db")

    def test_damage_is_told(self):
        self.index("build", "--documents", str(self.docs))
        part = next(path for path in pathlib.Path(self.store + ".files").iterdir() if not path.name.endswith("lock"))
        data = bytearray(part.read_bytes())
        data[len(data) // 2] ^= 16
        part.unlink()
        part.write_bytes(data)
        self.assert_refused(run("answer", "--store", self.store, "Which lantern is lit?"), saying="data_loss")
        self.assertEqual(self.index("build", "--documents", str(self.docs))["documents"], 5)


class Documentation(WithProgram):
    def setUp(self):
        self.database = str(self.folder / (self.id() + ".db"))
        connection = sqlite3.connect(self.database)
        connection.executescript("CREATE TABLE ports(port_id INTEGER PRIMARY KEY, max_draught REAL, quay TEXT);"
                                 "CREATE TABLE log(line TEXT);")
        connection.close()
        self.descriptions = self.folder / self.id()
        self.descriptions.mkdir()
        self.describe("the deepest draught of a vessel that may enter, in metres")
        self.store = str(self.folder / (self.id() + ".store"))

    def describe(self, meaning):
        lines = ["original_column_name,column_name,column_description,data_format,value_description",
                 f'max_draught,maximum draught,"{meaning}",real,', 'quay,,where vessels lie – "Kai" in Köln,text,']
        # As files of Windows are: the dash and the umlaut are no UTF-8.
        (self.descriptions / "ports.csv").write_bytes("\r\n".join(lines).encode("cp1252"))

    def source(self):
        return ("--documentation", self.database, "--descriptions", str(self.descriptions))

    def test_a_column_is_explained(self):
        done = run("answer", *self.source(), "What does max_draught mean?")
        self.assertEqual(done.status, 0, done.error + done.out)
        self.assertIn("deepest draught", done.out)
        self.assertIn("documents/schema/ports", done.out)

    def test_indexed_beside_documents_and_updated(self):
        notes = self.file("notes.md", "# Tides\n\nThe tide at Lindau rises two metres at new moon.\n")
        index = ("--store", self.store, "--json", *self.source(), "--documents", notes)
        built = json.loads(run("index", "build", *index).out)
        self.assertEqual(built["documents"], 2)
        self.assertIn("two metres", run("answer", "--store", self.store, "How far does the tide at Lindau rise?").out)
        self.assertIn("K\u00f6ln", run("answer", "--store", self.store, "Where do vessels lie at the quay?").out)
        self.assertEqual(json.loads(run("index", "update", *index).out)["unchanged"], 2)
        self.describe("how low a keel may hang")
        changed = json.loads(run("index", "update", *index).out)
        self.assertEqual((changed["replaced"], changed["unchanged"]), (1, 1))
        self.assertIn("keel", run("answer", "--store", self.store, "What does max_draught mean?").out)

    def test_complaints(self):
        undescribed = run("answer", "--documentation", self.database, "What does max_draught mean?")
        self.assert_refused(undescribed, saying="--descriptions")
        self.assert_refused(run("answer", "--documentation", self.database + ".none", "What?"), saying="not_found")
        self.assert_refused(run("answer", "--store", self.store, "--descriptions", str(self.descriptions), "What?"),
                            status=2, saying="--documentation")
        (self.descriptions / "nothing.csv").write_text("original_column_name\n")
        self.assert_refused(run("answer", *self.source(), "What?"), saying="nothing")


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
