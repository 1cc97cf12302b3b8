"""The HTTP contract: two formats of the same plain answers, one list of problems, declared permissions."""
