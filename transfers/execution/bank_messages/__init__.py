"""Write and read what banks exchange: account numbers, credit transfers (pain.001) and their statuses (pain.002)."""
