"""Child processes that read files, begun by a copy of one that has loaded their libraries.

Loading them takes up to half a second of each of a thousand small files. The limits and the confinement of a child are
set after that, in the copy. `./dev test --all` begins each child as the service does.
"""
