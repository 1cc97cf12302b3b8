"""Find the rows that a plan is about: in the caller's scope, under its filters, areas, distances and days."""

import math
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.contrib.gis.db.models.functions import PointOnSurface
from django.contrib.gis.geos import Point
from django.db.models import (
    BooleanField,
    Exists,
    Expression,
    ExpressionWrapper,
    F,
    FloatField,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
)
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils import timezone

from analysis.assistant import rules
from analysis.assistant.rows.types import Source
from analysis.assistant.types import Circle, MemberCount, Place, Plan, ServiceDistance
from analysis.proximity.api import SERVICE_KINDS, ServiceChoice, filter_chosen, filter_reachable
from config.caller import ALL_REGIONS, Caller, Scope
from config.days import find_last_moment, find_midnight
from geo.areas.models import Locality, Region, Sector
from geo.facilities.models import (
    HealthAgent,
    HealthService,
    LocalActor,
    PoliceStation,
    School,
    VbgService,
    WaterPoint,
)
from geo.layers.api import build_box_condition
from registry.households.models import Household
from transfers.beneficiaries.models import HOLDS_PLACE, Beneficiary
from transfers.complaints.models import OPEN_STATUSES, Complaint
from transfers.complaints.teams.models import Category

METRES_PER_DEGREE: Final = 111_000.0
AREAS: Final[dict[str, Any]] = {"region": Region, "secteur": Sector, "localite": Locality}
SOURCES: Final[dict[str, Source]] = {
    "menages": Source(Household, "code_menage", moment="date_collecte", household=""),
    "beneficiaires": Source(
        Beneficiary,
        "code",
        region="menage__region_id",
        secteur="menage__secteur_id",
        localite="menage__localite_id",
        point="menage__geom",
        moment="date_enrolement",
        household="menage__",
    ),
    "plaintes": Source(Complaint, "reference", point="localite__geom", moment="date_creation"),
    **{
        name: Source(model, "nom", geography="geog")
        for name, model in (
            ("ecoles", School),
            ("services_sante", HealthService),
            ("points_eau", WaterPoint),
            ("polices_judiciaires", PoliceStation),
            ("services_vbg", VbgService),
            ("asc", HealthAgent),
            ("acteurs_locaux", LocalActor),
        )
    },
    "localites": Source(Locality, "nom", region="secteur__region_id", localite="id"),
    "secteurs": Source(Sector, "nom", secteur="id", localite=None, point=None),
    "regions": Source(Region, "nom", region="id", secteur=None, localite=None, point=None),
}
DWELLING_COLUMNS: Final = {
    "sourceEau": "logement__source_eau",
    "toilette": "logement__type_toilette",
    "eclairage": "logement__source_eclairage",
    "sol": "logement__materiau_sol",
    "mur": "logement__materiau_mur",
    "toit": "logement__materiau_toit",
    "combustible": "logement__combustible_cuisine",
}
HOUSEHOLD_LOOKUPS: Final = {
    **{name: f"{column}__in" for name, column in DWELLING_COLUMNS.items()},
    "categorie": "categorie_pauvrete__in",
    "milieu": "milieu__in",
    "eligible": "eligible_programme",
    "chef": "chef__sexe__in",
    "tailleMin": "taille_menage__gte",
    "tailleMax": "taille_menage__lte",
    "scoreMin": "score_pmt__gte",
    "scoreMax": "score_pmt__lte",
}
OWN_LOOKUPS: Final = {
    "type": "type__in",
    "pilote": "pilote",
    "fonctionnel": "fonctionnel",
    "maternite": "maternite",
    "urgences24h": "urgences_24h",
    "priorite": "priorite__in",
    "motif": "categorie__in",
    "populationMin": "population__gte",
    "populationMax": "population__lte",
}


class AsGeography(Func):
    """Convert a point to a geography, whose distances are in metres."""

    template = "(%(expressions)s)::geography"
    arity = 1
    output_field = TextField()


class IsWithin(Func):
    """Compare the distance of two geographies with metres."""

    function = "ST_DWithin"
    arity = 3
    output_field = BooleanField()


class MetresBetween(Func):
    """Compute the distance of two geographies in metres, with one decimal."""

    template = "round(ST_Distance(%(expressions)s)::numeric, 1)::float8"
    arity = 2
    output_field = FloatField()


def find_rows(plan: Plan, user: Caller) -> QuerySet[Any]:
    """Return the rows that the figures of a plan are shares of: in the scope, the zones, the circle, the days and `parmi`.

    Complaints about gender-based violence are never among them, as on the map.
    """
    source = SOURCES[plan.sujet]
    rows: QuerySet[Any] = source.model._default_manager.visible_to(user).order_by()
    if plan.sujet == "plaintes":
        rows = rows.exclude(categorie=Category.VBG)
    return rows.filter(_build_whole_condition(plan, user))


def _build_whole_condition(plan: Plan, user: Any) -> Q:
    """Return the condition of the zones, the circle, the days and `parmi` of a plan."""
    source = SOURCES[plan.sujet]
    condition = _build_days_condition(get_moment(plan), plan.du, plan.au)
    if plan.zones and not (plan.genre == rules.COMPARISON and _are_compared(plan)):
        condition &= build_zones_condition(source, plan.zones)
    if plan.autour and plan.genre != rules.NEAREST:
        condition &= _build_circle_condition(source, plan.autour, user)
    if plan.mesure == rules.SHARE and plan.distances and source.point:
        # How far a row without a position is from anything is not known: it is no part of the whole, as in coverage.
        condition &= Q(**{f"{source.point}__isnull": False})
    for name, value in plan.parmi.items():
        condition &= _build_filter(source, plan.sujet, name, value)
    return condition


def build_household_condition(plan: Plan) -> Q:
    """Return the condition that a household, visible to who asks, is one of those that a plan counts."""
    return _build_whole_condition(plan, ALL_REGIONS) & build_condition(plan, ALL_REGIONS)


def _are_compared(plan: Plan) -> bool:
    return plan.niveau is None and plan.dimension is None


def build_zones_condition(source: Source, zones: tuple[Place, ...]) -> Q:
    """Return the condition that a row lies in one of the zones."""
    condition = Q(pk__in=[])
    for zone in zones:
        if lookup := source.get_area(zone.niveau):
            condition |= Q(**{lookup: zone.id})
    return condition


def build_condition(plan: Plan, user: Any) -> Q:
    """Return the condition of the filters and distances of a plan."""
    source = SOURCES[plan.sujet]
    condition = Q()
    for name, value in plan.filtres.items():
        condition &= _build_filter(source, plan.sujet, name, value)
    for distance in plan.distances:
        condition &= _build_distance_condition(source, distance, user)
    for members in plan.membres:
        condition &= _build_members_condition(source, members)
    return condition


def _build_members_condition(source: Source, members: MemberCount) -> Q:
    """Return the condition on the number of members of some kinds together; where one is not known, neither is it."""
    household = source.household or ""
    counts = [F(household + name) for name in members.comptes]
    together: Any = sum(counts[1:], start=ExpressionWrapper(counts[0], output_field=IntegerField()))
    condition = Q()
    if members.min is not None:
        condition &= Q(GreaterThanOrEqual(together, members.min))
    if members.max is not None:
        condition &= Q(LessThanOrEqual(together, members.max))
    return condition


def _build_filter(source: Source, subject: str, name: str, value: Any) -> Q:
    if name == "statut":
        return Q(**{"statut__in" if subject == "plaintes" else "statut_enrolement__in": value})
    if name == "retard":
        late = Q(statut__in=OPEN_STATUSES, suspendue_depuis=None, echeance__lt=timezone.localdate())
        return late if value else ~late
    if name in OWN_LOOKUPS:
        return Q(**{OWN_LOOKUPS[name]: value})
    household = source.household or ""
    if name in HOUSEHOLD_CONDITIONS:
        return HOUSEHOLD_CONDITIONS[name](household, value)
    if name == "avec":
        condition = Q()
        for count in value:
            condition |= Q(**{f"{household}{count}__gt": 0})
        return condition
    if name == "sans":
        return Q(**{f"{household}{count}": 0 for count in value})
    return Q(**{household + HOUSEHOLD_LOOKUPS[name]: value})


def _build_steps_condition(household: str, steps: tuple[str, ...]) -> Q:
    """Return the condition that the collection of a household stands at one of some steps."""
    condition = Q(pk__in=[])
    for step in steps:
        condition |= Q(**{household + column: value for column, value in rules.STEPS_OF_COLLECTION[step].items()})
    return condition


def _build_marital_condition(household: str, codes: tuple[str, ...]) -> Q:
    """Return the condition that the head is recorded with one of the codes, or with the same in words, in any case."""
    condition = Q(pk__in=[])
    for word in {word for code in codes for word in (code, *rules.MARITAL[code])}:
        condition |= Q(**{f"{household}chef__statut_matrimonial__iexact": word})
    return condition


def _build_visit_condition(household: str, value: bool) -> Q:
    return Q(**{f"{household}date_collecte__isnull": not value})


def _build_telephone_condition(household: str, value: bool) -> Q:
    number = f"{household}chef__telephone"
    return Q(**{f"{number}__gt": ""}) if value else Q(**{f"{number}__isnull": True}) | Q(**{number: ""})


def _build_position_condition(household: str, value: bool) -> Q:
    return Q(**{f"{household}geom__isnull": not value})


def _build_enrolment_condition(household: str, value: bool) -> Q:
    """Return the condition on whether a household holds a place in a programme."""
    places = Beneficiary.objects.filter(HOLDS_PLACE, menage=OuterRef(f"{household}pk")).order_by()
    return Q(Exists(places)) if value else ~Q(Exists(places))


HOUSEHOLD_CONDITIONS: Final[dict[str, Callable[[str, Any], Q]]] = {
    "enquete": _build_visit_condition,
    "etape": _build_steps_condition,
    "matrimonial": _build_marital_condition,
    "telephone": _build_telephone_condition,
    "inscrit": _build_enrolment_condition,
    "position": _build_position_condition,
}


def _build_distance_condition(source: Source, distance: ServiceDistance, user: Any) -> Q:
    """Return the condition on the distance to the nearest service; rows without a position never fulfil it.

    For households and any service of a kind the stored distances answer; else the services within the distance are
    looked for by their spatial index.
    """
    placed = Q(**{f"{source.point}__isnull": False})
    if source.household is not None and distance.type is None and not distance.en_service:
        column = f"{source.household}proches__{SERVICE_KINDS[distance.service].column}_metres"
        near = Q(**{f"{column}__lte": distance.metres})
        far = Q(**{f"{column}__gt": distance.metres}) | Q(**{f"{column}__isnull": True})
        return placed & (near if distance.sens == rules.LESS else far)
    services = filter_reachable(SERVICE_KINDS[distance.service], user).filter(geom__isnull=False)
    choice = ServiceChoice(() if distance.type is None else (distance.type,), distance.en_service)
    services = filter_chosen(services, SERVICE_KINDS[distance.service], choice)
    here = OuterRef(source.geography) if source.geography else AsGeography(OuterRef(source.point or ""))
    found = Exists(services.filter(IsWithin(F("geog"), here, Value(distance.metres))).order_by())
    return placed & (Q(found) if distance.sens == rules.LESS else ~Q(found))


def find_centre(place: Place, user: Scope) -> Point | None:
    """Return the point of a locality, or one inside another area; None when it is not known."""
    rows = AREAS[place.niveau].objects.visible_to(user).filter(id=place.id)
    shape = F("geom") if place.niveau == "localite" else PointOnSurface("contour")
    point: Point | None = rows.annotate(centre=shape).values_list("centre", flat=True).first()
    return point


def _build_circle_condition(source: Source, circle: Circle, user: Scope) -> Any:
    """Return the condition that a row lies in a circle: by the index on its point, then by the distance in metres."""
    centre = find_centre(circle.place, user)
    if centre is None or circle.rayon is None or source.point is None:
        return Q(pk__in=[])
    height = circle.rayon / METRES_PER_DEGREE
    width = height / max(math.cos(math.radians(centre.y)), 0.01)
    box = (centre.x - width, centre.y - height, centre.x + width, centre.y + height)
    inside = IsWithin(build_geography(source), build_centre(centre), Value(circle.rayon))
    return build_box_condition(source.point, box) & Q(inside)


def build_geography(source: Source) -> Expression | F:
    """Return the expression of a row's position in metres."""
    return F(source.geography) if source.geography else AsGeography(F(source.point or ""))


def build_centre(centre: Point) -> Expression:
    """Return the expression of a point in metres."""
    return AsGeography(Value(f"SRID=4326;POINT({centre.x!r} {centre.y!r})"))


def get_moment(plan: Plan) -> str | None:
    """Return the lookup of the date of which the days of a plan are: of resolved complaints that of their resolution."""
    if plan.sujet == "plaintes" and rules.is_about_resolution(plan):
        return "date_resolution"
    return SOURCES[plan.sujet].moment


def _build_days_condition(moment: str | None, first: date | None, last: date | None) -> Q:
    condition = Q()
    if first:
        condition &= Q(**{f"{moment}__gte": find_midnight(first)})
    if last:
        condition &= Q(**{f"{moment}__lte": find_last_moment(last)})
    return condition
