"""Find the households whose interview is suspect: the rows behind the figures of the quality dashboard."""
