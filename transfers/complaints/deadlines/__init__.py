"""Suspend the deadline of a complaint with a reason, and tell who must know when it has passed."""
