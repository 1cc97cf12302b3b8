"""Hide pyarrow from pandas and pyogrio, which work without it; must be imported before them.

Importing it starts a thread, and a process of several threads cannot be confined (geo.tables.confinement).
"""

import sys

sys.modules["pyarrow"] = None  # type: ignore[assignment]
