"""Asks the sample's questions and judges the answers by their rows.

usage: sample_questions.py PROGRAM SAMPLE_GENERATOR SAMPLE_FOLDER

No answer may be wrong, what must be refused is refused or asked back, and of the others so many are answered.
"""
import collections
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

LEAST_ANSWERED = {"ferry.questions.json": 34, "ferry.hard_questions.json": 7}


def rows_of_program(program, database, context, item):
    command = [program, "ask", "--json", "--max-rows", "1000000", "--db", f"sqlite:{database}", "--context", context]
    if item.get("now"):
        command += ["--now", item["now"]]
    done = subprocess.run([*command, item["question"]], text=True, capture_output=True, check=False)
    assert done.returncode in (0, 3), (item["id"], done.returncode, done.stderr)
    return json.loads(done.stdout)


def same_rows(printed, gold):
    """Compares as multisets; numbers that JSON shortened are compared as numbers."""
    def key(row):
        return tuple(round(float(cell), 6) if isinstance(cell, (int, float)) else cell for cell in row)
    return collections.Counter(map(key, printed)) == collections.Counter(map(key, gold))


def judge(program, database, folder, items):
    """Counts outcomes; prints what is wrong and what could have been answered."""
    connection = sqlite3.connect(database)
    counts = collections.Counter()
    for item in items:
        answer = rows_of_program(program, database, folder / "ferry.context.json", item)
        if answer["rows"] is None:
            outcome = "refused"
            if item["expect"] == "answer":
                print("refused:", item["id"], item["question"], answer["plan"]["status"], answer["plan"]["reasons"])
        elif item["expect"] == "answer" and same_rows(answer["rows"]["rows"], connection.execute(item["sql"]).fetchall()):
            outcome = "right"
        else:
            outcome = "wrong"
            print("wrong:", item["id"], item["question"], "->", answer["plan"]["statement"])
        counts[item["expect"], outcome] += 1
    return counts


def of(counts, expect):
    return sum(count for (expected, _), count in counts.items() if expected == expect)


def main():
    program, generator, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    failed = False
    with tempfile.TemporaryDirectory() as name:
        database = pathlib.Path(name) / "ferry.db"
        subprocess.run([generator, database], check=True)
        for file, least in LEAST_ANSWERED.items():
            counts = judge(program, database, folder, json.loads((folder / file).read_text()))
            right, refused = counts["answer", "right"], counts["refuse", "refused"]
            wrong = counts["answer", "wrong"] + counts["refuse", "wrong"]
            print(f"{file}: answered right {right} of {of(counts, 'answer')}, rightly refused {refused} of "
                  f"{of(counts, 'refuse')}, wrong {wrong}")
            failed = failed or wrong > 0 or right < least
    return 1 if failed else 0


sys.exit(main())
