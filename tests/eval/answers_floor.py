"""Holds the figures of `querydata eval answers` on English XQuAD and Cranfield: answers_floor.py PROGRAM

The floors stand a little below what docs/evaluation.md states. Exit status 77: QUERYDATA_DATA, the folder of the data
sets, is unset.
"""

import json
import os
import pathlib
import subprocess
import sys


def run(documents, questions, *options):
    command = [sys.argv[1], "eval", "answers", "--documents", documents, "--questions", questions, *options, "--json"]
    done = subprocess.run(list(map(str, command)), check=True, capture_output=True)
    figures = json.loads(done.stdout)
    print(*options, json.dumps(figures, indent=1))
    return figures


def check_english(folder):
    questions = folder / "xquad" / "en.json"
    figures = run(questions, questions, "--unanswerable", "other_article")
    assert figures["questions"] == 612 and figures["citations_valid"] == 1
    assert figures["r1"] >= 0.95, "the first passage answers"
    assert figures["contains"] >= 0.85 and figures["mean_bytes"] <= 300, "answers of 300 bytes"
    assert figures["wrong_refusals"] <= 0.05, "questions that the documents answer"
    assert figures["refused_unanswerable"] >= 0.92, "questions without the article that answers"
    figures = run(questions, questions, "--unanswerable", "gold_removed", "--max-bytes", 120)
    assert figures["contains"] >= 0.68 and figures["mean_bytes"] <= 120, "answers of 120 bytes"
    assert figures["citations_valid"] == 1
    assert figures["refused_unanswerable"] >= 0.5, "questions without the paragraph that answers"


def check_cranfield(folder):
    documents = folder / "cranfield" / "documents.json.gz"
    figures = run(documents, folder / "cranfield" / "queries.json")
    assert figures["questions"] == 112 and figures["citations_valid"] == 1
    assert figures["ndcg10"] >= 0.39, "documents by degrees of relevance"


def main():
    folder = os.environ.get("QUERYDATA_DATA")
    if folder is None:
        print("skipped: QUERYDATA_DATA is unset, no data sets")
        return 77
    check_english(pathlib.Path(folder) / "docs_qa")
    check_cranfield(pathlib.Path(folder) / "docs_qa")
    return 0


if __name__ == "__main__":
    sys.exit(main())
