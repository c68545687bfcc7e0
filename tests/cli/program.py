"""Drives the program and the sample generator as a user would: what the tests of the commands share.

usage of each test: NAME_test.py PROGRAM SAMPLE_GENERATOR SOURCE_DIR [TEST_CLASS]
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, GENERATOR, SOURCE = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
CONTEXT = SOURCE / "examples/sample/ferry.context.json"


class Done:
    """What a run of the program left behind."""

    def __init__(self, process):
        self.status = process.returncode
        self.out = process.stdout.decode()  # output that is not UTF-8 is a fault
        self.error = process.stderr.decode()


def run(*arguments, text=None):
    return Done(subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, timeout=120, check=False))


class WithProgram(unittest.TestCase):
    """Has a folder of its own."""

    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def assert_refused(self, done, status=1, saying=""):
        self.assertEqual(done.status, status, done.error + done.out)
        self.assertEqual(done.out, "")
        self.assertRegex(done.error, r"\Aquerydata: [^\n]+\n\Z")
        self.assertIn(saying, done.error)


class WithSample(WithProgram):
    """Has the sample database, too."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.database = str(cls.folder / "ferry.db")
        subprocess.run([GENERATOR, cls.database], check=True)
        cls.sample = ("--db", "sqlite:" + cls.database, "--context", str(CONTEXT))

    def ask(self, *arguments, **keywords):
        return run("ask", *self.sample, *arguments, **keywords)


def unittest_arguments():
    """What is left of the command line for unittest."""
    assert shutil.which(PROGRAM), PROGRAM
    return [sys.argv[0], *sys.argv[4:]]
