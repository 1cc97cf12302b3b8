"""Find what prevents the deletion of households in mode replace."""

from typing import Final

from django.db import connection

from config.counts import describe_counts
from registry.households.api import count_dependencies
from registry.imports.staging import SQL

STEP: Final = 50_000


def refuse_households_with_dependants() -> None:
    """Refuse rows that would replace a household to which dependent data refers."""
    lines = {row["connu"]: row["ligne"] for row in SQL.rows("replaced_ids")}
    ids = list(lines)
    held = []
    for start in range(0, len(ids), STEP):
        for identity, counts in count_dependencies(ids[start : start + STEP]).items():
            if named := describe_counts(counts):
                held.append((lines[identity], named))
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)"
            " VALUES (%s, 'code_menage', 'dependances', 'erreur', %s)", held,
        )  # fmt: skip
        cursor.executemany("INSERT INTO import_erreur (ligne) VALUES (%s)", [(line,) for line, _named in held])
