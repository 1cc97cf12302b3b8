"""Find the rows of which coverage counts those near a service.

Households and beneficiaries lie where the household is, as the nearest-service table has it. Complaints lie at the points
of their localities, as on the map, and inhabitants at that of their locality: a nearest service is looked up for each point.
So it is for every household, where only some services of a kind count (decision 0347).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db.models import Count, F, QuerySet, Sum, Value
from django.utils.translation import gettext as _

from analysis.coverage.filters import OF_HOUSEHOLDS, CoverageFilters, TraitFilters, ZoneFilters
from analysis.coverage.rules import (
    BENEFICIARIES,
    COMPLAINTS,
    HOUSEHOLDS,
    INHABITANTS,
    SUBJECTS,
    SUBJECTS_OF_HOUSEHOLDS,
)
from analysis.coverage.subjects.types import ONE_EACH, WEIGHTED, CountedServices, PlacedRows
from analysis.proximity.api import SERVICE_KINDS, ServiceChoice, filter_chosen, filter_reachable
from analysis.proximity.models import NearestService
from config.caller import Caller
from config.errors.problems import forbidden, invalid
from config.sql import Queries
from geo.areas.models import Locality
from geo.scope.api import compile_subquery
from registry.households.models import Household
from registry.households.tally.models import HouseholdTally
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.api import COMPLAINTS as COMPLAINT_LAYER

SQL = Queries(__file__, "subjects.sql")
Filters = Mapping[str, Any]
# By level: the column of its id of a locality.
ZONES_OF_LOCALITIES: Final = {"region": "secteur__region_id", "secteur": "secteur_id", "localite": "id"}


def find_distances(user: Caller, filters: Filters) -> QuerySet[NearestService]:
    """Return the stored distances of the visible households that match the filters."""
    rows: QuerySet[NearestService] = ZoneFilters.filter_rows(NearestService.objects.visible_to(user), filters)
    return rows.filter(TraitFilters.build_condition(filters, prefix="menage__"))


def count_unplaced_households(user: Caller, filters: Filters) -> int:
    """Count the visible households without a position: from the tally, where it knows what they are filtered by."""
    if filters.get("localite") or CoverageFilters.is_read_from_rows(filters):
        unplaced = Household.objects.visible_to(user).filter(geom__isnull=True)
        return CoverageFilters.filter_rows(unplaced, filters).order_by().count()
    tallied = CoverageFilters.filter_rows(HouseholdTally.objects.visible_to(user).filter(avec_position=False), filters)
    return int(tallied.aggregate(n=Sum("n"))["n"] or 0)


def _place_households(user: Caller, services: CountedServices, level: str, filters: Filters) -> PlacedRows:
    unplaced = count_unplaced_households(user, filters)
    return _place_stored(user, find_distances(user, filters), services, f"{level}_id", "", "menage__geom", unplaced)


def _place_beneficiaries(user: Caller, services: CountedServices, level: str, filters: Filters) -> PlacedRows:
    """Return the beneficiaries, whatever their status, at the positions of their households."""
    condition = CoverageFilters.build_condition(filters, prefix="menage__")
    rows = Beneficiary.objects.visible_to(user).filter(condition)
    placed = rows.filter(menage__geom__isnull=False)
    unplaced = rows.filter(menage__geom__isnull=True).count()
    return _place_stored(user, placed, services, f"menage__{level}_id", "menage__proches__", "menage__geom", unplaced)


def _place_stored(
    user: Caller, rows: QuerySet[Any], services: CountedServices, zone: str, stored: str, point: str, unplaced: int
) -> PlacedRows:
    """Return rows beside which the nearest service of the kind is stored: its distance, where every service counts."""
    nearest = stored + SERVICE_KINDS[services.kind].column
    if not services.choice.is_narrow:
        sql, params = compile_subquery(rows, "proches", zone=F(zone), metres=F(f"{nearest}_metres"))
        return PlacedRows(sql, params, ONE_EACH, unplaced)
    known = {"known": F(nearest), "known_metres": F(f"{nearest}_metres")}
    points, params = compile_subquery(rows, "points", zone=F(zone), point=F(point), poids=Value(1), **known)
    return _measure_to_chosen(user, points, params, services, unplaced)


def _place_complaints(user: Caller, services: CountedServices, level: str, filters: Filters) -> PlacedRows:
    """Return the complaints, none about gender-based violence, at the points of their localities."""
    areas = ZoneFilters.select_values(filters)
    placed = COMPLAINT_LAYER.find_rows(user, areas).order_by()
    placed = placed.values(zone=F(f"{level}_id"), point=F(COMPLAINT_LAYER.geometry)).annotate(poids=Count("*"))
    complaints: Any = COMPLAINT_LAYER.model._default_manager
    every = COMPLAINT_LAYER.filter_rows(complaints.visible_to(user), areas)
    return _measure(user, placed, services, every.filter(**{f"{COMPLAINT_LAYER.geometry}__isnull": True}).count())


def _place_inhabitants(user: Caller, services: CountedServices, level: str, filters: Filters) -> PlacedRows:
    """Return the localities whose population is known, each as many times as it has inhabitants."""
    rows = Locality.objects.visible_to(user).filter(population__gt=0)
    for name, ids in ZoneFilters.select_values(filters).items():
        rows = rows.filter(**{f"{ZONES_OF_LOCALITIES[name]}__in": ids})
    placed = rows.filter(geom__isnull=False)
    placed = placed.annotate(zone=F(ZONES_OF_LOCALITIES[level]), point=F("geom"), poids=F("population"))
    unplaced = rows.filter(geom__isnull=True).aggregate(people=Sum("population"))["people"]
    return _measure(user, placed, services, unplaced or 0)


def _measure(user: Caller, placed: QuerySet[Any], services: CountedServices, unplaced: int) -> PlacedRows:
    """Look up the nearest service of each `point`; of services that are not public, none is found by it."""
    points, params = compile_subquery(placed, "points", "zone", "point", "poids")
    if services.choice.is_narrow:
        unknown = f"SELECT *, NULL::uuid AS known, NULL::float8 AS known_metres FROM ({points}) AS place"
        return _measure_to_chosen(user, unknown, params, services, unplaced)
    sql = SQL["measured"].format(points=points, kind=SERVICE_KINDS[services.kind].column)
    return PlacedRows(sql, params, WEIGHTED, unplaced)


def _measure_to_chosen(
    user: Caller, points: str, params: dict[str, Any], services: CountedServices, unplaced: int
) -> PlacedRows:
    """Look up the nearest of the services that count and that `user` may see as the nearest, for each point."""
    kind = SERVICE_KINDS[services.kind]
    chosen = filter_chosen(filter_reachable(kind, user), kind, services.choice)
    columns, more = compile_subquery(chosen, "services", "id", "geog")
    return PlacedRows(
        SQL["measured_to_chosen"].format(points=points, services=columns), params | more, WEIGHTED, unplaced
    )


PLACERS: Final[dict[str, Callable[[Caller, CountedServices, str, Filters], PlacedRows]]] = {
    HOUSEHOLDS: _place_households,
    BENEFICIARIES: _place_beneficiaries,
    COMPLAINTS: _place_complaints,
    INHABITANTS: _place_inhabitants,
}


def refuse_meaningless_filters(subject: str, filters: Filters, prefix: str = "") -> None:
    """Raise VALIDATION_ERROR for a filter that says nothing of the subject: it would be ignored in silence.

    `prefix` is where the request has its filters, so that the fault has the name that was sent.
    """
    meaningless = [name for name in OF_HOUSEHOLDS if filters.get(name) is not None]
    if meaningless and subject not in SUBJECTS_OF_HOUSEHOLDS:
        sentence = _("Ce filtre décrit des ménages : il ne limite pas ce qui est compté ici.")
        raise invalid({f"{prefix}{name}": [sentence] for name in meaningless})


def refuse_hidden_choice(kind: str, choice: ServiceChoice) -> None:
    """Raise VALIDATION_ERROR for a choice among services that are not public: by it one could find out where they are."""
    fields = {"typesService": choice.types, "enService": choice.in_service}
    if not SERVICE_KINDS[kind].is_public and choice.is_narrow:
        sentence = _("Ces services ne se choisissent pas : leurs lieux ne doivent pas être devinés.")
        raise invalid({name: [sentence] for name, value in fields.items() if value})
    unknown = [code for code in choice.types if code not in SERVICE_KINDS[kind].labels]
    if unknown:
        raise invalid(
            {"typesService": [_("Aucun service de ce genre n'a le type « %(type)s ».") % {"type": unknown[0]}]}
        )


def place_subject(user: Caller, subject: str, services: CountedServices, level: str, filters: Filters) -> PlacedRows:
    """Return the visible rows of a subject with their distances to the nearest service, and how many have no position.

    Raises FORBIDDEN without the permission to read single rows of it.
    """
    permission = SUBJECTS[subject]
    if permission and not user.holds(permission):
        raise forbidden()
    return PLACERS[subject](user, services, level, filters)
