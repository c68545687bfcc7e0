"""Fits the ranker and the acceptor, and writes ranker_weights.cpp.

usage: fit.py [--write] [--held-out] SET...

Ranker: softmax over the readings of a question, likelihood of all right ones together. Acceptor: logistic regression on
the first reading, with the ranker's scores of folds that held its set out. Features of known direction keep their sign.
`--held-out` reports every group of sets as fitted on the others; `--write` fits on all and writes the weights.
"""

import argparse
import pathlib
import zlib

import numpy as np
from scipy.optimize import minimize

import make_weights

FOLDS = 5
NAMES = make_weights.feature_names()
GOOD = {"question_coverage", "pattern_coverage", "balanced_coverage", "question_content", "pattern_content", "bigrams",
        "order", "exact", "exact_content", "target_found", "target_known", "target_owner", "target_selected",
        "selected_explained", "superlative_measure", "asked_same", "context", "binding_margin", "word_cosine",
        "spelling_cosine", "prepositions"}
FREE = {"slots", "facets", "slots_unplaced", "question_only_by_name"}


def bounds(names):
    return [(None, None) if n in FREE else (0, None) if n in GOOD else (None, 0) for n in names]


class Question:
    __slots__ = ("features", "right", "meanings", "has_template", "same_wording", "weight", "group")

    def __init__(self, features, right, meanings, has_template, same_wording, weight, group):
        self.features, self.right, self.meanings = features, right, meanings
        self.has_template, self.same_wording, self.weight, self.group = has_template, same_wording, weight, group


def group_of(name):
    """Sets that are held out together."""
    if name.startswith("spider."):
        return f"spider {zlib.crc32(name.encode()) % FOLDS}"
    return name


def strongest(right, count):
    """Places of the right readings and of the first `count` others; dump_readings writes the best first."""
    keep = np.zeros(len(right), bool)
    keep[:count] = True
    return np.flatnonzero(keep | right)


def load(folders, readings=10):
    questions = []
    for folder in folders:
        data = np.load(folder / "labels.npz")
        features, data_right, meanings = data["features"], data["right"], data["meanings"]
        has_template, same_wording = data["has_template"], data["same_wording"]
        count = len(has_template)
        starts = np.searchsorted(data["question_of"], np.arange(count + 1))
        group = group_of(folder.name)
        # Large sets count as the square root of their size, Spider's databases together as five sets.
        weight = 1.0 if group.startswith("spider") else (300 / max(count, 300)) ** 0.5
        for i in range(count):
            part = starts[i] + strongest(data_right[starts[i]:starts[i + 1]], readings)
            questions.append(Question(features[part], data_right[part], meanings[part], has_template[i], same_wording[i],
                                      weight, group))
    return questions


def fit_ranker(questions, strength=3.0):
    usable = [q for q in questions if q.right.any() and not q.right.all()]
    features = np.vstack([q.features for q in usable])
    lengths = np.array([len(q.right) for q in usable])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    right = np.concatenate([q.right for q in usable])
    weights = np.array([q.weight for q in usable])
    owner = np.repeat(np.arange(len(usable)), lengths)

    def loss(w):
        scores = features @ w
        top = np.maximum.reduceat(scores, starts)
        exp = np.exp(scores - top[owner])
        total = np.add.reduceat(exp, starts)
        good = np.maximum(np.add.reduceat(exp * right, starts), 1e-30)
        p_all = exp / total[owner]
        p_right = exp * right / good[owner]
        value = weights @ (np.log(total) - np.log(good)) + strength * 0.5 * (w @ w)
        gradient = features.T @ (weights[owner] * (p_all - p_right)) + strength * w
        return value, gradient

    start = np.zeros(features.shape[1])
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds(NAMES), options={"maxiter": 150}).x


def standing(question, scores, index):
    others = question.meanings != question.meanings[index]
    ahead = scores[index] - scores[others]
    margin = ahead.min() if len(ahead) else 5.0
    runners = float(np.sum(np.abs(ahead) < 1))
    return [scores[index], np.clip(margin, -5, 5), min(runners, 5.0), np.clip(margin, -1, 1)]


def first(question, rank, hide_right=False):
    """Features and standing of the first reading, and whether it is right."""
    keep = np.arange(len(question.right))
    if hide_right:
        keep = keep[~question.right]
    if not len(keep):
        return None
    part = Question(question.features[keep], question.right[keep], question.meanings[keep], 0, 0, 0, 0)
    scores = part.features @ rank
    index = int(scores.argmax())
    return np.concatenate([part.features[index], standing(part, scores, index)]), bool(part.right[index])


def acceptor_rows(questions, rank, hidden_weight=0.5):
    rows, labels, weights = [], [], []
    for q in questions:
        for hide in (False, True):
            if hide and not q.right.any():
                continue
            found = first(q, rank, hide)
            if found is None:
                continue
            rows.append(found[0])
            labels.append(found[1])
            weights.append(q.weight * (hidden_weight if hide else 1.0))
    return np.array(rows), np.array(labels, float), np.array(weights)


def fit_acceptor(rows, labels, weights, strength=3.0):
    signs = bounds(NAMES) + [(None, None), (0, None), (None, 0), (0, None), (None, None)]
    features = np.hstack([rows, np.ones((len(rows), 1))])
    penalty = np.ones(features.shape[1])
    penalty[-1] = 0
    penalty[len(NAMES)] = 5.0

    def loss(w):
        z = features @ w
        value = weights @ (np.logaddexp(0, z) - labels * z) + strength * 0.5 * ((penalty * w) @ w)
        gradient = features.T @ (weights * (1 / (1 + np.exp(-z)) - labels)) + strength * penalty * w
        return value, gradient

    return minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B", bounds=signs,
                    options={"maxiter": 250}).x


def by_group(questions):
    """For every group its questions and the acceptor's rows, scored by a ranker that did not see them."""
    parts = {}
    for group in sorted({q.group for q in questions}):
        inside = [q for q in questions if q.group == group]
        outside = [q for q in questions if q.group != group] or inside
        rank = fit_ranker(outside)
        parts[group] = (inside, rank, acceptor_rows(inside, rank))
    return parts


def accept_from(parts, without=None):
    chosen = [rows for group, (_, _, rows) in parts.items() if group != without] or [p[2] for p in parts.values()]
    return fit_acceptor(*(np.concatenate(column) for column in zip(*chosen)))


def judge(questions, rank, accept):
    """Confidence and rightness of the first readings."""
    out = []
    for q in questions:
        found = first(q, rank)
        if found is None:
            out.append((0.0, False, q.has_template, q.same_wording))
            continue
        row, right = found
        out.append((1 / (1 + np.exp(-(row @ accept[:-1] + accept[-1]))), right, q.has_template, q.same_wording))
    return out


def lower_bound(right, count):
    """Wilson's lower 90 % bound of a share."""
    if not count:
        return 0.0
    z, p = 1.2816, right / count
    return (p + z * z / (2 * count) - z * ((p * (1 - p) + z * z / (4 * count)) / count) ** 0.5) / (1 + z * z / count)


def report(name, results):
    with_template = [r for r in results if r[2]]
    without = [r for r in results if not r[2]]
    forced = np.mean([r[1] for r in with_template]) if with_template else float("nan")
    line = f"{name:14} n={len(with_template)}+{len(without)} forced {forced:.3f}"
    for threshold in (0.5, 0.6, 0.7, 0.8, 0.9):
        answered = [r for r in results if r[0] >= threshold]
        right = sum(r[1] for r in answered)
        coverage = sum(r[1] for r in answered if r[2]) / max(len(with_template), 1)
        refused = 1 - sum(not r[1] for r in answered if not r[2]) / max(len(without), 1)
        line += f" | {threshold}: p {right / max(len(answered), 1):.3f} (>{lower_bound(right, len(answered)):.2f})"
        line += f" c {coverage:.2f} r {refused:.2f}"
    same = [r for r in with_template if r[3]]
    if same:
        line += f" | same .7 {np.mean([r[1] and r[0] >= 0.7 for r in same]):.3f}"
    print(line, flush=True)


def held_out(parts):
    pooled = []
    for group, (inside, rank, _) in parts.items():
        results = judge(inside, rank, accept_from(parts, group))
        report(group, results)
        pooled += results
    report("all", pooled)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("sets", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.sets = [s for s in options.sets if (s / "labels.npz").exists()]
    questions = load(options.sets)
    parts = by_group(questions)
    if options.held_out:
        held_out(parts)
    rank, accept = fit_ranker(questions), accept_from(parts)
    report("fitted", judge(questions, rank, accept))
    for name, r, a in zip(NAMES, rank, accept):
        print(f"{name:24} {r:8.3f} {a:8.3f}")
    print("standing", accept[len(NAMES):])
    if options.write:
        others = sorted({s.name for s in options.sets if not s.name.startswith("spider.")})
        spider = sum(s.name.startswith("spider.") for s in options.sets)
        make_weights.write(dict(zip(NAMES, rank)), dict(zip(NAMES, accept)),
                           dict(zip(make_weights.STANDING, accept[len(NAMES):-1])), accept[-1],
                           f"Spider train ({spider} databases), {', '.join(others)}")


if __name__ == "__main__":
    main()
