"""Hold what upper features add to the calculation of payments."""

from collections.abc import Callable
from uuid import UUID

from config.hooks import Hook

# Each returns the SQL of the ids of households and principals who hold, or may be handed, money of the period
# `%(periode)s` although none of its payments says so.
money_in_hand = Hook[Callable[[], str]]("money of a period in the hands of payers")
# Each lets what names a payment of a cycle (its id) follow when the list was calculated again, or dropped: the payments that
# stood on it are gone, and those of the same people have other ids. In the transaction that did it.
list_followers = Hook[Callable[[UUID], None]]("what names payments of a list")
