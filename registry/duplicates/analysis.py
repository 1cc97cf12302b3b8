"""Analyse many households for duplicates: rebuild their sheets, link them outside the database, write the pairs.

The pairs found replace those found before; pairs which no longer hold are deleted. A decision stays as long as the data
on which it was taken. A household which is written while the analysis runs is left out of its result: its pairs come
from the search for one household, on its new data.
"""

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.files.strays import sweep
from geo.scope.sets import subquery
from registry.duplicates.linking import link
from registry.duplicates.queries import SQL, households_known
from registry.duplicates.weights import COMPARISONS, MAX_SHARING
from registry.households.bulk import bulk_load, hold, tune
from registry.households.models import Household
from registry.projects.services import in_open_projects
from registry.quality.services import COLUMNS as ASSESSED
from registry.quality.services import assess

FOLDERS: Final = re.compile(r"doublons-[a-z0-9_]{8}")
COMPARED: Final = (
    "id", "date_collecte", "created_at", "identifiant_unique", "localite_id", "secteur_id", "geom", "taille_menage",
)  # fmt: skip
# A decision which was taken on other data; a pair which was put aside is also reopened when its score changes.
STALE: Final = (
    "(pair.decision IS NOT NULL AND (pair.empreinte_decision <> excluded.empreinte"
    " OR (pair.decision = 'ignorer' AND pair.score <> excluded.score)))"
)
AMONG: Final = (
    "pair.menage_a_id IN (SELECT menage_id FROM doublon_lu) AND pair.menage_b_id IN (SELECT menage_id FROM doublon_lu)"
)


def thresholds() -> dict[str, float]:
    """Return the score from which a pair is shown (`review`) and from which it is certain (`certain`)."""
    return {"certain": settings.DUPLICATE_CERTAIN, "review": settings.DUPLICATE_REVIEW}


def refresh(rows: QuerySet[Household]) -> int:
    """Rebuild the sheets of these households, and return the number written."""
    menages, params = subquery(rows, "menages", *COMPARED)
    with connection.cursor() as cursor:
        cursor.execute(SQL["refresh"].format(menages=menages), params)
        return cursor.rowcount


def _copy_out(statement: str, params: dict[str, Any], path: Path) -> None:
    # COPY takes no server-side parameters: the driver writes the values into the statement.
    with connection.cursor() as cursor, path.open("wb") as file, cursor.copy(cursor.mogrify(statement, params)) as copy:
        for block in copy:
            file.write(block)


def _write_frame(folder: Path, rows: QuerySet[Household], households: int) -> None:
    menages, params = subquery(rows, "menages", "id")
    with connection.cursor() as cursor:
        for query in ("forget_shared", "note_shared"):
            cursor.execute(SQL[query].format(most=MAX_SHARING))
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_lu")
        cursor.execute(SQL["read_table"].format(menages=menages), params)
        cursor.execute("ANALYZE doublon_lu")
    _copy_out(SQL["frame"], {}, folder / "frame.csv")
    _copy_out(SQL["shared"], {}, folder / "shared.csv")
    for column in ("nom", "lieu"):
        statement = SQL["frequencies"].format(column=column, n=households)
        _copy_out(statement, {}, folder / f"{column}.csv")


def _read_pairs(path: Path) -> None:
    levels = ", ".join(f"{comparison.code} smallint" for comparison in COMPARISONS)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_trouve")
        cursor.execute(SQL["found_table"].format(levels=levels))
        with cursor.copy("COPY doublon_trouve FROM STDIN (FORMAT csv)") as copy, path.open("rb") as file:
            while block := file.read(1 << 18):
                copy.write(block)
        cursor.execute("ANALYZE doublon_trouve")


def _levels() -> str:
    """Return the levels of a pair as a JSON object of codes, from Splink's numbers.

    Splink numbers the levels from the last one, which is 0.
    """
    parts = []
    for comparison in COMPARISONS:
        codes = [level.code for level in reversed(comparison.levels)]
        whens = " ".join(f"WHEN {place} THEN '{code}'" for place, code in enumerate(codes))
        parts.append(f"'{comparison.code}', CASE found.{comparison.code} {whens} END")
    return f"jsonb_build_object({', '.join(parts)})"


def write_pairs(found: str, levels: str, among: str, params: dict[str, Any]) -> dict[str, int]:
    """Write the pairs found among some households, and return the counts.

    `found` is a table or set with `a`, `b`, `score`; `levels` the SQL of its levels. `among` is a condition on the
    existing pairs: those which would have been found again if they still held.
    """
    text = SQL["apply"].format(found=found, niveaux=levels, stale=STALE, among=among)
    with connection.cursor() as cursor:
        cursor.execute(text, params | thresholds())
        names = [column.name for column in cursor.description]
        return dict(zip(names, cursor.fetchone(), strict=True))


def summarise(rows: QuerySet[Household], which: str = "true", params: dict[str, Any] | None = None) -> None:
    """Update the duplicate summary of these locked households, and assess the quality of those which changed.

    `which` is a condition on the pairs to consider. Households of projects which are read-only stay unchanged.
    """
    menages, own = subquery(in_open_projects(rows), "menages", "id", "score_doublon")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_change")
        cursor.execute("CREATE TEMP TABLE doublon_change (id uuid PRIMARY KEY) ON COMMIT DROP")
        cursor.execute(SQL["summarise"].format(menages=menages, which=which), own | (params or {}) | thresholds())
        if cursor.rowcount:
            changed = "SELECT id FROM doublon_change"
            assess(f"SELECT {', '.join(ASSESSED)} FROM registry_menage WHERE id IN ({changed})", {})


def _hold(rows: QuerySet[Household]) -> QuerySet[Household]:
    """Lock the households among these which the writing may change: a pair also locks both its households."""
    menages, params = subquery(rows, "menages", "id", "score_doublon")
    return hold(SQL["concerned"].format(menages=menages, among=AMONG), params)


def _forget_changed() -> None:
    """Remove from the result what was read of households which have been written since."""
    with connection.cursor() as cursor:
        for query in ("forget_changed", "forget_pairs"):
            cursor.execute(SQL[query])


@transaction.atomic
def prepare(rows: QuerySet[Household]) -> None:
    """Rebuild the sheets of these households in a separate transaction.

    Linking takes minutes: writers of one of these households must not wait for it.
    """
    tune()
    refresh(rows)


@transaction.atomic
def analyse(rows: QuerySet[Household], *, step: Callable[[], None] = lambda: None) -> dict[str, int]:
    """Find the pairs among these households, whose sheets are prepared.

    Return {menages, paires, certaines, aVerifier, ecrites, nouvelles, disparues}. `step` is called between the steps,
    and may abort by raising: nothing is changed then.
    """
    tune()
    households = households_known()
    with TemporaryDirectory(prefix="doublons-", dir=_folder()) as name:
        folder = Path(name)
        _write_frame(folder, rows, households)
        step()
        found = link(folder, households=households, least=settings.DUPLICATE_REVIEW, step=step)
        _read_pairs(found)
    step()
    SQL.rows("take_turn")
    held = _hold(rows)
    _forget_changed()
    counts = write_pairs("doublon_trouve", _levels(), AMONG, {})
    # Positions do not change: no ids are reported to the bulk load, so nothing which depends on positions is
    # recomputed.
    with bulk_load():
        summarise(held)
    return {"menages": rows.count(), **counts, "aVerifier": counts["paires"] - counts["certaines"]}


def sweep_folders() -> int:
    """Remove the folders of analyses whose process was killed, and return their number."""
    return sweep(settings.LOCAL_DIR, FOLDERS)


def _folder() -> Path:
    settings.LOCAL_DIR.mkdir(parents=True, exist_ok=True)
    return settings.LOCAL_DIR
