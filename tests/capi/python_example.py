"""Runs examples/python/ask.py as a reader would. usage: python_example.py SOURCE_DIR LIBRARY SAMPLE_GENERATOR"""
import json
import pathlib
import subprocess
import sys
import tempfile

source, library, generator = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
context = source / "examples/sample/ferry.context.json"
question = json.loads(context.read_text())["templates"][0]["nl_query"]


def ask(database, text):
    return subprocess.run([sys.executable, source / "examples/python/ask.py", library, f"sqlite:{database}", context, text],
                          text=True, capture_output=True, check=False)


with tempfile.TemporaryDirectory() as folder:
    database = pathlib.Path(folder) / "ferry.db"
    subprocess.run([generator, database], check=True)
    answered = ask(database, question)
    assert answered.returncode == 0 and answered.stdout.upper().startswith("SELECT"), answered
    assert len(answered.stdout.splitlines()) > 1, answered
    refused = ask(database, "Who was the first person on the moon?")
    assert refused.returncode == 3 and refused.stdout.startswith("no plan"), refused
    missing = ask(pathlib.Path(folder) / "none.db", question)
    assert missing.returncode == 1 and "none.db" in missing.stderr, missing
print("the example answers, refuses and reports errors")
