"""Fits the weights of table_ranking.cpp: python3 fit.py DUMP… (of dump_measures, several wordings of the same
questions). Prints the shares of questions with all gold tables among the first, cross-validated over databases, and the
weights in the order of `Measure`.

Two logistic regressions: which group holds the gold tables, and which tables of that group they are. Both are linear, so
their sum ranks the tables."""
import argparse
import re
import pathlib

import numpy as np
from scipy.optimize import minimize

HEADER = pathlib.Path(__file__).parent.parent / "table_measures.hpp"
NAMES = re.findall(r"^  (\w+), +///<", HEADER.read_text(), re.M)
FIRST_OF_TABLE = NAMES.index("context")
PLACES = (3, 5, 10, 15)
RIDGE = 1e-3


class Question:
    def __init__(self, words, offset):
        count, gold = words[offset:offset + 2]
        self.gold = set(words[offset + 2:offset + 2 + gold].tolist())
        first = offset + 2 + gold
        width = 2 + len(NAMES)
        rows = words[first:first + count * width].reshape(count, width)
        self.end = first + count * width
        self.tables, self.groups = rows[:, 0], rows[:, 1]
        self.measures = np.ascontiguousarray(rows[:, 2:]).view(np.float32).astype(np.float64)
        self.is_gold = np.isin(self.tables, list(self.gold))
        golden = self.groups[self.is_gold]
        self.group = golden[0] if len(golden) else None


def read(path):
    words = np.fromfile(path, np.uint32)
    questions, offset = [], 0
    while offset < len(words):
        questions.append(Question(words, offset))
        offset = questions[-1].end
    return questions


def groups_of(question):
    """The measures of the groups, and whether each is the gold one."""
    groups, first = np.unique(question.groups, return_index=True)
    return question.measures[first, :FIRST_OF_TABLE], groups == question.group


def tables_of(question):
    inside = question.groups == question.group
    return question.measures[inside, FIRST_OF_TABLE:], question.is_gold[inside]


def fit(choices):
    """Weights of a conditional logit; `choices`: (measures, is right) each."""
    rows = np.concatenate([rows for rows, _ in choices])
    right = np.concatenate([right / right.sum() for _, right in choices])
    starts = np.cumsum([0] + [len(rows) for rows, _ in choices])[:-1]
    owner = np.repeat(np.arange(len(choices)), [len(rows) for rows, _ in choices])
    scale = rows.std(0) + 1e-9
    scaled = ((rows - rows.mean(0)) / scale).astype(np.float32)

    def loss(weights):
        scores = scaled @ weights.astype(np.float32)
        scores = (scores - np.maximum.reduceat(scores, starts)[owner]).astype(np.float64)
        shares = np.exp(scores)
        sums = np.add.reduceat(shares, starts)
        log_shares = scores - np.log(sums)[owner]
        gradient = (shares / sums[owner] - right).astype(np.float32) @ scaled
        return (-(right @ log_shares) / len(choices) + RIDGE * weights @ weights,
                gradient.astype(np.float64) / len(choices) + 2 * RIDGE * weights)

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return found.x / scale


def weights_for(questions):
    usable = [question for question in questions if question.group is not None]
    of_groups = [groups_of(question) for question in usable]
    of_tables = [tables_of(question) for question in usable]
    return np.concatenate([fit([choice for choice in of_groups if len(choice[0]) > 1]),
                           fit([choice for choice in of_tables if not choice[1].all()])])


def complete(question, weights):
    order = np.argsort(-(question.measures @ weights), kind="stable")
    ranked = question.tables[order].tolist()
    return [question.gold.issubset(ranked[:place]) for place in PLACES]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dumps", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every so many questions only")
    parser.add_argument("--without", action="append", default=[], help="a measure that is left out")
    options = parser.parse_args()
    wordings = [read(path)[::options.every] for path in options.dumps]
    left_out = [NAMES.index(name) for name in options.without]
    for wording in wordings:
        for question in wording:
            question.measures[:, left_out] = 0
    groups = sorted({question.group for question in wordings[0] if question.group is not None})
    folds = {group: place % 5 for place, group in enumerate(np.random.default_rng(0).permutation(groups))}
    shares = [[] for _ in wordings]
    for fold in range(5):
        weights = weights_for([question for wording in wordings for question in wording
                               if folds.get(question.group) != fold])
        for wording, share in zip(wordings, shares):
            share += [complete(question, weights) for question in wording if folds.get(question.group, 0) == fold]
    for path, share in zip(options.dumps, shares):
        print(path, " ".join(f"@{place} {100 * value:.1f}" for place, value in zip(PLACES, np.mean(share, 0))))
    for name, weight in zip(NAMES, weights_for([question for wording in wordings for question in wording])):
        print(f"{name:16}{weight:9.3f}")


main()
