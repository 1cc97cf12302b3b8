"""Hold what upper features add to the calculation of payments."""

from collections.abc import Callable

from config.hooks import Hook

# Each returns the SQL of the ids of households and principals who hold, or may be handed, money of the period
# `%(periode)s` although none of its payments says so.
money_in_hand = Hook[Callable[[], str]]("money of a period in the hands of payers")
