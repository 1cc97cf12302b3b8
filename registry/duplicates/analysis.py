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

from accounts.files.api import sweep_folder
from geo.scope.api import compile_subquery
from registry.duplicates.linking import link_households
from registry.duplicates.queries import SQL, count_known_households
from registry.duplicates.weights import COMPARISONS, MAX_HOUSEHOLDS_PER_NUMBER
from registry.households.api import lock_selected_households, open_bulk_load, tune_transaction
from registry.households.models import Household
from registry.projects.api import filter_open_projects
from registry.quality.api import COLUMNS as ASSESSED
from registry.quality.api import assess_quality

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


def get_score_thresholds() -> dict[str, float]:
    """Return the score from which a pair is shown (`review`) and from which it is certain (`certain`)."""
    return {"certain": settings.DUPLICATE_CERTAIN, "review": settings.DUPLICATE_REVIEW}


def rebuild_sheets(rows: QuerySet[Household]) -> int:
    """Rebuild the sheets of these households, and return the number written."""
    menages, params = compile_subquery(rows, "menages", *COMPARED)
    with connection.cursor() as cursor:
        cursor.execute(SQL["refresh"].format(menages=menages), params)
        return cursor.rowcount


def _copy_to_file(statement: str, params: dict[str, Any], path: Path) -> None:
    # COPY takes no server-side parameters: the driver writes the values into the statement.
    with connection.cursor() as cursor, path.open("wb") as file, cursor.copy(cursor.mogrify(statement, params)) as copy:
        for block in copy:
            file.write(block)


def _export_frame(folder: Path, rows: QuerySet[Household], households: int) -> None:
    menages, params = compile_subquery(rows, "menages", "id")
    with connection.cursor() as cursor:
        for query in ("forget_shared", "note_shared"):
            cursor.execute(SQL[query].format(most=MAX_HOUSEHOLDS_PER_NUMBER))
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_lu")
        cursor.execute(SQL["read_table"].format(menages=menages), params)
        cursor.execute("ANALYZE doublon_lu")
    _copy_to_file(SQL["frame"], {}, folder / "frame.csv")
    _copy_to_file(SQL["shared"], {}, folder / "shared.csv")
    for column in ("nom", "lieu"):
        statement = SQL["frequencies"].format(column=column, n=households)
        _copy_to_file(statement, {}, folder / f"{column}.csv")


def _load_found_pairs(path: Path) -> None:
    levels = ", ".join(f"{comparison.code} smallint" for comparison in COMPARISONS)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_trouve")
        cursor.execute(SQL["found_table"].format(levels=levels))
        with cursor.copy("COPY doublon_trouve FROM STDIN (FORMAT csv)") as copy, path.open("rb") as file:
            while block := file.read(1 << 18):
                copy.write(block)
        cursor.execute("ANALYZE doublon_trouve")


def _build_levels_sql() -> str:
    """Return the levels of a pair as a JSON object of codes, from Splink's numbers.

    Splink numbers the levels from the last one, which is 0.
    """
    parts = []
    for comparison in COMPARISONS:
        codes = [level.code for level in reversed(comparison.levels)]
        whens = " ".join(f"WHEN {place} THEN '{code}'" for place, code in enumerate(codes))
        parts.append(f"'{comparison.code}', CASE found.{comparison.code} {whens} END")
    return f"jsonb_build_object({', '.join(parts)})"


def save_pairs_found(found: str, levels: str, among: str, params: dict[str, Any]) -> dict[str, int]:
    """Write the pairs found among some households, and return the counts.

    `found` is a table or set with `a`, `b`, `score`; `levels` the SQL of its levels. `among` is a condition on the
    existing pairs: those which would have been found again if they still held.
    """
    text = SQL["apply"].format(found=found, niveaux=levels, stale=STALE, among=among)
    with connection.cursor() as cursor:
        cursor.execute(text, params | get_score_thresholds())
        names = [column.name for column in cursor.description]
        return dict(zip(names, cursor.fetchone(), strict=True))


def update_duplicate_summaries(
    rows: QuerySet[Household], which: str = "true", params: dict[str, Any] | None = None
) -> None:
    """Update the duplicate summary of these locked households, and assess the quality of those which changed.

    `which` is a condition on the pairs to consider. Households of projects which are read-only stay unchanged.
    """
    menages, own = compile_subquery(filter_open_projects(rows), "menages", "id", "score_doublon")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_change")
        cursor.execute("CREATE TEMP TABLE doublon_change (id uuid PRIMARY KEY) ON COMMIT DROP")
        cursor.execute(
            SQL["summarise"].format(menages=menages, which=which), own | (params or {}) | get_score_thresholds()
        )
        if cursor.rowcount:
            changed = "SELECT id FROM doublon_change"
            assess_quality(f"SELECT {', '.join(ASSESSED)} FROM registry_menage WHERE id IN ({changed})", {})


def _lock_concerned_households(rows: QuerySet[Household]) -> QuerySet[Household]:
    """Lock the households among these which the writing may change: a pair also locks both its households."""
    menages, params = compile_subquery(rows, "menages", "id", "score_doublon")
    return lock_selected_households(SQL["concerned"].format(menages=menages, among=AMONG), params)


def _discard_changed_households() -> None:
    """Remove from the result what was read of households which have been written since."""
    with connection.cursor() as cursor:
        for query in ("forget_changed", "forget_pairs"):
            cursor.execute(SQL[query])


@transaction.atomic
def prepare_sheets(rows: QuerySet[Household]) -> None:
    """Rebuild the sheets of these households in a separate transaction.

    Linking takes minutes: writers of one of these households must not wait for it.
    """
    tune_transaction()
    rebuild_sheets(rows)


@transaction.atomic
def find_duplicate_pairs(rows: QuerySet[Household], *, step: Callable[[], None] = lambda: None) -> dict[str, int]:
    """Find the pairs among these households, whose sheets are prepared.

    Return {menages, paires, certaines, aVerifier, ecrites, nouvelles, disparues}. `step` is called between the steps,
    and may abort by raising: nothing is changed then.
    """
    tune_transaction()
    households = count_known_households()
    with TemporaryDirectory(prefix="doublons-", dir=_ensure_work_folder()) as name:
        folder = Path(name)
        _export_frame(folder, rows, households)
        step()
        found = link_households(folder, households=households, least=settings.DUPLICATE_REVIEW, step=step)
        _load_found_pairs(found)
    step()
    SQL.rows("take_turn")
    held = _lock_concerned_households(rows)
    _discard_changed_households()
    counts = save_pairs_found("doublon_trouve", _build_levels_sql(), AMONG, {})
    # Positions do not change: no ids are reported to the bulk load, so nothing which depends on positions is
    # recomputed.
    with open_bulk_load():
        update_duplicate_summaries(held)
    return {"menages": rows.count(), **counts, "aVerifier": counts["paires"] - counts["certaines"]}


def remove_stray_folders() -> int:
    """Remove the folders of analyses whose process was killed, and return their number."""
    return sweep_folder(settings.LOCAL_DIR, FOLDERS)


def _ensure_work_folder() -> Path:
    settings.LOCAL_DIR.mkdir(parents=True, exist_ok=True)
    return settings.LOCAL_DIR
