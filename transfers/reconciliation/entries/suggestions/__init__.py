"""Suggest the other side of an entry: the nearest candidates, with what agrees and what differs."""
