"""Create the demonstration country with set-based SQL: areas, people, facilities and households."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction

from accounts.audit.api import audit_operation
from accounts.users.models import User
from analysis.demo.base_map.services import seed_base_map
from analysis.demo.cases.services import seed_cases
from analysis.demo.complaints.services import seed_complaints
from analysis.demo.payments.services import seed_payments
from analysis.demo.queries import has_data
from analysis.demo.reconciliation.services import seed_sessions
from analysis.demo.rule_sets.services import seed_rule_sets
from analysis.demo.rules import (
    ACCOUNTS,
    ACTOR_NUMBERS,
    ANALYZED_TABLES,
    ENUMERATORS,
    LOADED_TABLES,
    MANY_HOUSEHOLDS,
    MISPLACED,
    PASSWORD,
    SOURCE,
    VALIDATOR,
    compute_facility_numbers,
    compute_village_number,
)
from config.sql import Queries
from registry.duplicates.api import analyse_duplicates
from registry.households.api import fold_tallies, open_bulk_load
from registry.pmt.api import (
    CompiledMethod,
    build_category_sql,
    build_eligible_sql,
    compile_method,
    find_method_in_force,
    read_definition,
)
from registry.quality.api import POINT_OUTSIDE_SECTOR
from registry.quality_dashboard.api import analyse_visible_households, refresh_quality_tallies

GEOGRAPHY = Queries(__file__, "geography.sql")
FACILITIES = Queries(__file__, "facilities.sql")
PEOPLE = Queries(__file__, "people.sql")
SCORES = Queries(__file__, "scores.sql")
HOUSEHOLDS = Queries(__file__, "households.sql")
COLLECTION = Queries(__file__, "collection.sql")
TRANSFERS = Queries(__file__, "transfers.sql")
BATCH_SIZE = 100_000
# The head and the dwelling of a household that is not written yet, by the names that a method knows them by.
DRAWN_PARTS = (
    "JOIN demo_chef AS chef ON chef.menage_id = m.id JOIN demo_logement AS logement ON logement.menage_id = m.id"
)
INDEXES_SQL = """
SELECT format('DROP INDEX %%I.%%I', schemaname, indexname), indexdef
FROM pg_indexes
WHERE tablename = ANY(%s) AND schemaname = current_schema()
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = format('%%I.%%I', schemaname, indexname)::regclass)
"""
FOREIGN_KEYS_SQL = """
SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname),
       format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', conrelid::regclass, conname, pg_get_constraintdef(oid))
FROM pg_constraint
WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid::regclass::text = ANY(%s)
"""
ReportProgress = Callable[[str], None]


class OtherDataError(Exception):
    """Signal that the registry has data that the demonstration did not create."""


def create_accounts() -> None:
    """Create the accounts, with one password hash for all, as it is public. Regions are linked by `link_accounts`."""
    PEOPLE.execute("add_users", {"accounts": _serialize_accounts(), "hash": make_password(PASSWORD)})


def link_accounts() -> None:
    """Link the accounts to their regions."""
    PEOPLE.execute("link_users", {"accounts": _serialize_accounts()})


def _serialize_accounts() -> str:
    return json.dumps([{**account._asdict(), "email": account.email} for account in ACCOUNTS])


@contextmanager
def suspend_indexes(tables: Sequence[str]) -> Iterator[None]:
    """Drop the secondary indexes and the foreign keys of `tables`, and rebuild them at the end, over all rows at once.

    Raises RuntimeError outside a transaction: inside one, an error rolls back the drop too, so they cannot get lost.
    Other sessions wait for the tables meanwhile. For 1,000,000 households, rebuilding keys and indexes takes about a
    third of the time of maintaining them row by row, and still checks every reference.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("suspend_indexes needs a transaction")
    with connection.cursor() as cursor:
        # A table with pending deferred checks cannot be altered: run them now.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        definitions = []
        for query in (INDEXES_SQL, FOREIGN_KEYS_SQL):
            cursor.execute(query, [list(tables)])
            definitions += cursor.fetchall()
        for drop, _ in definitions:
            cursor.execute(drop)
        yield
        cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
        for _, create in definitions:
            cursor.execute(create)


@transaction.atomic
def seed_accounts(seed: int) -> None:
    """Create only the accounts, without regions, in an otherwise empty registry, to load another country into it."""
    GEOGRAPHY.execute("functions", {"seed": seed})
    create_accounts()


@transaction.atomic
def seed_country(
    *, households: int, seed: int, facilities: int | None, members: bool, force: bool, report: ReportProgress
) -> None:
    """Create the whole country in one transaction. Raises OtherDataError if the registry has data, unless `force`.

    The same `households`, `seed` and `facilities` give the same rows, ids included. `report` is called with each line of
    progress.
    """
    if has_data() and not force:
        raise OtherDataError
    params = {
        "country": _read_text("country.json"),
        "names": _read_text("names.json"),
        "seed": seed,
        "menages": households,
        "villages": compute_village_number(households),
        "source": SOURCE,
        "made_of": f"menages={households} seed={seed}",
        "nombres": json.dumps({**compute_facility_numbers(facilities), **ACTOR_NUMBERS}),
        "seuil": settings.POVERTY_THRESHOLD,
    }
    with audit_operation("demonstration", filters={"menages": households, "seed": seed}) as done:
        _seed_tables(params, members, report)
        done.count = households


def _seed_tables(params: dict[str, Any], members: bool, report: ReportProgress) -> None:
    GEOGRAPHY.execute("functions", params)
    create_accounts()
    _add_areas(params, report)
    link_accounts()
    params |= _add_programme(params)
    method = _add_method(params)
    _prepare_households(params)
    _add_facilities(params, report)
    with open_bulk_load() as touched:
        with suspend_indexes(LOADED_TABLES) if params["menages"] >= MANY_HOUSEHOLDS else nullcontext():
            _add_households(params, method, members, report)
        if params["menages"] < MANY_HOUSEHOLDS:
            _add_haste(params)
            report(f"{_add_twins(params)} households that were interviewed twice")
            SCORES.execute("score_again", params, scored=method.build_score_sql("SELECT * FROM registry_menage"))
            report(f"{COLLECTION.execute('add_moves', params)} moves of the collection")
        report("keys and indexes")
        with connection.cursor() as cursor:
            # With --force there may be other households, which already have their nearest services.
            cursor.execute(
                f"INSERT INTO {touched} SELECT id, geom FROM registry_menage AS m WHERE geom IS NOT NULL"
                " AND NOT EXISTS (SELECT FROM analysis_nearest_service AS n WHERE n.menage_id = m.id)"
            )
    report("nearest services")
    HOUSEHOLDS.execute("set_counters")
    _add_beneficiaries(params, report)
    seed_payments(params, report)
    seed_sessions(report)
    seed_complaints(params, report)
    seed_cases(params, report)
    seed_rule_sets(report)
    fold_tallies()
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(ANALYZED_TABLES)}")


def _read_text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _add_areas(params: dict[str, Any], report: ReportProgress) -> None:
    for query in ("read_sectors", "draw_sectors", "add_regions", "add_sectors", "add_communes", "name_villages"):
        GEOGRAPHY.execute(query, params)
    GEOGRAPHY.execute("place_localities", params)
    report(f"{GEOGRAPHY.execute('add_localities', params)} localities")
    seed_base_map(params, report)


def _add_programme(params: dict[str, Any]) -> dict[str, Any]:
    """Create project, campaigns and programme; return their ids and that of the supervisor who validates forms."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM accounts_user WHERE email = %s", [VALIDATOR.email])
        return {**PEOPLE.fetch_one("add_work", params), "superviseur": cursor.fetchone()[0]}


def _add_method(params: dict[str, Any]) -> CompiledMethod:
    """Publish the method of the demonstration, and add to `params` what the method in force needs."""
    SCORES.execute("add_method", params)
    method = find_method_in_force()
    if method is None:
        raise OtherDataError
    compiled = compile_method(read_definition(method))
    params |= {"methode": method.id, **compiled.params}
    return compiled


def _prepare_households(params: dict[str, Any]) -> None:
    enumerators = json.dumps({code: account.email for code, account in ENUMERATORS.items()})
    HOUSEHOLDS.execute("place_households", {**params, "enqueteurs": enumerators})


def _add_facilities(params: dict[str, Any], report: ReportProgress) -> None:
    FACILITIES.execute("place_services", params)
    FACILITIES.execute("name_people", params)
    kinds = ("add_schools", "add_health", "add_water", "add_police", "add_vbg", "add_agents", "add_actors")
    report(f"{sum(FACILITIES.execute(kind, params) for kind in kinds)} services and local actors")


def _add_households(params: dict[str, Any], method: CompiledMethod, members: bool, report: ReportProgress) -> None:
    """Create households with head and dwelling, and optionally members, in batches in the order of their ids."""
    limits = method.definition.thresholds
    insert = HOUSEHOLDS["add_households"].replace("{category}", build_category_sql("score", limits))
    insert = insert.replace("{eligible}", build_eligible_sql("score", limits))
    scored = method.build_scored_rows_sql(SCORES["list_scored"], DRAWN_PARTS, ["id"], "score")
    total = params["menages"]
    cases = {"outside": json.dumps(POINT_OUTSIDE_SECTOR), "misplaced": MISPLACED}
    for first in range(0, total, BATCH_SIZE):
        batch = {**params, "first": first, "last": min(first + BATCH_SIZE, total), **cases}
        for query in ("draw_batch", "draw_heads", "draw_dwellings"):
            HOUSEHOLDS.execute(query, batch)
        SCORES.execute("score_batch", batch, scored=scored)
        with connection.cursor() as cursor:
            cursor.execute(insert, batch)
        for query in ("add_heads", "add_dwellings", *(["add_members"] if members else [])):
            HOUSEHOLDS.execute(query, batch)
        HOUSEHOLDS.execute("drop_batch")
        report(f"{batch['last']} of {total} households")


def _add_haste(params: dict[str, Any]) -> None:
    """Let one enumerator hurry, and another write round ages, so that the quality of each can be told apart."""
    for query in ("hurry", "round_ages"):
        HOUSEHOLDS.execute(query, params)


def _add_twins(params: dict[str, Any]) -> int:
    """Make some households the repeated interviews of a neighbour, and return their number."""
    twins = HOUSEHOLDS.execute("choose_twins", params)
    copying = (
        "copy_households",
        "move_copies",
        "copy_heads",
        "copy_dwellings",
        "drop_members_of_copies",
        "copy_members",
    )
    for query in copying:
        HOUSEHOLDS.execute(query, params)
    return twins


def analyse_country() -> int:
    """Search duplicates and analyse the quality, as the super administrator would; return the pairs found.

    Their locks come before those of the load: it is a transaction of its own.
    """
    admin = User.objects.get(email=ACCOUNTS[0].email)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(LOADED_TABLES)}")
    pairs = analyse_duplicates(query={}, user=admin)["paires"]
    analyse_visible_households(user=admin)
    refresh_quality_tallies()
    return pairs


def _add_beneficiaries(params: dict[str, Any], report: ReportProgress) -> None:
    """Create beneficiaries of the programme, some with an identity document, some with a follow-up."""
    TRANSFERS.execute("enrol", params)
    rows = TRANSFERS.execute("add_documents", params) + TRANSFERS.execute("add_follow_ups", params)
    report(f"beneficiaries, with {rows} papers and follow-ups")
