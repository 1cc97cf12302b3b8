"""Sum sessions: rates by operator and month, and the most frequent problems."""
