"""What `vbg.publier` tells is what the Office for National Statistics' own implementation of the method tells."""

import numpy as np
import pandas as pd
from cell_key_perturbation.create_perturbed_table import create_perturbed_table
from django.db import connection

from analysis.vbg.cases.api import become_case_role

MOST = 40
CELLS = 400


def test_the_office_for_national_statistics_tells_the_same(db):
    """400 cells of 1 to 40 cases each, with random keys; below 5 their table adds no noise, as ours does not."""
    rng = np.random.default_rng(7)
    sizes = np.concatenate([np.arange(1, MOST + 1), rng.integers(1, MOST + 1, CELLS - MOST)])
    cells = np.repeat(np.arange(CELLS), sizes)
    keys = rng.integers(0, 65_536, len(cells))
    keys[:2] = 0, 65_535
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute("SELECT cle, bruit FROM vbg.perturbation ORDER BY cle")
        starts, noise = zip(*cursor.fetchall(), strict=True)
        cursor.execute(
            "SELECT vbg.publier(count(*), sum(cle)) FROM unnest(%s::int[], %s::int[]) AS c (cellule, cle)"
            " GROUP BY cellule ORDER BY cellule",
            [cells.tolist(), keys.tolist()],
        )
        ours = [told for (told,) in cursor.fetchall()]
    every = np.repeat(noise, np.diff([*starts, 65_536]))
    table = pd.DataFrame(
        {
            "pcv": np.repeat(np.arange(5, MOST + 1), 65_536),
            "ckey": np.tile(np.arange(65_536), MOST - 4),
            "pvalue": np.tile(every, MOST - 4),
        }
    )
    people = pd.DataFrame({"cellule": cells, "cle": keys})
    told = create_perturbed_table(people, table, [], ["cellule"], "cle", threshold=5).sort_values("cellule")
    theirs = [None if pd.isna(count) else int(count) for count in told["count"]]
    assert ours == theirs and len(ours) == CELLS
    assert 0 < ours.count(None) < CELLS / 2
