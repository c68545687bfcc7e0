"""Holds the figures of `querydata eval values` and `eval mentions` on the public sets: values_floor.py PROGRAM

Exit status 77: QUERYDATA_DATA, the folder of the data sets, is unset.
"""

import json
import os
import pathlib
import subprocess
import sys


def run(*command):
    done = subprocess.run([sys.argv[1], "eval", *map(str, command), "--json"], check=True, capture_output=True)
    figures = json.loads(done.stdout)
    print(" ".join(map(str, command[:1])), json.dumps(figures, indent=1))
    return figures


def check_values(root):
    folder = root / "entities" / "openflights"
    common = ("values", "--db", f"sqlite:{folder / 'openflights.sqlite'}", "--pairs", folder / "value_links.json")
    for column in ("told", "free"):
        figures = run(*common, "--column", column, "--strangers", 300 if column == "told" else 0)
        for kind, shares in figures["kinds"].items():
            assert shares["first"] >= (0.90 if kind == "partial" else 0.95), f"{kind}, column {column}"
        if column == "told":
            assert figures["strangers"] == 300 and figures["refused"] >= 0.94, "phrases like no value are refused"
        else:
            assert figures["both_told"] >= 0.95, "two meanings are told as an ambiguity"


def check_mentions(root):
    folder = root / "spider_train"
    common = ("mentions", "--questions", folder / "train_spider.json.gz", "--databases", folder / "database")
    figures = run(*common)
    assert (figures["literals"], figures["questions"], figures["skipped_questions"]) == (2650, 7000, 0)
    assert figures["top3"] >= 0.96 and figures["first"] >= 0.93, "values that questions name"
    assert figures["vain_per_question"] <= 0.5, "links in vain"
    figures = run(*common, "--typos", 1)
    assert figures["literals"] > 2000 and figures["top3"] >= 0.94, "misspelt values"


def main():
    folder = os.environ.get("QUERYDATA_DATA")
    if folder is None:
        print("skipped: QUERYDATA_DATA is unset, no data sets")
        return 77
    check_values(pathlib.Path(folder))
    check_mentions(pathlib.Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
