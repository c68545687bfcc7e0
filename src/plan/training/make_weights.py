"""Writes src/plan/ranker_weights.cpp from fitted numbers."""

import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
STANDING = ["score", "margin", "runners", "near_margin"]


def feature_names():
    """The features in the order of the enumeration."""
    text = (HERE.parent / "features.hpp").read_text()
    body = re.search(r"enum class Feature[^{]*\{(.*?)\n\s*count_ ", text, re.S).group(1)
    return re.findall(r"^\s*(\w+),", body, re.M)


def array_of(names, weights):
    lines = [f"        {weights.get(name, 0.0):.6f},  // {name}" for name in names]
    return "{{\n" + "\n".join(lines) + "\n    }}"


def write(rank, accept, standing, bias, fitted_on):
    names = feature_names()
    text = f"""// Made by src/plan/training/fit.py; see the README beside it. Do not edit.
// Fitted on: {fitted_on}

#include "plan/ranker.hpp"

namespace querydata::inline v0::plan {{

const Weights fitted_weights = {{
    {array_of(names, rank)},
    {array_of(names, accept)},
    {array_of(STANDING, standing)},
    {bias:.6f}}};

}}  // namespace querydata::inline v0::plan
"""
    (HERE.parent / "ranker_weights.cpp").write_text(text)


# Where fitting begins: signs and sizes by judgement.
START = {
    "question_coverage": 2.0, "pattern_coverage": 2.0, "balanced_coverage": 2.0, "question_content": 1.0,
    "pattern_content": 1.0, "question_unexplained": -1.0, "pattern_lost": -0.7, "foreign_names": -0.3,
    "bigrams": 1.0, "exact": 2.0, "exact_content": 1.0, "target_found": 0.5, "target_known": 0.5,
    "target_selected": 0.5, "selected_lost": -0.5, "literals_lost": -0.5, "aggregates_foreign": -0.5,
    "aggregates_lost": -0.5, "count_foreign": -0.7, "count_lost": -0.7, "superlative_foreign": -0.7,
    "superlative_lost": -0.7, "superlative_reversed": -2.0, "superlative_measure": 0.5, "negation_foreign": -0.7,
    "negation_lost": -0.7, "comparison_mismatch": -1.0, "links_foreign": -0.7, "numbers_foreign": -1.0,
    "dates_foreign": -1.0, "link_distance": -1.0, "context": 0.7, "slots": 0.3, "word_cosine": 1.0, "facets": -0.3,
}

if __name__ == "__main__":
    write(START, {}, {"score": 1.0, "margin": 1.0}, -8.0, "nothing: a start by judgement")
