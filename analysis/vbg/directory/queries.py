"""Query services for survivors, with the counts of cases that the caller may know."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from analysis.vbg.directory.filters import ServiceFilters, ServiceMapFilters
from analysis.vbg.directory.hooks import case_counters, case_totals
from analysis.vbg.directory.rules import ACTIVE
from analysis.vbg.directory.types import CaseCounts
from config.caller import Caller
from config.errors.problems import invalid
from geo.areas.models import Sector
from geo.facilities.models import VbgService

AREAS = ("region", "secteur", "localite")
BOUNDARIES = ("region__geom", "region__contour", "secteur__geom", "secteur__contour")


def filter_services(query: dict[str, Any]) -> QuerySet[VbgService]:
    """Return services under the filters of the list, by name, with their areas."""
    rows: QuerySet[VbgService] = VbgService.objects.select_related(*AREAS).defer(*BOUNDARIES)
    return ServiceFilters.filter_rows(rows, query).order_by("nom", "id")


def count_cases(user: Caller, services: Iterable[UUID]) -> dict[UUID, CaseCounts]:
    """Return the counts of cases of each service; all None while no feature counts them."""
    ids = list(services)
    counts = dict.fromkeys(ids, CaseCounts())
    for count in case_counters.values():
        counts |= count(user, ids)
    return counts


def attach_cases(rows: list[Any], user: Caller) -> list[Any]:
    """Set `cas` (a `CaseCounts`) of each service."""
    counts = count_cases(user, [row.id for row in rows])
    for row in rows:
        row.cas = counts[row.id]
    return rows


def compute_overview(user: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers of visible services, the sectors with an active one, and the totals of cases.

    Raises VALIDATION_ERROR when the last day is before the first.
    """
    regions, first, last = query.get("region"), query.get("dateDebut"), query.get("dateFin")
    if first and last and last < first:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    rows = ServiceMapFilters.filter_rows(VbgService.objects.visible_to(user), {"region": regions}).order_by()
    active = Q(statut__in=(ACTIVE, ""))
    numbers = rows.aggregate(
        total=Count("id"), active=Count("id", filter=active), sectors=Count("secteur", filter=active, distinct=True)
    )
    sectors = ServiceMapFilters.filter_rows(Sector.objects.visible_to(user), {"region": regions}).count()
    by_region = rows.values_list("region_id", "region__nom").annotate(total=Count("id")).order_by("region__nom")
    cases = CaseCounts()
    for count in case_totals.values():
        cases = count(user, regions, first, last)
    return {
        "totalServices": numbers["total"],
        "servicesActifs": numbers["active"],
        "servicesInactifs": numbers["total"] - numbers["active"],
        "parType": dict(rows.values_list("type").annotate(total=Count("id")).order_by("type")),
        "parRegion": [
            {"region": {"id": region, "nom": name} if region else None, "total": total}
            for region, name, total in by_region
        ],
        "totalCasPrisEnCharge": cases.cas_pris_en_charge,
        "totalCasEnCours": cases.cas_en_cours,
        "totalCasResolus": cases.cas_resolus,
        "masque": cases.is_masked,
        "couvertureGeographique": {
            "secteursCouvertes": numbers["sectors"],
            "secteursTotal": sectors,
            "pourcentage": round(100 * numbers["sectors"] / sectors, 2) if sectors else 0.0,
        },
    }


def list_map_features(user: Caller, query: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the visible services with a position as GeoJSON features."""
    rows = ServiceMapFilters.filter_rows(VbgService.objects.visible_to(user).filter(geom__isnull=False), query)
    services = list(rows.only("id", "nom", "type", "statut", "geom").order_by("id"))
    counts = count_cases(user, [row.id for row in services])
    return [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [row.geom.x, row.geom.y]},
            "properties": {
                "id": row.id,
                "nom": row.nom,
                "typeService": row.type,
                "statut": row.statut or ACTIVE,
                "nombreCas": counts[row.id].cas_pris_en_charge,
                "masque": counts[row.id].cas_pris_en_charge is None,
            },
        }
        for row in services
    ]
