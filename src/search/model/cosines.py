"""How near the table puts words: python3 cosines.py static_model.bin --data DATA. Random pairs are of the words in the
names of Spider's training schemas; swapped ones are single words that Spider-Syn's training set swaps."""
import argparse
import collections
import pathlib

import numpy as np

import ingredients
from pieces import words_of
from table import read_table

PAIRS = ("customers passengers", "customers clients", "spending cost", "harbours ports", "vocalists singers",
         "movie film", "salary wage", "staff employees", "department division", "pupil student", "bill invoice",
         "height tall", "ship captain", "customers stadium", "salary arena", "film harbour", "country wage")
QUANTILES = (.01, .05, .1, .25, .5, .75, .9, .95, .99, .999)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    options = parser.parse_args()
    vocabulary, rows = read_table(options.model)

    def embed(words):
        sums = np.array([rows[vocabulary.rows_of(word)].sum(0) for word in words])
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)

    def cosines(pairs):
        left, right = zip(*pairs)
        return (embed(left) * embed(right)).sum(1)

    for pair, cosine in zip(PAIRS, cosines([pair.split() for pair in PAIRS])):
        print(f"{pair:24}{cosine:6.2f}")

    schemas = ingredients.Schemas(options.data / "spider_train/tables.json.gz")
    labels = [*schemas.names.values(), *(label for columns in schemas.columns.values() for label in columns.values())]
    words = sorted({word for label in labels for word in words_of(label) if word.isalpha() and len(word) > 2})
    places = np.random.default_rng(0).integers(len(words), size=(100_000, 2))
    random_pairs = [(words[a], words[b]) for a, b in places if a != b]
    swapped = collections.Counter(
        pair for question in ingredients.read_json(options.data / "spider_train/train_spider.json.gz")
        for pair in ingredients.swapped_phrases(question["question"], question["question_syn"])
        if " " not in "".join(pair) and pair[0].rstrip("s") != pair[1].rstrip("s"))
    print(f"\n{'quantile':24}" + "".join(f"{quantile:7}" for quantile in QUANTILES))
    for name, pairs in (("random", random_pairs), ("swapped", sorted(swapped))):
        values = np.quantile(cosines(pairs), QUANTILES)
        print(f"{name:24}" + "".join(f"{value:7.2f}" for value in values), f" of {len(pairs)} pairs")


main()
