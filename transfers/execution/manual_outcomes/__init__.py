"""Settle a payment whose end stays unknown by the decision of two people."""
