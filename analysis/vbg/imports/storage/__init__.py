"""Store what waits to be imported."""
