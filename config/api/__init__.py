"""Implement the HTTP contract: two response formats, one list of problems, declared permissions."""
