"""Compile the formula of a PMT method, which is data, to SQL."""
