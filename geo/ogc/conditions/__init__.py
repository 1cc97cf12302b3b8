"""Compile CQL2 filters to conditions of the ORM, so that they compose with the scope of the caller (a library)."""
