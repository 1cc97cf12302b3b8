"""Keep what conditionalities took away from whom in a list of payments, and tell it."""
