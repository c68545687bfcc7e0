"""Holds the figures of `querydata eval derive` on the public template sets: derive_floor.py PROGRAM

Exit status 77: QUERYDATA_DATA, the folder of the data sets, is unset.
"""

import json
import os
import pathlib
import subprocess
import sys

SETS = ("atis", "geography", "imdb", "restaurants", "scholar", "yelp")


def main():
    folder = os.environ.get("QUERYDATA_DATA")
    if folder is None:
        print("skipped: QUERYDATA_DATA is unset, no template sets")
        return 77
    root = pathlib.Path(folder) / "text2sql_templates"
    files = [str(root / name / f"{name}.context_set.json") for name in SETS]
    done = subprocess.run([sys.argv[1], "eval", "derive", "--json", "--templates", *files], check=True,
                          capture_output=True)
    figures = json.loads(done.stdout)
    print(json.dumps(figures, indent=1))
    total = figures["all"]
    assert total["in_text"] >= 1270, "templates whose values stand in the sentence"
    assert total["sql"] >= 0.97 and total["intent"] >= 0.95, "the floors"
    assert total["sql"] >= total["replaced_sql"], "replacing phrases makes more queries right"
    assert total["intent"] >= total["replaced_intent"], "replacing phrases makes more sentences right"
    return 0


if __name__ == "__main__":
    sys.exit(main())
