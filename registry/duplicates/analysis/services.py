"""Analyse many households for duplicates: rebuild their sheets, link them outside the database, write the pairs.

The pairs found replace those found before; pairs which no longer hold are deleted. A decision stays as long as the data
on which it was taken. A household which is written while the analysis runs is left out of its result: its pairs come
from the search for one household, on its new data.
"""

import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.audit.api import audit_operation
from accounts.files.api import sweep_folder
from accounts.jobs.api import Progress
from config.caller import Caller
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.duplicates.linkage.comparisons import (
    MAX_HOUSEHOLDS_OF_OWN_NUMBER,
    MAX_HOUSEHOLDS_PER_NUMBER,
    VILLAGE_SMOOTHING,
)
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS
from registry.duplicates.linkage.linker import link_households
from registry.duplicates.locks import lock_pair_analysis
from registry.duplicates.models import Sheet
from registry.duplicates.queries import count_known_households
from registry.duplicates.rules import DUPLICATE_ANALYSIS
from registry.duplicates.services import rebuild_sheets, write_pairs, write_summaries
from registry.households.api import (
    count_households_by_tally,
    filter_households,
    lock_selected_households,
    open_bulk_load,
    tune_transaction,
)
from registry.households.models import Household

SQL = Queries(__file__, "analysis.sql")
WORK_FOLDERS: Final = re.compile(r"doublons-[a-z0-9_]{8}")
# The existing pairs whose households were both read.
PAIRS_READ: Final = (
    "pair.menage_a_id IN (SELECT menage_id FROM doublon_lu) AND pair.menage_b_id IN (SELECT menage_id FROM doublon_lu)"
)


def filter_visible_households(query: dict[str, Any], user: Caller) -> QuerySet[Household]:
    """Return the households which `user` sees under the filters of the household list."""
    rows: Any = filter_households(query)
    visible: QuerySet[Household] = rows.visible_to(user)
    return visible


def count_households_to_analyse(query: dict[str, Any], user: Caller) -> int:
    """Return how many households an analysis would compare."""
    total = count_households_by_tally(query, user)
    return filter_visible_households(query, user).count() if total is None else total


def analyse_duplicates(
    *, query: dict[str, Any], user: Caller, progress: Progress | None = None, is_prepared: bool = False
) -> dict[str, int]:
    """Analyse the households which `user` sees under the filters of the household list.

    `is_prepared` means that their sheets have just been rebuilt. Return the counts of `find_duplicate_pairs`.
    """
    rows = filter_visible_households(query, user)
    if not is_prepared:
        prepare_sheets(rows)
    # The search text may be a name: it is not written into the audit operation.
    filters = {
        name: value for name, value in serialize_filters(query).items() if value is not None and name != "search"
    }
    with audit_operation(DUPLICATE_ANALYSIS, filters=filters | {"regions": user.region_ids}) as operation:
        counts = find_duplicate_pairs(rows, step=progress.raise_if_stopped if progress else lambda: None)
        operation.count, operation.result = counts["menages"], counts
    return counts


def serialize_filters(query: dict[str, Any]) -> dict[str, Any]:
    """Return filters as JSON values: a job and an audit operation store them."""

    def serialize(value: Any) -> Any:
        if isinstance(value, list):
            return [str(item) for item in value]
        return value if value is None or isinstance(value, bool | int) else str(value)

    return {name: serialize(value) for name, value in query.items()}


def _copy_to_file(statement: str, params: dict[str, Any], path: Path) -> None:
    # COPY takes no server-side parameters: the driver writes the values into the statement.
    with connection.cursor() as cursor, path.open("wb") as file, cursor.copy(cursor.mogrify(statement, params)) as copy:
        for block in copy:
            file.write(block)


def _export_sheets(folder: Path, rows: QuerySet[Household], households: int) -> None:
    """Write the files which `link_households` reads, and note the sheets as they were read."""
    menages, params = compile_subquery(rows, "menages", "id")
    for query in ("delete_shared_numbers", "insert_shared_numbers"):
        SQL.execute(query, most=str(MAX_HOUSEHOLDS_PER_NUMBER))
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_lu")
        cursor.execute(SQL["create_read_sheets"].format(menages=menages), params)
        cursor.execute("ANALYZE doublon_lu")
    _copy_to_file(SQL["copy_sheets"], {}, folder / "frame.csv")
    shared = SQL["copy_shared_numbers"].format(own=MAX_HOUSEHOLDS_OF_OWN_NUMBER)
    _copy_to_file(shared, {}, folder / "shared.csv")
    villages = SQL["copy_village_frequencies"].format(smoothing=VILLAGE_SMOOTHING, n=households)
    _copy_to_file(villages, {}, folder / "nom_lieu.csv")
    for column in ("nom", "lieu", "maille"):
        statement = SQL["copy_frequencies"].format(column=column, n=households)
        _copy_to_file(statement, {}, folder / f"{column}.csv")


def _load_found_pairs(path: Path) -> None:
    levels = ", ".join(f"{comparison.code} smallint" for comparison in HOUSEHOLD_COMPARISONS)
    levels += ", " + ", ".join(f"bits_{comparison.code} float8" for comparison in HOUSEHOLD_COMPARISONS)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_trouve")
        cursor.execute(SQL["create_found_pairs"].format(levels=levels))
        with cursor.copy("COPY doublon_trouve FROM STDIN (FORMAT csv)") as copy, path.open("rb") as file:
            while block := file.read(1 << 18):
                copy.write(block)
        cursor.execute("ANALYZE doublon_trouve")


def _build_levels_sql() -> str:
    """Return the levels of a pair as a JSON object of codes, from Splink's numbers.

    Splink numbers the levels from the last one, which is 0.
    """
    parts = []
    for comparison in HOUSEHOLD_COMPARISONS:
        codes = [level.code for level in reversed(comparison.levels)]
        whens = " ".join(f"WHEN {place} THEN '{code}'" for place, code in enumerate(codes))
        parts.append(f"'{comparison.code}', CASE found.{comparison.code} {whens} END")
    return f"jsonb_build_object({', '.join(parts)})"


def _build_contributions_sql() -> str:
    """Return what each comparison of a pair adds as a JSON object of bits, without those whose value is missing."""
    parts = (
        f"'{one.code}', CASE WHEN found.{one.code} >= 0 THEN round(found.bits_{one.code}::numeric, 1) END"
        for one in HOUSEHOLD_COMPARISONS
    )
    return f"jsonb_build_object({', '.join(parts)})"


def _lock_concerned_households(rows: QuerySet[Household]) -> QuerySet[Household]:
    """Lock the households among these which the writing may change: a pair also locks both its households."""
    menages, params = compile_subquery(rows, "menages", "id", "score_doublon")
    concerned = SQL["select_concerned_households"].format(menages=menages, among=PAIRS_READ)
    return lock_selected_households(concerned, params)


def _discard_changed_households() -> None:
    """Remove from the result what was read of households which have been written since."""
    SQL.execute("discard_changed_sheets")
    SQL.execute("discard_changed_pairs")


@transaction.atomic
def prepare_sheets(rows: QuerySet[Household]) -> None:
    """Rebuild the sheets of these households in a separate transaction, and make those which any household lacks.

    How rare a value is, is counted among all households, whichever are analysed. Linking takes minutes: writers of one of
    these households must not wait for it.
    """
    tune_transaction()
    rebuild_sheets(rows)
    rebuild_sheets(Household.objects.filter(~Exists(Sheet.objects.filter(menage_id=OuterRef("id")))))


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
        _export_sheets(folder, rows, households)
        step()
        pairs = link_households(folder, households=households, min_score=settings.DUPLICATE_REVIEW, step=step)
        _load_found_pairs(pairs)
    step()
    lock_pair_analysis()
    locked = _lock_concerned_households(rows)
    _discard_changed_households()
    counts = write_pairs("doublon_trouve", _build_levels_sql(), _build_contributions_sql(), PAIRS_READ, {})
    # Positions do not change: no ids are reported to the bulk load, so nothing which depends on positions is
    # recomputed.
    with open_bulk_load():
        write_summaries(locked)
    return {"menages": rows.count(), **asdict(counts), "aVerifier": counts.paires - counts.certaines}


def remove_stray_folders() -> int:
    """Remove the folders of analyses whose process was killed, and return their number."""
    return sweep_folder(settings.LOCAL_DIR, WORK_FOLDERS)


def _ensure_work_folder() -> Path:
    settings.LOCAL_DIR.mkdir(parents=True, exist_ok=True)
    return settings.LOCAL_DIR
