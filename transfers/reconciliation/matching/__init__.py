"""Match the lines of a statement with payments: candidates, scores, the best assignment, and what is wrong."""
