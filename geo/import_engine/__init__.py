"""Import the rows of files: stage, check, report and write them, for every feature that imports.

`docs/explanation/imports.md` is the guide to this package.
"""
