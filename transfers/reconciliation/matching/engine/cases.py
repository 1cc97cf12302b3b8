"""Name what each row of a table is."""

from collections.abc import Sequence

import numpy as np
import pandas as pd


def name_cases(
    cases: Sequence[tuple[pd.Series | np.ndarray, str]], size: int, otherwise: str | None = None
) -> np.ndarray:
    """Return the name of the first case that holds for each of `size` rows, or `otherwise`."""
    names = np.full(size, otherwise, dtype=object)
    for holds, name in reversed(cases):
        names[np.asarray(holds, dtype=bool)] = str(name)
    return names
