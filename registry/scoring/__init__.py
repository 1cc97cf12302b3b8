"""Households scored by the PMT method in force, and every score explained."""
