"""What the table is trained on: training sets and WordNet only."""
import collections
import difflib
import gzip
import json
import pathlib
import re

from pieces import words_of

WORDNET = pathlib.Path("/usr/share/wordnet")  # Debian's wordnet-base
PARTS = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}

Synset = collections.namedtuple("Synset", "lemmas hypernyms related gloss count")


def read_json(path):
    data = pathlib.Path(path).read_bytes()
    return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def read_wordnet():
    """Synsets; `count`: how often annotators met a lemma of it in this sense, plus one."""
    counts = collections.Counter()
    for line in (WORDNET / "cntlist.rev").read_text().splitlines():
        key, sense, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, min(int(rest[0]), 5) if rest[0] != "5" else 3, int(sense)] += int(count)
    sense_of = {}
    for part in PARTS:
        for line in (WORDNET / f"index.{part}").read_text().splitlines():
            if line.startswith(" "):
                continue
            fields = line.split()
            offsets = fields[-int(fields[2]):]
            for sense, offset in enumerate(offsets, 1):
                sense_of[fields[0], part, offset] = sense
    raw = {}
    for part, number in PARTS.items():
        for line in (WORDNET / f"data.{part}").read_text().splitlines():
            if line.startswith(" "):
                continue
            data, _, gloss = line.partition(" | ")
            fields = data.split()
            lemmas = [re.sub(r"\(.*\)", "", lemma) for lemma in fields[4:4 + 2 * int(fields[3], 16):2]]
            pointers = fields[5 + 2 * int(fields[3], 16):]
            pointers = [pointers[first:first + 4] for first in range(0, 4 * int(fields[4 + 2 * int(fields[3], 16)]), 4)]
            count = 1 + sum(counts[lemma.lower(), number, sense_of.get((lemma.lower(), part, fields[0]), 0)]
                            for lemma in lemmas)
            raw[part, fields[0]] = lemmas, pointers, gloss.strip(), count
    long_name = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
    synsets = []
    for lemmas, pointers, gloss, count in raw.values():
        def named(symbols):
            return [raw[long_name[part], offset][0] for symbol, offset, part, _ in pointers if symbol in symbols]
        synsets.append(Synset([readable(lemma) for lemma in lemmas],
                              [readable(lemma) for group in named("@") for lemma in group[:2]],
                              [readable(lemma) for group in named(("+", "\\", "&")) for lemma in group[:1]],
                              gloss, count))
    return synsets


def readable(lemma):
    return lemma.replace("_", " ")


class Schemas:
    """Schemas in the form of Spider's tables.json."""

    def __init__(self, path):
        self.names = {}    # (database, table) → readable name, of a table
        self.columns = {}  # (database, table) → {column: readable name}
        for schema in read_json(path):
            database = schema["db_id"]
            tables = schema["table_names_original"]
            for table, label in zip(tables, schema["table_names"]):
                self.names[database, table.lower()] = label
                self.columns[database, table.lower()] = {}
            for (table, column), (_, label) in zip(schema["column_names_original"], schema["column_names"]):
                if table >= 0:
                    self.columns[database, tables[table].lower()][column.lower()] = label
        self.originals = [(original, label) for schema in read_json(path) for original, label in
                          list(zip(schema["table_names_original"], schema["table_names"]))
                          + [(column[1], label[1]) for column, label in
                             zip(schema["column_names_original"], schema["column_names"]) if column[0] >= 0]]


def swapped_phrases(question, reworded):
    """Phrases that stand at the same place in two wordings: ("heads", "leaders")."""
    first, second = words_of(question), words_of(reworded)
    for kind, a, b, c, d in difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if kind == "replace" and b - a <= 4 and d - c <= 4:
            yield " ".join(first[a:b]), " ".join(second[c:d])
