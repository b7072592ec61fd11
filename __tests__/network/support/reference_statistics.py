"""Computes the statistics of each sample with scipy. Reads a JSON file of samples, and prints a JSON list."""

import json
import sys

import numpy as np
from scipy import stats

LEVEL = 0.95


def flip_test(differences: list[float], alternative: str) -> float:
    # Sums are compared in tenths, so that sums with equal decimals are also equal in floating point.
    tenths = np.round(np.array(differences) * 10)
    result = stats.permutation_test(
        (tenths,),
        lambda sample, axis: np.sum(sample, axis=axis),
        permutation_type="samples",
        alternative=alternative,
        n_resamples=np.inf,
        vectorized=True,
    )
    return float(result.pvalue)


def holm(probabilities: list[float]) -> list[float]:
    adjusted = [0.0] * len(probabilities)
    highest = 0.0
    for rank, index in enumerate(np.argsort(probabilities, kind="stable")):
        highest = max(highest, min(1.0, probabilities[index] * (len(probabilities) - rank)))
        adjusted[index] = highest
    return adjusted


def describe(sample: dict) -> dict:
    differences = sample["differences"]
    successes = int(sample["successes"])
    interval = stats.t.interval(
        LEVEL, len(differences) - 1, loc=np.mean(differences), scale=stats.sem(differences)
    )
    wilson = stats.binomtest(successes, sample["total"]).proportion_ci(LEVEL, method="wilson")
    gained, lost = sample["gained"], sample["lost"]
    return {
        "lower": flip_test(differences, "less"),
        "higher": flip_test(differences, "greater"),
        "t": [float(interval[0]), float(interval[1])],
        "wilson": [float(wilson.low), float(wilson.high)],
        "p95": float(np.percentile(differences, 95)),
        "mcnemar": float(stats.binomtest(gained, gained + lost, alternative="less").pvalue),
        "holm": holm(sample["probabilities"]),
    }


with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps([describe(sample) for sample in json.load(file)]))
