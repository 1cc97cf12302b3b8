"""Name the kinds of undecided pairs."""

# All undecided pairs; those whose score is certain, and those that a user must look at.
OPEN, CERTAIN, REVIEW = "ouvert", "certain", "a_verifier"
