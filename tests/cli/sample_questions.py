"""Asks the sample's questions and judges the answers by their rows.

usage: sample_questions.py PROGRAM SAMPLE_GENERATOR SAMPLE_FOLDER

No answer may be wrong; of the 40 that can be answered at least 10 are (the goal is 34); what must be refused is refused or asked back.
"""
import collections
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

LEAST_ANSWERED = 10


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


def main():
    program, generator, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    items = json.loads((folder / "ferry.questions.json").read_text())
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as name:
        database = pathlib.Path(name) / "ferry.db"
        subprocess.run([generator, database], check=True)
        connection = sqlite3.connect(database)
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
                wrong.append(item["id"])
                print("wrong:", item["id"], item["question"], "->", answer["plan"]["statement"])
            counts[item["expect"], outcome] += 1
    answered = counts["answer", "right"]
    print(f"answered right {answered} of {sum(n for (expect, _), n in counts.items() if expect == 'answer')}, "
          f"rightly refused {counts['refuse', 'refused']} of {sum(n for (expect, _), n in counts.items() if expect == 'refuse')}, "
          f"wrong {len(wrong)}")
    return 0 if not wrong and answered >= LEAST_ANSWERED else 1


sys.exit(main())
