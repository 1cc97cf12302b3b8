"""The quality of many households: analysing them, and who sends what, by region, campaign and surveyor."""
