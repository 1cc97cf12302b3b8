"""Create the demonstration country with set-based SQL: areas, people, facilities and households."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from accounts.audit.api import audit_operation
from analysis.demo.accounts import COLLECTORS, VALIDATOR, add_accounts, link_accounts
from analysis.demo.loading import suspend_indexes
from config.sql import Queries
from geo.areas.models import Locality, Region
from registry.households.api import fold_tallies, open_bulk_load
from registry.households.models import Household
from registry.pmt.api import build_category_sql, build_eligible_sql, find_thresholds_in_force
from registry.projects.models import Project
from registry.quality.api import POINT_OUTSIDE_SECTOR

GEOGRAPHY = Queries(__file__, "geography.sql")
FACILITIES = Queries(__file__, "facilities.sql")
PEOPLE = Queries(__file__, "people.sql")
HOUSEHOLDS = Queries(__file__, "households.sql")
TRANSFERS = Queries(__file__, "transfers.sql")
SOURCE = "demonstration"
LOT = 100_000
MANY = 100_000  # households, from which indexes are built after the load, and members are left out
# The number, in the codes of each region, of the household whose position lies in another secteur.
MISPLACED = 7
SERVICES = {"ecoles": 600, "sante": 140, "points_eau": 1_800, "police": 45, "vbg": 25}
ACTORS = {"asc": 300, "point_focal": 39, "chef_village": 240}
LOADED = ("registry_menage", "registry_chef_menage", "registry_logement", "registry_membre_menage")
ANALYZED = (
    "geo_region", "geo_secteur", "geo_commune", "geo_localite", "geo_ecole", "geo_service_sante", "geo_point_eau",
    "geo_police_judiciaire", "geo_service_vbg", "geo_asc", "geo_acteur_local", *LOADED, "registry_menage_tally",
    "registry_menage_cell", "analysis_nearest_service", "transfers_beneficiaire", "transfers_document_identite",
    "transfers_suivi",
)  # fmt: skip
Say = Callable[[str], None]


class OtherDataError(Exception):
    """Signal that the registry has data that the demonstration did not create."""


def find_seed_parameters() -> str | None:
    """Return the parameters of the loaded demonstration country (`menages=20000 seed=1`), or None if there is none."""
    return Region.objects.filter(source=SOURCE).values_list("source_id", flat=True).first()


def has_data() -> bool:
    """Return whether the registry has any region, locality, project or household."""
    return any(model.objects.exists() for model in (Region, Locality, Project, Household))


def compute_facility_numbers(total: int | None) -> dict[str, int]:
    """Return how many facilities of each kind to create.

    These are the default numbers, for 20,000 households, or about `total` distributed in the same proportion.
    """
    if total is None:
        return dict(SERVICES)
    whole = sum(SERVICES.values())
    numbers = {kind: max(1, round(total * number / whole)) for kind, number in SERVICES.items()}
    numbers["points_eau"] += total - sum(numbers.values())
    return numbers


def compute_village_number(households: int) -> int:
    """Return the number of villages: 1,600 for 20,000 households, at least 150 and at most 4,300."""
    return round(min(4_300, max(150, households * 0.08)))


@transaction.atomic
def seed_accounts(seed: int) -> None:
    """Create only the accounts, without regions, in an otherwise empty registry, to load another country into it."""
    GEOGRAPHY.execute("functions", {"seed": seed})
    add_accounts()


@transaction.atomic
def seed_country(*, households: int, seed: int, services: int | None, members: bool, force: bool, say: Say) -> None:
    """Create the whole country in one transaction. Raises OtherDataError if the registry has data, unless `force`.

    The same `households`, `seed` and `services` give the same rows, ids included. `say` is called with each line of
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
        "nombres": json.dumps({**compute_facility_numbers(services), **ACTORS}),
        "seuil": settings.POVERTY_THRESHOLD,
    }
    with audit_operation("demonstration", filters={"menages": households, "seed": seed}) as done:
        _seed_tables(params, members, say)
        done.count = households


def _seed_tables(params: dict[str, Any], members: bool, say: Say) -> None:
    GEOGRAPHY.execute("functions", params)
    add_accounts()
    _add_areas(params, say)
    link_accounts()
    params |= _add_programme(params)
    _prepare_households(params)
    _add_facilities(params, say)
    with open_bulk_load() as touched:
        with suspend_indexes(LOADED) if params["menages"] >= MANY else nullcontext():
            _add_households(params, members, say)
        say("keys and indexes")
        with connection.cursor() as cursor:
            # With --force there may be other households, which already have their nearest services.
            cursor.execute(
                f"INSERT INTO {touched} SELECT id, geom FROM registry_menage AS m WHERE geom IS NOT NULL"
                " AND NOT EXISTS (SELECT FROM analysis_nearest_service AS n WHERE n.menage_id = m.id)"
            )
    say("nearest services")
    HOUSEHOLDS.execute("set_counters")
    _add_beneficiaries(params, say)
    fold_tallies()
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(ANALYZED)}")


def _read_text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _add_areas(params: dict[str, Any], say: Say) -> None:
    for query in ("read_sectors", "draw_sectors", "add_regions", "add_sectors", "add_communes", "name_villages"):
        GEOGRAPHY.execute(query, params)
    GEOGRAPHY.execute("place_localities", params)
    say(f"{GEOGRAPHY.execute('add_localities', params)} localities")


def _add_programme(params: dict[str, Any]) -> dict[str, Any]:
    """Create project, campaigns and programme; return their ids and that of the supervisor who validates forms."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM accounts_user WHERE email = %s", [VALIDATOR.email])
        return {**PEOPLE.fetch_one("add_work", params), "superviseur": cursor.fetchone()[0]}


def _prepare_households(params: dict[str, Any]) -> None:
    collectors = json.dumps({code: account.email for code, account in COLLECTORS.items()})
    HOUSEHOLDS.execute("place_households", {**params, "enqueteurs": collectors})


def _add_facilities(params: dict[str, Any], say: Say) -> None:
    FACILITIES.execute("place_services", params)
    FACILITIES.execute("name_people", params)
    kinds = ("add_schools", "add_health", "add_water", "add_police", "add_vbg", "add_agents", "add_actors")
    say(f"{sum(FACILITIES.execute(kind, params) for kind in kinds)} services and local actors")


def _add_households(params: dict[str, Any], members: bool, say: Say) -> None:
    """Create households with head and dwelling, and optionally members, in batches in the order of their ids."""
    limits = find_thresholds_in_force()
    insert = HOUSEHOLDS["add_households"].replace("{category}", build_category_sql("score", limits))
    insert = insert.replace("{eligible}", build_eligible_sql("score", limits))
    total = params["menages"]
    cases = {"outside": json.dumps(POINT_OUTSIDE_SECTOR), "misplaced": MISPLACED}
    for first in range(0, total, LOT):
        lot = {**params, "first": first, "last": min(first + LOT, total), **cases}
        HOUSEHOLDS.execute("draw_lot", lot)
        with connection.cursor() as cursor:
            cursor.execute(insert, lot)
        for query in ("add_heads", "add_dwellings", *(["add_members"] if members else [])):
            HOUSEHOLDS.execute(query, lot)
        HOUSEHOLDS.execute("drop_lot")
        say(f"{lot['last']} of {total} households")


def _add_beneficiaries(params: dict[str, Any], say: Say) -> None:
    """Create beneficiaries of the programme, some with an identity document, some with a follow-up."""
    TRANSFERS.execute("enrol", params)
    rows = TRANSFERS.execute("add_documents", params) + TRANSFERS.execute("add_follow_ups", params)
    say(f"beneficiaries, with {rows} papers and follow-ups")
