"""Recall of tables by the teacher's vectors alone, as `querydata eval linking --by vectors` has it for the embedders
of the library: python3 recall.py --tables FILE… --questions FILE [--wording question_syn]."""
import argparse

import numpy as np

import ingredients
from teacher import Teacher

COLUMN_SHARE = np.float32(.9)
PLACES = (3, 5, 10, 15)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", action="append", required=True)
    parser.add_argument("--questions", required=True)
    parser.add_argument("--wording", default="question")
    options = parser.parse_args()
    teacher = Teacher()

    tables, texts, owner = {}, [], []
    for path in options.tables:
        schemas = ingredients.Schemas(path)
        for table, name in schemas.names.items():
            tables[table] = len(tables)
            labels = [name, *schemas.columns[table].values()]
            texts += labels
            owner += [tables[table]] * len(labels)
    owner = np.array(owner)
    is_first = np.append(True, owner[1:] != owner[:-1])
    names = teacher.embed(texts) * np.where(is_first, np.float32(1), COLUMN_SHARE)[:, None]

    questions = [question for question in ingredients.read_json(options.questions) if question.get("gold_tables")]
    asked = teacher.embed([question[options.wording] for question in questions])
    found = {place: [] for place in PLACES}
    for question, vector in zip(questions, asked):
        nearest = np.maximum.reduceat(names @ vector, np.flatnonzero(is_first))
        order = np.argsort(-nearest, kind="stable").tolist()
        gold = {tables[question["db_id"], table.lower()] for table in question["gold_tables"]}
        for place in PLACES:
            found[place].append(len(gold.intersection(order[:place])) / len(gold))
    print(len(questions), "questions")
    for place in PLACES:
        shares = np.array(found[place])
        print(f"{place:7}{100 * shares.mean():8.1f} %{100 * (shares == 1).mean():9.1f} %")


main()
