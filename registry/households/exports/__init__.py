"""Households as a file for an office: with names and places, as the list shows them."""
