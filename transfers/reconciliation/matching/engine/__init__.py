"""Pair lines of a statement with payments: tables in, tables out; no database, no users.

`keys` normalises references and telephones, `candidates` finds who may belong together, `scores` says how well,
`assignment` takes the best pairs overall, `verdicts` names what is wrong.
"""
