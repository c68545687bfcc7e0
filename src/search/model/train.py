"""Makes the table: python3 train.py --data DATA --out static_model.bin [--cache FOLDER]. See README.md."""
import argparse
import pathlib

import numpy as np

import ingredients
from contrast import Sources, tune
from table import read_table, write_table
from teacher import Teacher
from vocabulary import choose_vocabulary

ZIPF_SHIFT = 2000  # weight of the piece of rank r at the start: r / (r + shift), the SIF form


def cached(path, make):
    if path is not None and path.exists():
        return np.load(path)
    made = make()
    if path is not None:
        np.save(path, made)
    return made


def principal_components(vectors, dimension):
    mean = vectors.mean(0)
    _, vectors_of = np.linalg.eigh((vectors - mean).T @ (vectors - mean))
    return mean, vectors_of[:, ::-1][:, :dimension]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with spider_train, bird_train_schemas")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--cache", type=pathlib.Path, help="keep the teacher's vectors here")
    parser.add_argument("--pieces", type=int, default=36_000)
    parser.add_argument("--dimension", type=int, default=192)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hold-out", action="store_true",
                        help="do not train on every second database, so that it can measure the method")
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)

    synsets = ingredients.read_wordnet()
    sources = Sources(options.data, synsets, options.hold_out)
    teacher = Teacher()
    # Words of held-out databases may be pieces: a piece that nothing trains stays as the teacher has it.
    every_text = Sources(options.data, synsets, hold_out=False).texts()
    questions_and_names = Sources(options.data, [], hold_out=False).texts()
    vocabulary, rank = choose_vocabulary(teacher.vocabulary(), questions_and_names, synsets, options.pieces)

    def cache(name):
        return options.cache and options.cache / name
    of_pieces = cached(cache(f"pieces-{len(vocabulary)}.npy"),
                       lambda: teacher.embed([piece.removeprefix("##") for piece in vocabulary.pieces]))
    mean, directions = principal_components(of_pieces, options.dimension)
    ranks = np.array([rank[piece] for piece in vocabulary.pieces], np.float32)
    rows = ((of_pieces - mean) @ directions * (ranks / (ranks + ZIPF_SHIFT))[:, None]).astype(np.float32)

    if options.steps > 0:
        texts = sources.texts()
        of_every_text = cached(cache(f"texts-{len(every_text)}.npy"), lambda: teacher.embed(every_text))
        place = {text: number for number, text in enumerate(every_text)}
        targets = (of_every_text[[place[text] for text in texts]] - mean) @ directions
        rows = tune(rows, vocabulary, sources, texts, targets, options.steps, random)
    write_table(options.out, vocabulary, rows)
    _, kept = read_table(options.out)
    print(f"{len(vocabulary)} pieces of {options.dimension} dimensions, {options.out.stat().st_size} bytes, "
          f"largest rounding error {np.abs(kept - rows).max():.4f}")


main()
