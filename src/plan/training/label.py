"""Finds out which readings are right: equal rows to the gold query on the database and on perturbed copies of it.

usage: label.py SET...

Every SET is a folder of prepare.py with `readings.jsonl` of dump_readings; writes `labels.npz` beside it: features of
all readings, question by question, with what is right, what asks the same, and which questions have a template.
"""

import json
import pathlib
import random
import sqlite3
import sys
import time

import numpy as np

COPIES = 5
TIME_LIMIT = 0.5  # seconds a query


def open_copy(path, seed):
    """The database in memory; seed 0 as it is, others with rows dropped and values exchanged within columns."""
    memory = sqlite3.connect(":memory:")
    memory.text_factory = lambda raw: raw.decode("utf-8", "replace")
    source = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    source.backup(memory)
    source.close()
    if seed:
        perturb(memory, random.Random(seed))
    return memory


def perturb(memory, chance):
    memory.execute("PRAGMA foreign_keys = OFF")
    tables = [row[0] for row in memory.execute("SELECT name FROM sqlite_master WHERE type = 'table' "
                                               "AND name NOT LIKE 'sqlite_%' ORDER BY name")]
    for table in tables:
        columns = [row[1] for row in memory.execute(f'PRAGMA table_info("{table}")') if not row[5]]
        ids = [row[0] for row in memory.execute(f'SELECT rowid FROM "{table}" ORDER BY rowid')]
        dropped = [(i,) for i in ids if chance.random() < 0.25]
        memory.executemany(f'DELETE FROM "{table}" WHERE rowid = ?', dropped)
        for column in columns:
            if chance.random() < 0.5:
                exchange(memory, table, column, chance)
    memory.commit()


def exchange(memory, table, column, chance):
    rows = memory.execute(f'SELECT rowid, "{column}" FROM "{table}" ORDER BY rowid').fetchall()
    values = [row[1] for row in rows]
    chance.shuffle(values)
    memory.executemany(f'UPDATE OR IGNORE "{table}" SET "{column}" = ? WHERE rowid = ?',
                       [(value, row[0]) for value, row in zip(values, rows)])


class Judge:
    """Rows of statements on all copies, each statement run once."""

    def __init__(self, path):
        self.copies = [open_copy(path, seed) for seed in range(COPIES + 1)]
        self.known = {}

    def rows(self, sql, parameters, copy):
        key = (sql, json.dumps(parameters), copy)
        if key not in self.known:
            self.known[key] = self.run(sql, parameters, self.copies[copy])
        return self.known[key]

    @staticmethod
    def run(sql, parameters, connection):
        end = time.monotonic() + TIME_LIMIT
        connection.set_progress_handler(lambda: time.monotonic() > end, 20000)
        try:
            return connection.execute(sql, parameters).fetchmany(20000)
        except (sqlite3.Error, OverflowError):
            return None

    def same(self, gold, reading):
        """Whether rows are equal everywhere, and whether the gold query gave any."""
        ordered = " order by " in gold.lower().rsplit(")", 1)[-1]
        some = False
        for copy in range(len(self.copies)):
            expected = self.rows(gold, [], copy)
            given = self.rows(reading["sql"], reading["parameters"], copy)
            if expected is None or given is None:
                return False, some
            some = some or len(expected) > 0
            if (expected != given) if ordered else (sorted(map(repr, expected)) != sorted(map(repr, given))):
                return False, some
        return True, some


def label_set(folder):
    judge = Judge((folder / "database").read_text())
    features, right, meanings, question_of, has_template, same_wording, sizes = [], [], [], [], [], [], []
    number = 0
    for line in (folder / "readings.jsonl").open():
        question = json.loads(line)
        answerable = question["sql"] is not None
        if answerable and judge.rows(question["sql"], [], 0) is None:
            continue
        seen = {}
        for reading in question["readings"]:
            same, some = judge.same(question["sql"], reading) if answerable else (False, True)
            # No rows anywhere prove nothing: then only the template of the gold query counts.
            if same and not some:
                same = reading["id"] == question["template"]
            features.append(reading["features"])
            right.append(same)
            meanings.append(seen.setdefault(reading["meaning"], len(seen)))
            question_of.append(number)
        has_template.append(question["template"] is not None)
        same_wording.append(bool(question["same_wording"]))
        sizes.append(question["templates"])
        number += 1
    width = len(features[0]) if features else 0
    np.savez_compressed(folder / "labels.npz", features=np.array(features, float).reshape(-1, width),
                        right=np.array(right, bool), meanings=np.array(meanings, int),
                        question_of=np.array(question_of, int), has_template=np.array(has_template, bool),
                        same_wording=np.array(same_wording, bool), sizes=np.array(sizes, int))


def main():
    for name in sys.argv[1:]:
        label_set(pathlib.Path(name))


if __name__ == "__main__":
    main()
