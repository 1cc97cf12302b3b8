"""Recognise plans in questions: words, names of places, a grammar, and what the parts mean together (a library)."""
