"""Analyse the quality of many households and serve the dashboard by region, campaign and surveyor."""
