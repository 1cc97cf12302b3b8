"""Hide optional libraries of pyogrio; must be imported before it.

pyogrio loads those of the three that are installed, and needs none of them to read. They would cost two seconds and 80
MB in every child process.
"""

import sys

for name in ("geopandas", "pandas", "pyarrow"):
    sys.modules[name] = None  # type: ignore[assignment]
