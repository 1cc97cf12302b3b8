"""Confirm payments that had been taken as failed, when the operator proves that it has paid them."""
