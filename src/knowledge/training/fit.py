"""Fits the weights of src/knowledge/answer_weights.hpp; prints the header. usage: fit.py TOKENS ANSWERS

TOKENS and ANSWERS are written by dump_answers.cpp; only articles of half 0 are used. Needs numpy.
"""
import sys
import textwrap

import numpy as np

TOKEN_FEATURES = 77
WRONG_REFUSALS = .02  # of the training questions, at the threshold


def read_tokens(path):
    questions, gold, places = [], [], []
    for line in open(path):
        fields = line.split()
        if fields[1] != "0":
            continue
        for field in fields[3:]:
            place, value = field.split(":")
            places.append((len(questions), int(place), float(value)))
        questions.append(int(fields[0]))
        gold.append(float(fields[2]))
    matrix = np.zeros((len(questions), TOKEN_FEATURES))
    rows, columns, values = zip(*places)
    matrix[list(rows), list(columns)] = values
    return np.unique(questions, return_inverse=True)[1], np.array(gold), matrix


def fit_tokens(path, penalty=.003, steps=130):
    """Softmax over the words of a question; Adam on the likelihood of the words where the gold answer begins."""
    groups, gold, matrix = read_tokens(path)
    has_gold = np.bincount(groups, gold)[groups] > 0
    groups, gold, matrix = np.unique(groups[has_gold], return_inverse=True)[1], gold[has_gold], matrix[has_gold]
    target = gold / np.bincount(groups, gold)[groups]
    count = groups.max() + 1
    weights, mean, square = np.zeros(TOKEN_FEATURES), np.zeros(TOKEN_FEATURES), np.zeros(TOKEN_FEATURES)
    for step in range(1, steps + 1):
        score = matrix @ weights
        highest = np.full(count, -np.inf)
        np.maximum.at(highest, groups, score)
        power = np.exp(score - highest[groups])
        share = power / np.bincount(groups, power)[groups]
        slope = matrix.T @ (share - target) / count + penalty * weights
        mean = .9 * mean + .1 * slope
        square = .99 * square + .01 * slope * slope
        weights -= .1 * (mean / (1 - .9 ** step)) / (np.sqrt(square / (1 - .99 ** step)) + 1e-8)
    return weights


def fit_answerability(path, with_meaning, penalty=.01):
    """Logistic regression by Newton's method; answered questions count twice."""
    data = np.array([[float(field) for field in line.split()] for line in open(path)])
    data = data[data[:, 1] == 0]
    answered = (data[:, 2] == 0).astype(float)
    features = data[:, 4:]  # without the constant
    if not with_meaning:
        words, grams, focus, pairs = features[:, 2], features[:, 3], features[:, 4], features[:, 5]
        features[:, 0] = (.6 * words + 2 * grams + .7 * focus + .2 * pairs) / 3.5
        features[:, 1] *= 4.3 / 3.5
        features[:, 6] = 0
    weight = np.where(answered == 1, 2., 1.)
    middle, spread = features.mean(0), features.std(0) + 1e-9
    scaled = np.c_[(features - middle) / spread, np.ones(len(features))]
    fitted = np.zeros(scaled.shape[1])
    for _ in range(30):
        probability = 1 / (1 + np.exp(-scaled @ fitted))
        slope = scaled.T @ (weight * (probability - answered)) / len(scaled) + penalty * np.r_[fitted[:-1], 0]
        curve = (scaled * (weight * probability * (1 - probability))[:, None]).T @ scaled / len(scaled)
        fitted -= np.linalg.solve(curve + penalty * np.eye(len(fitted)), slope)
    raw = fitted[:-1] / spread
    constant = fitted[-1] - raw @ middle
    threshold = np.quantile((features @ raw + constant)[answered == 1], WRONG_REFUSALS)
    return np.r_[constant, raw], 1 / (1 + np.exp(-threshold))


def numbers(values):
    text = ", ".join(f"{value:.4f}" for value in values)
    return "\n".join(textwrap.wrap(text, 110, initial_indent="    ", subsequent_indent="    "))


tokens = fit_tokens(sys.argv[1])
meaning, threshold = fit_answerability(sys.argv[2], True)
plain, plain_threshold = fit_answerability(sys.argv[2], False)
print(f"""/// @file
/// Weights of the features of words (answer_tokens) and of whether sources answer (answerability): made by
/// src/knowledge/training/fit.py from the training articles.
#pragma once

#include <array>
#include <cstddef>

namespace querydata::inline v0::knowledge {{

inline constexpr std::array<double, {len(tokens)}> answer_weights = {{
{numbers(tokens)}}};

/// The constant, then the features in the order of answerability.cpp.
inline constexpr std::size_t answerability_features = {len(meaning)};
inline constexpr std::array<double, answerability_features> answerability_weights = {{
{numbers(meaning)}}};
inline constexpr std::array<double, answerability_features> answerability_weights_without_meaning = {{
{numbers(plain)}}};
inline constexpr double answerability_threshold = {threshold:.4f};
inline constexpr double answerability_threshold_without_meaning = {plain_threshold:.4f};

}}  // namespace querydata::inline v0::knowledge""")
