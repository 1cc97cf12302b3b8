"""Write checked rows with one pass of DELETE, UPDATE and INSERT over households, heads and dwellings.

Statements are composed from the catalogue of columns. They process the rows in steps of `rang` (sorted by place and
code, as the rows also lie on disk), so that progress is reported, a cancellation takes effect, and memory use stays
constant.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple
from uuid import UUID

from accounts.audit.api import AuditOperation, audit_operation, suppress_audit
from config.sql import Queries
from geo.areas.api import LOCALITY_KIND, lock_area_creation
from geo.import_engine.progress import ReportShare
from geo.import_engine.staging import iterate_steps
from registry.duplicates.api import refresh_sheets
from registry.households.api import TOUCHED_TABLE, open_bulk_load
from registry.imports.definition.columns import ImportColumn, list_columns_stored_in
from registry.imports.definition.header import Header
from registry.imports.types import ImportOptions
from registry.pmt.api import build_category_sql, build_eligible_sql
from registry.projects.api import lock_open_projects
from registry.quality.api import POINT_OUTSIDE_SECTOR

SQL: Final = Queries(__file__, "writing.sql")
STEP_ROWS: Final = 50_000
KIND: Final = "import_menages"
DERIVED: Final = ("score_pmt", "categorie_pauvrete")
LEVELS: Final = ("region_id", "secteur_id", "commune_id", "localite_id")
# Columns of origin of a household from a file: none beyond `source_donnees`, which is "import".
NO_ORIGIN: Final[Mapping[str, str]] = {}
# A score from a file was not computed by a PMT method.
TYPED_SCORE: Final = "l.score_pmt IS NOT NULL AND l.score_pmt IS DISTINCT FROM m.score_pmt"
IS_OUTSIDE_SECTOR: Final = "EXISTS (SELECT FROM import_hors WHERE import_hors.ligne = l.ligne)"
# A replaced household keeps its project and campaign unless the import names others.
KEEP_PROJECT_SQL: Final = {
    name: f"coalesce(%({parameter})s::uuid, (SELECT {name} FROM import_connu WHERE id = l.connu))"
    for name, parameter in {"projet_id": "projet", "campagne_id": "campagne"}.items()
}


class WriteCounts(NamedTuple):
    """Count what an import did.

    Rows, issues (errors) and known households without error of the file; households inserted (also as replacements),
    and known households changed.
    """

    lignes: int
    erreurs: int
    connus: int
    inseres: int
    modifies: int


def _list_stored_columns(table: str) -> list[ImportColumn]:
    return [column for column in list_columns_stored_in(table) if column.name not in DERIVED]


def _compose_new_household_columns(options: ImportOptions, origin: Mapping[str, str]) -> dict[str, str]:
    """Return column -> value of a new household, over `l`."""
    own = _list_stored_columns("menage")
    score = build_category_sql("l.score_pmt", options.score_thresholds)
    found = {
        "id": "l.nouveau",
        "score_pmt": "l.score_pmt",
        "categorie_pauvrete": f"coalesce({score}, l.categorie_pauvrete)",
        "eligible_programme": build_eligible_sql("l.score_pmt", options.score_thresholds),
        "geom": "l.geom",
        "source_donnees": "'import'",
        "statut": "'en_attente'",
        "statut_collecte": "'pre_collecte'",
        "projet_id": "%(projet)s::uuid",
        "campagne_id": "%(campagne)s::uuid",
        "problemes_qualite": (
            f"CASE WHEN {IS_OUTSIDE_SECTOR} THEN jsonb_build_array('{POINT_OUTSIDE_SECTOR}') ELSE jsonb_build_array() END"
        ),
    }
    found |= {level: f"l.{level}" for level in LEVELS} | dict(origin)
    if options.mode == "replace":
        found |= KEEP_PROJECT_SQL
    is_count = {column.name: column.field.startswith("nb_") for column in own}
    return found | {c.field: f"coalesce(l.{c.name}, 0)" if is_count[c.name] else f"l.{c.name}" for c in own}


def _compose_unchanged_sql(*levels: str) -> str:
    """Return SQL for whether a row names no other area at these levels."""
    return " AND ".join(f"(l.{level} IS NULL OR l.{level} = m.{level})" for level in levels)


def _compose_changed_household_columns(options: ImportOptions) -> dict[str, str]:
    """Return column -> future value of a known household, over `l` and `m`. An empty cell leaves the stored value."""
    own = [column for column in _list_stored_columns("menage") if column.name != "code_menage"]
    score = "coalesce(l.score_pmt, m.score_pmt)"
    category = build_category_sql(score, options.score_thresholds)
    same_region = _compose_unchanged_sql("region_id")
    same_sector = _compose_unchanged_sql("region_id", "secteur_id")
    return {column.field: f"coalesce(l.{column.name}, m.{column.field})" for column in own} | {
        "score_pmt": score,
        "categorie_pauvrete": f"coalesce({category}, l.categorie_pauvrete, m.categorie_pauvrete)",
        "eligible_programme": build_eligible_sql(score, options.score_thresholds),
        **{
            name: f"CASE WHEN {TYPED_SCORE} THEN NULL ELSE m.{name} END"
            for name in ("methode_pmt", "motif_pmt", "date_pmt")
        },
        "geom": "coalesce(l.geom, m.geom)",
        "region_id": "coalesce(l.region_id, m.region_id)",
        "secteur_id": f"CASE WHEN l.secteur_id IS NULL AND {same_region} THEN m.secteur_id ELSE l.secteur_id END",
        **{
            name: f"CASE WHEN l.localite_id IS NULL AND {same_sector} THEN m.{name} ELSE l.{name} END"
            for name in ("commune_id", "localite_id")
        },
        "projet_id": "coalesce(%(projet)s::uuid, m.projet_id)",
        "campagne_id": "coalesce(%(campagne)s::uuid, m.campagne_id)",
    }


def _build_household_parts(options: ImportOptions, origin: Mapping[str, str]) -> dict[str, str]:
    """Return the names and expressions that the statements over households leave open."""
    inserted = _compose_new_household_columns(options, origin)
    changed = _compose_changed_household_columns(options)
    others = f"(m.problemes_qualite - '{POINT_OUTSIDE_SECTOR}')"
    return {
        "fresh": "true" if options.mode == "replace" else "l.connu IS NULL",
        "columns": ", ".join(inserted),
        "values": ", ".join(inserted.values()),
        "assignments": ", ".join(f"{field} = {value}" for field, value in changed.items()),
        "differs": " OR ".join(
            f"({value} IS NOT NULL AND NOT coalesce({value} ~= m.geom, false))"
            if field == "geom"
            else f"{value} IS DISTINCT FROM m.{field}"
            for field, value in changed.items()
        ),
        "quality": (
            f"CASE WHEN {IS_OUTSIDE_SECTOR} THEN {others} || jsonb_build_array('{POINT_OUTSIDE_SECTOR}')"
            f" WHEN m.problemes_qualite ? '{POINT_OUTSIDE_SECTOR}' THEN {others} ELSE m.problemes_qualite END"
        ),
        "is_outside": IS_OUTSIDE_SECTOR,
        "outside": POINT_OUTSIDE_SECTOR,
        "touched": TOUCHED_TABLE,
    }


def _build_part_statements(header: Header, options: ImportOptions) -> list[dict[str, str]]:
    """Return what the statements over heads and dwellings leave open, for those of which the file has a column."""
    names = {column.name for column in header.columns if column}
    found = []
    for part, table in (("chef", "registry_chef_menage"), ("logement", "registry_logement")):
        own = _list_stored_columns(part)
        filled = [f"l.{c.name} IS NOT NULL" for c in list_columns_stored_in(part) if c.name in names]
        if filled:
            found.append(
                {
                    "part": part,
                    "table": table,
                    "fresh": "true" if options.mode == "replace" else "l.connu IS NULL",
                    "has_value": "l.nom_complet_chef IS NOT NULL" if part == "chef" else " OR ".join(filled),
                    "columns": ", ".join(column.field for column in own),
                    "values": ", ".join(f"l.{column.name}" for column in own),
                    "assignments": ", ".join(f"{c.field} = coalesce(l.{c.name}, part.{c.field})" for c in own),
                    "differs": " OR ".join(
                        f"l.{c.name} <> part.{c.field} OR (part.{c.field} IS NULL AND l.{c.name} IS NOT NULL)"
                        for c in own
                    ),
                }
            )
    return found


def note_changes(header: Header, options: ImportOptions) -> None:
    """Note in `import_touche` which known households an update would change, without writing any."""
    last = SQL.fetch_value("get_last_rank")
    params = options.build_sql_params() | {"first": 0, "last": last}
    for part in _build_part_statements(header, options):
        SQL.execute("find_changed_parts", params, **part)
    SQL.execute("note_changed_households", params, **_build_household_parts(options, NO_ORIGIN))


def _write_in_steps(
    header: Header,
    options: ImportOptions,
    last: int,
    report: ReportShare,
    origin: Mapping[str, str],
    done: AuditOperation,
) -> tuple[int, int]:
    """Write the rows in steps; return how many households were inserted and how many changed."""
    params = options.build_sql_params()
    households, parts = _build_household_parts(options, origin), _build_part_statements(header, options)
    inserted = changed = 0
    with open_bulk_load():
        if last > STEP_ROWS:
            SQL.execute("index_rows")
        for step in iterate_steps(last, STEP_ROWS):
            params |= step
            report(0.3 + 0.65 * step["first"] / last)
            if options.mode == "replace":
                SQL.execute("save_former_codes", params)
                SQL.execute("delete_replaced", params)
            if options.mode == "update":
                for part in parts:
                    for name in ("find_changed_parts", "update_changed_parts", "insert_missing_parts"):
                        SQL.execute(name, params, **part)
                changed += SQL.fetch_value("update_households", params, **households)
            # New rows are audited by the operation, which their household refers to; changes are audited row by row.
            with suppress_audit(done):
                inserted += SQL.execute("insert_households", params, **households)
                for part in parts:
                    SQL.execute("insert_part", params, **part)
            if options.mode == "replace":
                SQL.execute("restore_former_codes")
            SQL.execute("note_new_positions", params, **households)
        report(0.95)
    return inserted, changed


def write_households(
    header: Header,
    options: ImportOptions,
    report: ReportShare,
    origin: Mapping[str, str] = NO_ORIGIN,
    operation_id: UUID | None = None,
) -> WriteCounts:
    """Write all rows without error and return the counts.

    `origin` maps columns of a new household to SQL over `l`, for where it comes from. `operation_id` is the id of the
    audit operation, for what must be done only once. Raises IntegrityError when somebody else took a code since the
    check, or when the operation was already done, and READ_ONLY_PROJECT when a project was closed meanwhile.
    """
    filters = {"mode": options.mode, "projet": options.project, "campagne": options.campaign}
    with audit_operation(KIND, filters=filters, rows=True, savepoint=False, operation_id=operation_id) as done:
        if options.create_villages:
            lock_area_creation(LOCALITY_KIND)
            SQL.execute("create_villages", options.build_sql_params())
            SQL.execute("use_new_villages")
        inserted, changed = _write_in_steps(header, options, SQL.fetch_value("get_last_rank"), report, origin, done)
        changed_projects = SQL.fetch_column("list_changed_projects") if options.overwrites else []
        lock_open_projects(changed_projects, collecting_id=options.project)
        written = WriteCounts(**SQL.fetch_one("count_found"), inseres=inserted, modifies=changed)
        done.count, done.result = inserted, written._asdict()
    return written


def refresh_written_sheets(options: ImportOptions) -> None:
    """Rebuild what is compared of the written households, members included, when all of it is written.

    How rare a name is, is counted among the sheets: without these, the duplicates of others would weigh too much.
    """
    written = "SELECT nouveau FROM import_row WHERE NOT refuse"
    if options.overwrites:
        written += " UNION SELECT connu FROM import_row WHERE NOT refuse"
    refresh_sheets(written)
