"""`answer`, as a user meets it; see program.py for the arguments."""
import json
import re
import unittest

from program import WithProgram, run, unittest_arguments

LAMP = "# Lamps\n\nThe lamp of Port Calder was kept by **Tomas Reed** for thirty years.\n"
HONEY = "<html><body><h1>Honey</h1><p>The honey of Lindau is dark &amp; tastes of chestnut.</p></body></html>\n"
QUESTION = "Who kept the lamp of Port Calder?"


class Answer(WithProgram):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.docs = cls.folder / "docs"
        (cls.docs / "more").mkdir(parents=True)
        (cls.docs / "lamp.md").write_text(LAMP)
        (cls.docs / "more/honey.html").write_text(HONEY)
        cls.store = str(cls.folder / "docs.store")
        done = run("index", "build", "--documents", str(cls.docs), "--store", cls.store)
        assert done.status == 0, done.error

    def test_an_answer_names_its_source(self):
        for source in (("--documents", str(self.docs)), ("--store", self.store)):
            done = run("answer", *source, QUESTION)
            self.assertEqual((done.status, done.error), (0, ""))
            self.assertIn("Tomas Reed", done.out)
            self.assertIn("[1] " + str(self.docs / "lamp.md") + ", bytes ", done.out)

    def test_json_is_the_published_shape_and_counts_bytes(self):
        done = run("answer", "--store", self.store, "--json", QUESTION)
        answer = json.loads(done.out)["answer"]
        self.assertEqual(set(answer), {"answerText", "citations", "references", "answered", "confidence",
                                       "segments"})
        text = answer["answerText"].encode()
        for citation in answer["citations"]:
            self.assertLess(citation.get("startIndex", 0), citation["endIndex"])
            self.assertLessEqual(citation["endIndex"], len(text))
        for segment in answer["segments"]:
            copied = text[segment.get("startIndex", 0):segment["endIndex"]]
            source = LAMP.encode()[segment.get("sourceStartIndex", 0):segment["sourceEndIndex"]]
            self.assertEqual((copied, segment["verbatim"]), (source, True))
        chunk = answer["references"][0]["documentReference"]["documentChunk"]
        self.assertIn(chunk["content"], LAMP)
        self.assertNotIn("id", chunk)
        self.assertEqual(chunk["document"]["dataSource"], str(self.docs))

    def test_the_question_comes_from_standard_input(self):
        done = run("answer", "--store", self.store, "-", text=QUESTION.encode())
        self.assertIn("Tomas Reed", done.out)

    def test_a_filter_is_strict(self):
        other = f'uri != "{self.docs / "lamp.md"}"'
        done = run("answer", "--store", self.store, "--filter", other, "--json", QUESTION)
        for reference in json.loads(done.out)["answer"]["references"]:
            self.assertNotIn("lamp.md", reference["documentReference"]["documentChunk"]["parent"])
        done = run("answer", "--store", self.store, "--filter", 'dataSource = "nowhere"', QUESTION)
        self.assertEqual((done.status, done.out), (3, "The filter lets no document through.\n"))

    def test_what_the_documents_do_not_say(self):
        done = run("answer", "--store", self.store, "Who painted the Mona Lisa?")
        self.assertEqual((done.status, done.out), (3, "The sources do not answer this question.\n"))

    def test_the_bytes_that_are_named_are_those_that_were_copied(self):
        done = run("answer", "--documents", str(self.docs), "--max-bytes", "60", QUESTION)
        begin, end = re.search(r"lamp\.md, bytes (\d+) to (\d+)\n", done.out).groups()
        copied = LAMP.encode()[int(begin):int(end)].decode().replace("*", "")
        self.assertTrue(done.out.startswith(copied + " [1]"), done.out)

    def test_how_sure_it_must_be(self):
        sure = run("answer", "--store", self.store, QUESTION)
        self.assertRegex(sure.out, r"\nConfidence [01]\.\d\d\n\Z")
        done = run("answer", "--store", self.store, "--min-confidence", "1", "--json", QUESTION)
        self.assertEqual((done.status, json.loads(done.out)["answer"]["answered"]), (3, False))
        self.assert_refused(run("answer", "--store", self.store, "--min-confidence", "2", QUESTION), status=2,
                            saying="--min-confidence")

    def test_complaints(self):
        store = ("answer", "--store", self.store)
        self.assert_refused(run(*store, "--filter", "uri = ", QUESTION), saying="filter")
        self.assert_refused(run(*store, "--filter", 'title = "x"', QUESTION), saying="title")
        self.assert_refused(run(*store, ""), saying="empty")
        self.assert_refused(run(*store, "x" * 501), saying="500")
        self.assert_refused(run(*store, "--index", "other", QUESTION), saying="not_found")
        self.assert_refused(run("answer", QUESTION), status=2, saying="--store")
        self.assert_refused(run(*store, "--documents", str(self.docs), QUESTION), status=2, saying="--documents")
        self.assert_refused(run("answer", "--documents", str(self.folder / "none"), QUESTION), status=2, saying="none")
        self.assert_refused(run("answer", "--store", str(self.folder / "none.store"), QUESTION), saying="none.store")
        (self.folder / "empty").mkdir(exist_ok=True)
        self.assert_refused(run("answer", "--documents", str(self.folder / "empty"), QUESTION), saying="no document")

    def test_a_document_of_strange_bytes(self):
        path = self.file("strange.txt", b"The lamp\x00 of \xff\xfe Calder was kept by Tomas Reed.\n\x1b[31mred\n")
        done = run("answer", "--documents", path, "Who kept the lamp of Calder?")
        self.assertNotIn("\x1b", done.out)
        self.assertNotIn("\x00", done.out)


if __name__ == "__main__":
    unittest.main(argv=unittest_arguments())
