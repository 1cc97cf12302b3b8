"""Compute the summaries of the map. Counts of households come from the tallies, which are exact and small."""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import orjson
from django.conf import settings
from django.contrib.gis.db.models.functions import AsGeoJSON, PointOnSurface
from django.db.models import Avg, Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from analysis.dashboards.models import DailyTotal, Subject
from analysis.map_summaries.filters import (
    ComplaintStatisticsFilters,
    DailyPaymentFilters,
    LayerCountFilters,
    PaymentStatisticsFilters,
    SchoolStatisticsFilters,
    SectorStatisticsFilters,
)
from analysis.map_summaries.types import (
    ComplaintCounts,
    HouseholdCounts,
    LocalityDistances,
    PaymentCounts,
    SchoolLevel,
)
from analysis.proximity.models import NearestService
from config.caller import Caller
from config.sql import Queries
from geo.areas.api import list_named_areas
from geo.areas.models import Locality, Region, Sector
from geo.facilities.models import School
from geo.layers.api import compile_select, compute_extent, count_layer_rows, map_layers
from registry.households.models import Household
from registry.households.tally.models import HouseholdTally
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import OPEN_STATUSES, Complaint
from transfers.complaints.teams.models import Category
from transfers.payments.models import Payment, PaymentStatus

SQL = Queries(__file__, "map_summaries.sql")
SCREEN_WIDTH = 800
TILE_WIDTH = 512
# Of a degree: 100 m, less than the outlines were simplified by.
OUTLINE_DIGITS = 3
# By name of a counter in the response: the layer that it counts, and the filters it applies.
COUNTERS: dict[str, tuple[str, dict[str, Any]]] = {
    "beneficiaires": ("beneficiaires", {}),
    "plaintes": ("plaintes", {}),
    "asc": ("asc", {}),
    "pointsFocaux": ("acteurs_locaux", {"type": "point_focal"}),
    "chefsVillage": ("acteurs_locaux", {"type": "chef_village"}),
    "ecoles": ("ecoles", {}),
    "ecolesPilote": ("ecoles", {"pilote": True}),
    "tabancas": ("localites", {"type": Locality.Type.VILLAGE}),
    "servicesSante": ("services_sante", {}),
    "policesJudiciaires": ("polices_judiciaires", {}),
    "servicesVBG": ("services_vbg", {}),
    "pointsEau": ("points_eau", {}),
}


def _compute_ratio(part: Any, whole: Any, digits: int = 2, scale: int = 1) -> float | None:
    return round(float(part) * scale / float(whole), digits) if whole else None


def count_households_by(level: str, rows: QuerySet[Any]) -> defaultdict[UUID, HouseholdCounts]:
    """Return the counts of households in the tally `rows` by id of the `region` or `secteur`."""
    sums = rows.values_list(f"{level}_id").annotate(
        total=Sum("n"),
        eligible=Sum("n", filter=Q(eligible_programme=True)),
        scored=Sum("avec_pmt"),
        score_sum=Sum("somme_pmt"),
    )
    counts = defaultdict(HouseholdCounts)
    for area, total, eligible, scored, score_sum in sums:
        counts[area] = HouseholdCounts(int(total), int(eligible or 0), _compute_ratio(score_sum, scored))
    return counts


def list_region_outlines(user: Caller) -> list[dict[str, Any]]:
    """Return the simplified outlines of the visible regions as GeoJSON geometries. One query."""
    rows = Region.objects.visible_to(user).filter(contour__isnull=False).order_by("nom", "id")
    outlines = rows.values_list("id", "nom", AsGeoJSON("contour", precision=OUTLINE_DIGITS))
    return [{"id": key, "nom": name, "geometry": orjson.loads(outline)} for key, name, outline in outlines]


def list_region_statistics(user: Caller) -> list[dict[str, Any]]:
    """Return one row per visible region, including those without households. Two queries."""
    counts = count_households_by("region", HouseholdTally.objects.visible_to(user))
    regions = Region.objects.visible_to(user).values_list("id", "nom")
    return [{"id": key, "nom": name, **counts[key].as_statistics()} for key, name in regions]


def list_sector_statistics(user: Caller, query: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return one row per visible secteur under the filter region. Two queries.

    `concentrationRate` is the share of eligible households in percent. The centre lies on the secteur's land: the mean of
    several islands is in the sea.
    """
    sectors = SectorStatisticsFilters.filter_rows(Sector.objects.visible_to(user), query)
    tally = SectorStatisticsFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
    counts = count_households_by("secteur", tally)
    # Grouped rows come in no order of their own: they would move when the planner does.
    grouped = sectors.annotate(centre=PointOnSurface("contour"), localities=Count("localites")).order_by("nom", "id")
    rows = grouped.values_list("id", "nom", "code", "region__nom", "localities", "centre")
    return [
        {
            "id": key,
            "nom": name,
            "code": code,
            "region": region,
            "localitesCount": localities,
            **counts[key].as_statistics(),
            "concentrationRate": _compute_ratio(counts[key].eligible, counts[key].total, scale=100),
            "centerLatitude": round(centre.y, 6) if centre else None,
            "centerLongitude": round(centre.x, 6) if centre else None,
        }
        for key, name, code, region, localities, centre in rows
    ]


def _count_complaints_by(level: str, user: Caller, query: Mapping[str, Any]) -> dict[UUID | None, ComplaintCounts]:
    """Return the counts of complaints by id of the `region` or `secteur`, None for those in no such area: one query.

    Those about violence are counted for nobody, so that no difference of two answers tells of one.
    """
    is_open = Q(statut__in=OPEN_STATUSES)
    is_late = is_open & Q(suspendue_depuis=None, echeance__lt=timezone.localdate())
    rows = Complaint.objects.visible_to(user).exclude(categorie=Category.VBG).order_by()
    sums = ComplaintStatisticsFilters.filter_rows(rows, query).values_list(f"{level}_id")
    counted = sums.annotate(total=Count("*"), open=Count("pk", filter=is_open), late=Count("pk", filter=is_late))
    return {area: ComplaintCounts(*counts) for area, *counts in counted}


def list_complaint_statistics(user: Caller, query: Mapping[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """Return one row per visible region or secteur (`niveau`), and the number of complaints that lie in none.

    Rates are per 1,000 households, beneficiaries and inhabitants of the area; the first two numbers are null without the
    permission to read them. At most four queries.
    """
    level = query["niveau"]
    complaints = _count_complaints_by(level, user, query)
    households = _count_homes_by(level, user, query)
    people = _count_beneficiaries_by(level, user, query) if user.holds("transferts.lire") else None
    rows = []
    for area in list_named_areas(user, level, query.get("region")):
        counts = complaints.get(area["id"], ComplaintCounts())
        homes = None if households is None else households[area["id"]].total
        enrolled = None if people is None else people.get(area["id"], 0)
        rows.append(
            area
            | {
                "plaintes": counts.total,
                "ouvertes": counts.open,
                "enRetard": counts.late,
                "menages": homes,
                "beneficiaires": enrolled,
                "tauxMenages": _compute_ratio(counts.total, homes, digits=1, scale=1000),
                "tauxBeneficiaires": _compute_ratio(counts.total, enrolled, digits=1, scale=1000),
                "tauxHabitants": _compute_ratio(counts.total, area["population"], digits=1, scale=1000),
            }
        )
    return rows, complaints.get(None, ComplaintCounts()).total


def _count_homes_by(level: str, user: Caller, query: Mapping[str, Any]) -> defaultdict[UUID, HouseholdCounts] | None:
    """Return the counts of households by id of the area; None without the permission to read them."""
    if not user.holds("registre.lire"):
        return None
    tally = SectorStatisticsFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
    return count_households_by(level, tally)


def _count_beneficiaries_by(level: str, user: Caller, query: Mapping[str, Any]) -> dict[UUID | None, int]:
    """Return the number of beneficiaries, whatever their status, by id of the area of their household: one query."""
    rows = Beneficiary.objects.visible_to(user).order_by()
    if query.get("region"):
        rows = rows.filter(menage__region_id__in=query["region"])
    return dict(rows.values_list(f"menage__{level}_id").annotate(n=Count("*")))


def _count_payments_by(level: str, user: Caller, query: Mapping[str, Any]) -> dict[UUID | None, PaymentCounts]:
    """Return the executed payments by id of the `region` or `secteur`, None for those in no such area: one query.

    Regions are read from the sums by day, which know no secteur.
    """
    paid, failed = Q(statut=PaymentStatus.REUSSI), Q(statut=PaymentStatus.ECHOUE)
    sums: QuerySet[Any, Any]
    if level == "region":
        totals = DailyTotal.objects.visible_to(user).filter(sujet=Subject.PAIEMENT)
        sums = DailyPaymentFilters.filter_rows(totals, query).order_by().values_list("region_id")
        sums = sums.annotate(
            n=Sum("nombre", filter=paid), failed=Sum("nombre", filter=failed), amount=Sum("montant", filter=paid)
        )
    else:
        executed = Payment.objects.visible_to(user).filter(date_execution__isnull=False)
        received = Coalesce("montant_recu", "montant")
        sums = PaymentStatisticsFilters.filter_rows(executed, query).order_by().values_list("secteur_id")
        sums = sums.annotate(
            n=Count("pk", filter=paid), failed=Count("pk", filter=failed), amount=Sum(received, filter=paid)
        )
    return {area: PaymentCounts(*(int(value or 0) for value in values)) for area, *values in sums}


def list_payment_statistics(user: Caller, query: Mapping[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """Return one row per visible region or secteur (`niveau`), and the number of paid payments that lie in none.

    Payments lie where their household lived; the households and beneficiaries beside them are those of now. At most
    four queries.
    """
    level = query["niveau"]
    payments = _count_payments_by(level, user, query)
    households = _count_homes_by(level, user, query)
    people = _count_beneficiaries_by(level, user, query)
    rows = []
    for area in list_named_areas(user, level, query.get("region")):
        counts = payments.get(area["id"], PaymentCounts())
        homes = None if households is None else households[area["id"]].total
        enrolled = people.get(area["id"], 0)
        rows.append(
            area
            | {
                "paiements": counts.paid,
                "echecs": counts.failed,
                "montant": counts.amount,
                "menages": homes,
                "beneficiaires": enrolled,
                "montantParMenage": _compute_ratio(counts.amount, homes),
                "montantParBeneficiaire": _compute_ratio(counts.amount, enrolled),
                "montantParHabitant": _compute_ratio(counts.amount, area["population"]),
            }
        )
    return rows, payments.get(None, PaymentCounts()).paid


def _list_localities_by_sector(user: Caller) -> dict[UUID, list[dict[str, Any]]]:
    """Return the localities by id of their secteur, as in the response of `build_hierarchy`. Two queries."""
    inside = Household.objects.visible_to(user).filter(localite__isnull=False).order_by()
    counts = dict(inside.values_list("localite").annotate(count=Count("*")))
    columns = {name: F(name) for name in ("id", "nom", "secteur_id", "population")}
    select = compile_select(Locality.objects.visible_to(user).order_by(), columns, "geom")
    localities = SQL.fetch_objects(LocalityDistances, "localities", select.params, rows=select.sql)
    sectors = defaultdict(list)
    for locality in sorted(localities, key=lambda locality: locality.nom):
        sectors[locality.secteur_id].append(
            {
                "id": locality.id,
                "nom": locality.nom,
                "nbMenages": counts.get(locality.id, 0),
                "population": locality.population,
                "latitude": locality.latitude,
                "longitude": locality.longitude,
                "distanceEcoleEI": locality.ecole,
                "distancePointEau": locality.eau,
                "distanceServiceSante": locality.sante,
            }
        )
    return sectors


def _compute_population(own: int | None, below: list[dict[str, Any]]) -> int | None:
    """Return an area's own population; without one, the sum of the known populations below it, or None."""
    known = [row["population"] for row in below if row["population"] is not None]
    return own if own is not None else sum(known) if known else None


def build_hierarchy(user: Caller) -> list[dict[str, Any]]:
    """Return regions with totals, their secteurs and localities. Six queries; distances are in metres."""
    localities = _list_localities_by_sector(user)
    tally = HouseholdTally.objects.visible_to(user)
    in_sector, in_region = count_households_by("secteur", tally), count_households_by("region", tally)
    sectors = defaultdict(list)
    for key, name, population, region in Sector.objects.visible_to(user).values_list(
        "id", "nom", "population", "region_id"
    ):
        below = localities.get(key, [])
        total = in_sector[key].total
        sectors[region].append(
            {
                "id": key,
                "nom": name,
                "nbMenages": total,
                "population": _compute_population(population, below),
                "localites": below,
            }
        )
    return [
        {
            "id": key,
            "nom": name,
            "nbMenages": in_region[key].total,
            "population": _compute_population(population, sectors[key]),
            "secteurs": sectors[key],
        }
        for key, name, population in Region.objects.visible_to(user).values_list("id", "nom", "population")
    ]


def count_layer_features(user: Caller, area: Mapping[str, Any]) -> dict[str, int]:
    """Count the visible features of each layer within `area`: 0 for a layer that is not registered or not permitted.

    `menages` counts households with a position, `menagesRegistered` all households, `menagesLocalites` the localities
    with at least one household.
    """
    tally = LayerCountFilters.filter_rows(HouseholdTally.objects.visible_to(user), area).aggregate(
        placed=Sum("n", filter=Q(avec_position=True)), every=Sum("n")
    )
    settled = Household.objects.visible_to(user).filter(localite__isnull=False)
    inhabited = LayerCountFilters.filter_rows(settled, area).order_by()
    found = {
        "menages": int(tally["placed"] or 0),
        "menagesRegistered": int(tally["every"] or 0),
        "menagesLocalites": inhabited.values("localite").distinct().count(),
    }
    for name, (layer_name, values) in COUNTERS.items():
        layer = map_layers.get(layer_name)
        allowed = layer is not None and user.holds(layer.permission)
        found[name] = count_layer_rows(layer, user, {**values, **area}) if layer and allowed else 0
    return found


def compute_school_statistics(user: Caller, query: Mapping[str, Any]) -> dict[str, Any]:
    """Count schools under the filters region and secteur.

    `distanceMoyenne` is the mean distance in metres from a household to its nearest school, `menagesParEcole` the
    number of households in the same areas divided by the number of schools.
    """
    schools = SchoolStatisticsFilters.filter_rows(School.objects.visible_to(user), query)
    total, pilots = schools.aggregate(total=Count("pk"), pilots=Count("pk", filter=Q(pilote=True))).values()
    types = schools.order_by("type").values_list("type").annotate(Count("pk"))
    placed = schools.filter(region__isnull=False).order_by("region__nom")
    regions = placed.values_list("region_id", "region__nom").annotate(
        total=Count("pk"), pilots=Count("pk", filter=Q(pilote=True))
    )
    select = compile_select(schools.order_by(), {"niveaux": F("niveaux_enseignes")})
    levels = SQL.fetch_objects(SchoolLevel, "school_levels", select.params, rows=select.sql)
    tally = SchoolStatisticsFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
    households = tally.aggregate(all=Sum("n"))["all"] or 0
    nearest = SchoolStatisticsFilters.filter_rows(NearestService.objects.visible_to(user), query)
    distance = nearest.aggregate(mean=Avg("ecole_metres"))["mean"]
    return {
        "total": total,
        "pilotes": pilots,
        "parType": {kind or "inconnu": count for kind, count in types},
        "parRegion": [
            {"id": region_id, "nom": name, "total": count, "pilotes": pilot_count}
            for region_id, name, count, pilot_count in regions
        ],
        "parNiveau": {level.niveau: level.total for level in levels},
        "menagesParEcole": _compute_ratio(households, total, 1),
        "distanceMoyenne": None if distance is None else round(distance, 1),
    }


def _sees_all_regions(user: Caller) -> bool:
    """Return whether `user` sees the whole country: without a limit, or limited to every region there is."""
    return user.region_ids is None or not Region.objects.exclude(id__in=user.region_ids).exists()


def build_map_settings(user: Caller, address: str) -> dict[str, Any]:
    """Return where the map opens, and its base layers.

    These are the project's own boundaries, served under `address`, then those of MAP_TILE_LAYERS.
    """
    west, south, east, north = compute_extent(user)
    zoom = math.log2(360 / max(east - west, 0.01) * SCREEN_WIDTH / TILE_WIDTH)
    own = [
        {
            "name": str(map_layers[name].title),
            "url": f"{address}/api/carte/tuiles/{name}/{{z}}/{{x}}/{{y}}.mvt",
            "attribution": "Tabanca",
        }
        for name in ("regions", "secteurs")
    ]
    return {
        "center": {"lat": round((south + north) / 2, 6), "lng": round((west + east) / 2, 6)},
        "zoom": max(1, min(round(zoom, 1), 16)),
        "bounds": {"north": north, "south": south, "east": east, "west": west},
        "tileLayers": [*own, *settings.MAP_TILE_LAYERS],
        "toutesRegions": _sees_all_regions(user),
    }
