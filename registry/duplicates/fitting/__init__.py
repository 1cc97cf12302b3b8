"""Fit the weights of the evidence to pairs of which somebody has said what they are.

Only `manage.py fit_duplicates` and the benchmark import this library: the server loads neither numpy nor scipy for it.
"""
