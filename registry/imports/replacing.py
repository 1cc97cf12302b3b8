"""Mode replace: what stands in the way of deleting the households of a file."""

from typing import Final

from django.db import connection
from django.utils.translation import gettext_lazy as lazy

from registry.households.dependencies import dependencies
from registry.imports.staging import SQL

STEP: Final = 50_000
# What hangs on a household, in words.
HANGING: Final = {
    "beneficiaires": lazy("bénéficiaires"),
    "plaintes": lazy("plaintes"),
    "visitesSante": lazy("visites de santé"),
    "mesuresAccompagnement": lazy("mesures d'accompagnement"),
}


def hold_back_dependants() -> None:
    """Rows that would replace a household on which something hangs become errors."""
    lines = {row["connu"]: row["ligne"] for row in SQL.rows("replaced_ids")}
    ids = list(lines)
    held = []
    for start in range(0, len(ids), STEP):
        for identity, counts in dependencies(ids[start : start + STEP]).items():
            named = ", ".join(f"{HANGING.get(name, name)} ({count})" for name, count in counts.items() if count)
            if named:
                held.append((lines[identity], named))
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)"
            " VALUES (%s, 'code_menage', 'dependances', 'erreur', %s)", held,
        )  # fmt: skip
        cursor.executemany("INSERT INTO import_erreur (ligne) VALUES (%s)", [(line,) for line, _named in held])
