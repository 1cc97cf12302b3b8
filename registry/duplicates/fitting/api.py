"""Export what the command `fit_duplicates` uses of this library; the rest is private."""

from registry.duplicates.fitting.decided_pairs import DecidedPairs, list_known_weights, read_decided_pairs
from registry.duplicates.fitting.lessons import Figures, Lesson, TooFewDecisions, learn_weights
from registry.duplicates.fitting.weights import WeightVector

__all__ = [
    "DecidedPairs",
    "Figures",
    "Lesson",
    "TooFewDecisions",
    "WeightVector",
    "learn_weights",
    "list_known_weights",
    "read_decided_pairs",
]
