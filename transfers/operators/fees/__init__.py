"""Keep the fee schedules of operators, and calculate fees by them."""
