"""Take complaints of people without an account, and tell them how theirs stand."""
