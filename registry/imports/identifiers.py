"""Detect codes damaged by a spreadsheet or by hand, which would silently create another household or another account.

PostgreSQL evaluates the patterns: one combined pattern excludes ordinary codes, and only the few others are examined.
"""

from typing import Final

from django.db import connection

from registry.imports.columns import ImportColumn

ERROR: Final = "erreur"
WARNING: Final = "avertissement"
CODE: Final = "code_menage"
# Columns that identify a household, its head or an account, except names.
IDENTIFIERS: Final = (CODE, "identifiant_unique", "id_source_externe", "compte_bancaire")
# 3.60E+14, or 3.60E14 as other programs write it: the last digits are lost. 3E14 may be a code.
ABBREVIATED: Final = "^[0-9](?:(?:[.,][0-9]+)?[Ee][+]|[.,][0-9]+[Ee])[0-9]{1,3}$"
PERHAPS_ABBREVIATED: Final = "^[0-9][Ee][0-9]{2}$"
# 1.0 is a whole number that a program took for a decimal one; 12.5 may be a code.
WHOLE_DECIMAL: Final = "^[0-9]+[.,]0+$"
DECIMAL: Final = "^[0-9]+[.,][0-9]+$"
# Fifteen digits and zeros: the last digits are probably lost.
ROUNDED: Final = "^[0-9]{15}00+$"
_DAY: Final = "[0-9]{1,2}"
DATE: Final = f"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?:T.*)?$|^{_DAY}[/.-]{_DAY}[/.-][0-9]{{4}}$"
# Characters without width, unusual blanks, and control characters.
INVISIBLE: Final = "[\u0001-\u001f\u007f\u00a0\u00ad\u200b-\u200f\u202a-\u202f\u2060-\u2064\ufeff]"
# The last row of many sheets adds up the others.
TOTALS: Final = [
    "total", "totaux", "totais", "somme", "soma", "sum", "sous total", "subtotal", "sub total", "total general",
    "total geral", "grand total",
]  # fmt: skip
NO_DIGIT: Final = "^[^0-9]*$"


def _build_conditions(name: str) -> list[tuple[str, str, str]]:
    """Return the possible issues of an identifier: condition over `cell`, code, severity.

    Only the first condition that holds is reported.
    """
    found = [
        (f"cell ~ '{INVISIBLE}'", "invisible", ERROR),
        (f"cell ~ '{ABBREVIATED}'", "nombre_abrege", ERROR),
        (f"cell ~ '{PERHAPS_ABBREVIATED}'", "nombre_abrege_peut_etre", WARNING),
        (f"cell ~ '{WHOLE_DECIMAL}'", "nombre_decimal", ERROR),
        (f"cell ~ '{DECIMAL}'", "nombre_decimal_peut_etre", WARNING),
        (f"cell ~ '{ROUNDED}'", "nombre_arrondi", WARNING),
    ]
    if name == CODE:
        found.append((f"cell ~ '{DATE}'", "code_date", ERROR))
        found.append(("normalise(cell) = ANY(%(totals)s)", "total", ERROR))
    return found


def record_damaged_identifiers(present: list[ImportColumn]) -> None:
    """Add the damaged identifiers of `import_ligne` to the issues. The code of a known household is not examined."""
    with connection.cursor() as cursor:
        for column in present:
            if column.name not in IDENTIFIERS:
                continue
            conditions = _build_conditions(column.name)
            patterns = [INVISIBLE, ABBREVIATED, PERHAPS_ABBREVIATED, DECIMAL, ROUNDED] + (
                [DATE, NO_DIGIT] if column.name == CODE else []
            )
            codes, severities = (
                " ".join(f"WHEN {condition} THEN '{said[place]}'" for condition, *said in conditions)
                for place in (0, 1)
            )
            cursor.execute(
                f"""INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
                SELECT ligne, '{column.name}', code, CASE {severities} END, left(cell, 60)
                FROM (SELECT ligne, {column.name} AS cell FROM import_ligne
                      WHERE {"connu IS NULL AND " if column.name == CODE else ""}{column.name} ~ %(odd)s AND coalesce(faute, 'courte') = 'courte' OFFSET 0) AS odd,
                LATERAL (SELECT CASE {codes} END AS code) AS found WHERE code IS NOT NULL""",
                {"odd": "|".join(patterns), "totals": TOTALS},
            )
