"""Name the kinds of undecided pairs."""

from typing import Final

# All undecided pairs; those whose score is certain, and those that a user must look at.
OPEN, CERTAIN, REVIEW = "ouvert", "certain", "a_verifier"
# Pairs that are shown beside one of them: those of seven interviews of one household.
MAX_GROUP: Final = 20
# The name of the audit operation and of the job.
DUPLICATE_ANALYSIS: Final = "analyser_doublons"
