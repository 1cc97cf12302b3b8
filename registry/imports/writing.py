"""Write checked rows with one pass of DELETE, UPDATE and INSERT over households, heads and dwellings.

Statements are composed from the catalogue of columns. They process the rows in steps of `rang` (sorted by place and
code, as the rows also lie on disk), so that progress is reported, a cancellation takes effect, and memory use stays
constant.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from accounts.audit.api import AuditOperation, audit_operation, suppress_audit
from geo.areas.api import LOCALITIES, lock_area_creation
from registry.households.api import TOUCHED_TABLE, open_bulk_load
from registry.imports.columns import ImportColumn, list_columns_stored_in
from registry.imports.headers import Header
from registry.imports.options import ImportOptions
from registry.imports.staging import SQL
from registry.pmt.api import build_category_sql, build_eligible_sql
from registry.projects.api import lock_open_projects
from registry.quality.api import POINT_OUTSIDE_SECTOR

STEP: Final = 50_000
KIND: Final = "import_menages"
DERIVED: Final = ("score_pmt", "categorie_pauvrete")
STEPPED: Final = "rang BETWEEN %(first)s AND %(last)s"
GOOD: Final = f"{STEPPED} AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = l.ligne)"
LEVELS: Final = ("region_id", "secteur_id", "commune_id", "localite_id")
# Columns of origin of a household from a file: none beyond `source_donnees`, which is "import".
NOWHERE: Final[Mapping[str, str]] = {}
# A score from a file was not computed by a PMT method.
TYPED_SCORE: Final = "l.score_pmt IS NOT NULL AND l.score_pmt IS DISTINCT FROM m.score_pmt"
HORS: Final = "EXISTS (SELECT FROM import_hors WHERE import_hors.ligne = l.ligne)"


# Former codes of merged households must lead to the replacing household; without this copy they would be deleted with
# the replaced one.
KEEP_FORMER: Final = (
    "INSERT INTO import_ancien SELECT former.id, former.code_menage, l.nouveau, former.created_at"
    f" FROM registry_menage_ancien AS former JOIN import_ligne AS l ON l.connu = former.menage_id WHERE {GOOD}"
)
GIVE_BACK_FORMER: Final = (
    "WITH kept AS (DELETE FROM import_ancien RETURNING *)"
    " INSERT INTO registry_menage_ancien (id, code_menage, menage_id, created_at) SELECT * FROM kept"
)
# A replaced household keeps its project and campaign unless the import names others.
KEPT_PROJECT: Final = {
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


def _compose_insert_households_sql(options: ImportOptions, origin: Mapping[str, str]) -> str:
    own = _list_stored_columns("menage")
    counts = {column.name for column in own if column.field.startswith("nb_")}
    names = [column.field for column in own]
    values = [f"coalesce(l.{c.name}, 0)" if c.name in counts else f"l.{c.name}" for c in own]
    score = build_category_sql("l.score_pmt", options.limits)
    fixed: dict[str, str] = {
        "id": "l.nouveau", "score_pmt": "l.score_pmt",
        "categorie_pauvrete": f"coalesce({score}, l.categorie_pauvrete)",
        "eligible_programme": build_eligible_sql("l.score_pmt", options.limits), "geom": "l.geom", "source_donnees": "'import'",
        "statut": "'en_attente'", "statut_collecte": "'pre_collecte'", "projet_id": "%(projet)s::uuid",
        "campagne_id": "%(campagne)s::uuid",
        "problemes_qualite": f"CASE WHEN {HORS} THEN jsonb_build_array('{POINT_OUTSIDE_SECTOR}') ELSE '[]'::jsonb END",
    } | {level: f"l.{level}" for level in LEVELS} | dict(origin)  # fmt: skip
    if options.mode == "replace":
        fixed |= KEPT_PROJECT
    fresh = "true" if options.mode == "replace" else "l.connu IS NULL"
    return (
        f"INSERT INTO registry_menage ({', '.join([*fixed, *names])}) SELECT {', '.join([*fixed.values(), *values])}"
        f" FROM import_ligne AS l WHERE {fresh} AND {GOOD}"
    )


def _compose_insert_part_sql(table: str, part: str, has: str, options: ImportOptions) -> str:
    """Return the statement that inserts the heads or dwellings of new households."""
    own = _list_stored_columns(part)
    fresh = "true" if options.mode == "replace" else "l.connu IS NULL"
    return (
        f"INSERT INTO {table} (menage_id, {', '.join(column.field for column in own)})"
        f" SELECT l.nouveau, {', '.join(f'l.{column.name}' for column in own)} FROM import_ligne AS l"
        f" WHERE {fresh} AND ({has}) AND {GOOD}"
    )


def _compose_change_part_sql(table: str, part: str, has: str) -> tuple[str, str, str]:
    """Return three statements that change the heads or dwellings of known households.

    The first stores which differ or are missing, the second changes them, the third inserts them. An empty cell leaves
    the stored value.
    """
    own = _list_stored_columns(part)
    differs = " OR ".join(f"l.{c.name} <> part.{c.field} OR (part.{c.field} IS NULL AND l.{c.name} IS NOT NULL)"
                          for c in own)  # fmt: skip
    # OFFSET 0 forces a lookup per row: a join would read all heads of the country for the few of a file.
    found = (
        f"INSERT INTO import_touche SELECT l.connu, l.rang, '{part}', part.menage_id IS NULL FROM import_ligne AS l"
        f" LEFT JOIN LATERAL (SELECT * FROM {table} WHERE menage_id = l.connu OFFSET 0) AS part ON true"
        f" WHERE l.connu IS NOT NULL AND CASE WHEN part.menage_id IS NULL THEN {has} ELSE {differs} END AND {GOOD}"
    )
    touched = f"import_touche AS t JOIN import_ligne AS l USING (rang) WHERE t.partie = '{part}' AND {STEPPED}"
    sets = ", ".join(f"{c.field} = coalesce(l.{c.name}, part.{c.field})" for c in own)
    changed = f"UPDATE {table} AS part SET {sets} FROM {touched} AND part.menage_id = t.id AND NOT t.manque"
    added = (
        f"INSERT INTO {table} (menage_id, {', '.join(column.field for column in own)})"
        f" SELECT t.id, {', '.join(f'l.{column.name}' for column in own)} FROM {touched} AND t.manque ORDER BY rang"
    )
    return found, changed, added


def _compose_update_households_sql(options: ImportOptions) -> str:
    """Return the statement that updates households in which something differs, or whose head or dwelling was changed.

    It selects their number.
    """
    own = [column for column in _list_stored_columns("menage") if column.name != "code_menage"]
    new = {column.field: f"coalesce(l.{column.name}, m.{column.field})" for column in own}
    new |= {
        "score_pmt": "coalesce(l.score_pmt, m.score_pmt)",
        "categorie_pauvrete": f"coalesce({build_category_sql('coalesce(l.score_pmt, m.score_pmt)', options.limits)}, l.categorie_pauvrete,"
                              " m.categorie_pauvrete)",
        "eligible_programme": build_eligible_sql("coalesce(l.score_pmt, m.score_pmt)", options.limits),
        **{name: f"CASE WHEN {TYPED_SCORE} THEN NULL ELSE m.{name} END" for name in ("methode_pmt", "motif_pmt", "date_pmt")},
        "geom": "coalesce(l.geom, m.geom)",
        "region_id": "coalesce(l.region_id, m.region_id)",
        "secteur_id": f"CASE WHEN l.secteur_id IS NULL AND {_compose_unchanged_level_sql('region_id')} THEN m.secteur_id"
                      " ELSE l.secteur_id END",
        "commune_id": f"CASE WHEN l.localite_id IS NULL AND {_compose_unchanged_level_sql('region_id')} AND {_compose_unchanged_level_sql('secteur_id')}"
                      " THEN m.commune_id ELSE l.commune_id END",
        "localite_id": f"CASE WHEN l.localite_id IS NULL AND {_compose_unchanged_level_sql('region_id')} AND {_compose_unchanged_level_sql('secteur_id')}"
                       " THEN m.localite_id ELSE l.localite_id END",
        "projet_id": "coalesce(%(projet)s::uuid, m.projet_id)",
        "campagne_id": "coalesce(%(campagne)s::uuid, m.campagne_id)",
    }  # fmt: skip
    marked = f"m.problemes_qualite ? '{POINT_OUTSIDE_SECTOR}'"
    others = f"(m.problemes_qualite - '{POINT_OUTSIDE_SECTOR}')"
    quality = f"CASE WHEN {HORS} THEN {others} || jsonb_build_array('{POINT_OUTSIDE_SECTOR}') WHEN {marked} THEN {others} ELSE m.problemes_qualite END"
    differs = " OR ".join(
        f"({value} IS NOT NULL AND NOT coalesce({value} ~= m.geom, false))"
        if field == "geom"
        else f"{value} IS DISTINCT FROM m.{field}"
        for field, value in new.items()
    )
    sets = ", ".join(f"{field} = {value}" for field, value in new.items())
    moved = "l.geom IS NOT NULL AND NOT coalesce(l.geom ~= k.geom, false)"
    return (
        f"WITH changed AS (UPDATE registry_menage AS m"
        f" SET {sets}, problemes_qualite = {quality}, updated_at = statement_timestamp()"
        f" FROM import_ligne AS l JOIN import_connu AS k ON k.id = l.connu WHERE m.id = l.connu AND {GOOD}"
        f" AND ({differs} OR {HORS} <> {marked} OR m.id IN (SELECT id FROM import_touche))"
        f" RETURNING m.id, {moved} AS moved),"
        f" told AS (INSERT INTO {TOUCHED_TABLE} SELECT id FROM changed WHERE moved)"
        f" SELECT count(*) FROM changed"
    )


def _compose_unchanged_level_sql(level: str) -> str:
    return f"(l.{level} IS NULL OR l.{level} = m.{level})"


def _compose_has_value_sql(part: str, names: set[str]) -> str:
    """Return SQL for whether a row has any value for a part of the household."""
    return " OR ".join(f"l.{c.name} IS NOT NULL" for c in list_columns_stored_in(part) if c.name in names) or "false"


def _iterate_steps(last: int) -> Iterator[dict[str, int]]:
    for first in range(1, last + 1, STEP):
        yield {"first": first, "last": min(first + STEP - 1, last)}


def _write_in_steps(header: Header, options: ImportOptions, last: int, at: Callable[[float], None], origin: Mapping[str, str],
           done: AuditOperation) -> tuple[int, int]:  # fmt: skip
    """Write the rows in steps; return how many households were inserted and how many changed."""
    params = options.params()
    names = {column.name for column in header.known if column}
    parts = [
        ("registry_chef_menage", "chef", "l.nom_complet_chef IS NOT NULL"),
        ("registry_logement", "logement", _compose_has_value_sql("logement", names)),
    ]
    parts = [item for item in parts if _compose_has_value_sql(item[1], names) != "false"]
    inserted = changed = 0
    with open_bulk_load(), connection.cursor() as cursor:
        if last > STEP:
            cursor.execute("CREATE INDEX ON import_ligne (rang)")
        for step in _iterate_steps(last):
            params |= step
            at(0.3 + 0.65 * step["first"] / last)
            if options.mode == "replace":
                cursor.execute(KEEP_FORMER, params)
                cursor.execute(
                    f"DELETE FROM registry_menage USING import_ligne AS l WHERE id = l.connu AND {GOOD}", params
                )
            if options.mode == "update":
                for item in parts:
                    for statement in _compose_change_part_sql(*item):
                        cursor.execute(statement, params)
                cursor.execute(_compose_update_households_sql(options), params)
                changed += cursor.fetchone()[0]
            # New rows are audited by the operation, which their household refers to; changes are audited row by row.
            with suppress_audit(done):
                cursor.execute(_compose_insert_households_sql(options, origin), params)
                inserted += cursor.rowcount
                for table, part, has in parts:
                    cursor.execute(_compose_insert_part_sql(table, part, has, options), params)
            if options.mode == "replace":
                cursor.execute(GIVE_BACK_FORMER)
            fresh = "true" if options.mode == "replace" else "l.connu IS NULL"
            cursor.execute(
                f"INSERT INTO {TOUCHED_TABLE} SELECT nouveau, geom FROM import_ligne AS l WHERE {fresh} AND geom IS NOT NULL AND {GOOD}",
                params,
            )
        at(0.95)
    return inserted, changed


def write_households(header: Header, options: ImportOptions, at: Callable[[float], None], origin: Mapping[str, str] = NOWHERE,
          identity: UUID | None = None) -> WriteCounts:  # fmt: skip
    """Write all rows without error and return the counts.

    `origin` maps columns of a new household to SQL over `l`, for where it comes from. `identity` is the id of the audit
    operation, for what must be done only once. Raises IntegrityError when somebody else took a code since the check, or
    when the operation was already done, and READ_ONLY_PROJECT when a project was closed meanwhile.
    """
    told = {"mode": options.mode, "projet": options.project, "campagne": options.campaign}
    with audit_operation(KIND, filters=told, rows=True, savepoint=False, operation_id=identity) as done:
        if options.create_villages:
            lock_area_creation(LOCALITIES)
            SQL.run("create_villages", options.params())
            SQL.run("use_new_villages")
        inserted, changed = _write_in_steps(header, options, SQL.one("last")["rang"], at, origin, done)
        known = SQL.rows("changed_projects") if options.overwrites else []
        lock_open_projects((row["projet_id"] for row in known), collecting_id=options.project)
        written = WriteCounts(**SQL.one("found"), inseres=inserted, modifies=changed)
        done.count, done.result = inserted, written._asdict()
    return written
