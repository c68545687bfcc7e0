"""Checks the filters that docs/filter.md shows outside of its sessions: in the tables with a column "filter", and in
blocks without a language, which are about the documents of the Developer Knowledge API.

usage: filter_examples.py PROGRAM SOURCE_DIR
"""
import pathlib
import re
import subprocess
import sys

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
page = (source / "docs/filter.md").read_text()
books = ["--schema", source / "examples/filter/books.schema.json"]


def accepted(options, filter_text):
    done = subprocess.run([program, "filter", "check", *options, "--", filter_text], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        print(filter_text, done.stdout, done.stderr, sep="\n")
    return done.returncode == 0


blocks = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)
results = [accepted([], block.strip()) for language, block in blocks if not language]
for table in re.findall(r"^\| filter \|.*\n(?:\|.*\n)+", page, re.M):
    for row in table.splitlines()[2:]:
        results += [accepted(books, example) for example in re.findall(r"`([^`]+)`", row.split("|")[1])]
print(f"{sum(results)} of {len(results)} examples are filters")
sys.exit(0 if len(results) > 10 and all(results) else 1)
