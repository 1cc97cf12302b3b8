"""Keep what rules compare of each household in one narrow row, which simulations read instead of five tables."""
