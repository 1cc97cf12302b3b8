"""Fit a PMT method to a household survey.

Only `manage.py fit_pmt` imports this library: the server loads neither pandas nor statsmodels.
"""
