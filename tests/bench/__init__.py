"""`./dev bench`: every row of the speed table, measured over real HTTP beside raw SQL on the same data."""
