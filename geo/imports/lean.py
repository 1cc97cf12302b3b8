"""Imported before pyogrio: it looks for these three, loads whichever is there, and needs none of them to read.

They cost two seconds and 80 MB in every child process.
"""

import sys

for name in ("geopandas", "pandas", "pyarrow"):
    sys.modules[name] = None  # type: ignore[assignment]
