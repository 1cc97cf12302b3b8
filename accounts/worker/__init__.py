"""Run the queue: its lanes, and tasks that work off rows of our own tables."""
