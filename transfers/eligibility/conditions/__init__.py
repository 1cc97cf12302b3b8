"""Compile rules to SQL: one condition for any number of households, and its explanation for one."""
