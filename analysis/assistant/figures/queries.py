"""Compute the figures and rows of plans. Each plan costs a fixed number of queries, whatever its rows."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.db.models import Avg, Count, Expression, ExpressionWrapper, F, FloatField, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast, NullIf, TruncMonth, TruncQuarter, TruncWeek, TruncYear

from analysis.assistant import rules
from analysis.assistant.figures.maps.queries import build_area_features, find_areas, list_cells, list_rows
from analysis.assistant.figures.rules import list_steps
from analysis.assistant.figures.types import Findings
from analysis.assistant.rows.queries import (
    AREAS,
    DWELLING_COLUMNS,
    SOURCES,
    build_condition,
    build_zones_condition,
    find_rows,
    get_moment,
)
from analysis.assistant.types import Place, Plan
from analysis.proximity.api import SERVICE_KINDS
from config.caller import Caller

STEPS: Final[dict[str, Any]] = {
    "semaine": TruncWeek,
    "mois": TruncMonth,
    "trimestre": TruncQuarter,
    "annee": TruncYear,
}
MAX_STEPS: Final = 600
LEVEL_BELOW: Final = {"region": "secteur", "secteur": "localite", "localite": "localite"}
DIMENSIONS: Final = {
    "categorie": "categorie_pauvrete",
    "milieu": "milieu",
    "eligible": "eligible_programme",
    "chef": "chef__sexe",
    "motif": "categorie",
    **DWELLING_COLUMNS,
}


def find_answer(plan: Plan, user: Caller) -> Findings:
    """Run a plan in the scope of `user`."""
    return RUNNERS[plan.genre](plan, user)


def _build_figure(plan: Plan, condition: Q, where: Q) -> Expression | Count | Avg | Sum:
    """Return the expression of a plan's figure over the rows of `find_rows` that lie in `where`."""
    fits = condition & where
    household = SOURCES[plan.sujet].household or ""
    if plan.mesure == rules.NUMBER:
        return Count("pk", filter=fits)
    if plan.mesure == rules.SHARE:
        return _build_share(Count("pk", filter=fits), Count("pk", filter=where))
    if plan.mesure == rules.DISTANCE:
        column = SERVICE_KINDS[plan.services[0]].column
        return Avg(f"{household}proches__{column}_metres", filter=fits)
    if plan.mesure == rules.RATE:
        rates = [_build_rate(name, plan.rayon or 0, fits) for name in plan.services]
        total = sum(rates[1:], start=rates[0])
        return ExpressionWrapper(total / Value(float(len(rates))), output_field=FloatField())
    if plan.mesure in (rules.SCORE, rules.SIZE):
        column = {rules.SCORE: "score_pmt", rules.SIZE: "taille_menage"}[plan.mesure]
        return Cast(Avg(household + column, filter=fits), FloatField())
    column = "taille_menage" if plan.mesure == rules.PERSONS else plan.mesure
    return Sum(household + column, filter=fits)


def _build_share(part: Expression, whole: Expression) -> Expression:
    share = Value(100.0) * Cast(part, FloatField()) / NullIf(Cast(whole, FloatField()), Value(0.0))
    return ExpressionWrapper(share, output_field=FloatField())


def _build_rate(service: str, radius: float, where: Q) -> Expression:
    """Return the share of the households with a position that have a service within the radius, in percent."""
    column = f"proches__{SERVICE_KINDS[service].column}_metres"
    placed = where & Q(proches__isnull=False)
    return _build_share(Count("pk", filter=placed & Q(**{f"{column}__lte": radius})), Count("pk", filter=placed))


def _round(value: Any) -> float | int | None:
    return value if value is None or isinstance(value, int) else round(float(value), 2)


def _count(plan: Plan, user: Caller) -> Findings:
    if plan.sujet == "population":
        return _count_population(plan, user)
    if plan.mesure == rules.MEAN:
        return _average(plan, user)
    condition, source = build_condition(plan, user), SOURCES[plan.sujet]
    wanted = {f"z{index}": build_zones_condition(source, (zone,)) for index, zone in enumerate(plan.zones)}
    figures = {name: _build_figure(plan, condition, where) for name, where in wanted.items()}
    found = find_rows(plan, user).aggregate(
        tout=_build_figure(plan, condition, Q()),
        lignes=Count("pk", filter=condition),
        ensemble=Count("pk"),
        **figures,
        **_build_rejected(plan, condition),
    )
    rows = [_build_area_row(zone, found[f"z{index}"]) for index, zone in enumerate(plan.zones)]
    total = int(found["lignes"])
    figure = _round(found["tout"])
    if figure is None and plan.mesure not in (rules.SHARE, rules.SCORE, rules.SIZE, rules.DISTANCE):
        figure = 0
    shown = rows or [{"valeur": figure}]
    features = build_area_features(rows, user) + _locate_counted(plan, total, user)
    return Findings(figure, shown, total, features, found["ensemble"], found.get("rejetes", 0))


def _locate_counted(plan: Plan, total: int, user: Caller) -> list[dict[str, Any]]:
    """Return the counted services as features, all or none: who counts them wants to see where they are."""
    if plan.sujet not in rules.FACILITIES or plan.mesure != rules.NUMBER or not 0 < total <= rules.MAX_LIMIT:
        return []
    rows = find_rows(plan, user).filter(build_condition(plan, user))
    return list_rows(replace(plan, genre=rules.LIST, limite=rules.MAX_LIMIT), rows, user)[1]


def _build_rejected(plan: Plan, condition: Q) -> dict[str, Count]:
    """Return the count of rejected households; who asks for a step of the collection knows which there are."""
    if plan.sujet != "menages" or "etape" in plan.filtres:
        return {}
    return {"rejetes": Count("pk", filter=condition & Q(**rules.STEPS_OF_COLLECTION["rejete"]))}


def _average(plan: Plan, user: Caller) -> Findings:
    """Return the mean number of rows by area of the level, over all visible areas in the zones, empty ones too."""
    rows = _figure_by_area(replace(plan, mesure=rules.NUMBER), plan.niveau or "region", user)
    total = sum(row["valeur"] for row in rows)
    figure = _round(total / len(rows)) if rows else None
    return Findings(figure, rows, total, build_area_features(rows, user), len(rows))


def _build_area_row(place: Place, value: Any) -> dict[str, Any]:
    return {"id": place.id, "nom": place.nom, "niveau": place.niveau, "valeur": _round(value)}


def _count_population(plan: Plan, user: Caller) -> Findings:
    """Sum the recorded populations of the zones; without any zone those of the regions."""
    zones = plan.zones or find_areas("region", (), user)
    ids = {level: [zone.id for zone in zones if zone.niveau == level] for level in AREAS}
    known: dict[Any, int | None] = {}
    for level, wanted in ids.items():
        if wanted:
            known |= dict(AREAS[level].objects.visible_to(user).filter(id__in=wanted).values_list("id", "population"))
    rows = [_build_area_row(zone, known.get(zone.id)) for zone in zones]
    found = [row["valeur"] for row in rows if row["valeur"] is not None]
    return Findings(sum(found) if found else None, rows, len(rows), build_area_features(rows, user))


def _figure_by_area(plan: Plan, level: str, user: Caller) -> list[dict[str, Any]]:
    """Return a row for every area of a level in the zones, those without rows too."""
    areas = find_areas(level, plan.zones, user)
    if plan.sujet == "population":
        found = dict(AREAS[level].objects.visible_to(user).values_list("id", "population"))
    else:
        lookup = SOURCES[plan.sujet].get_area(level) or "pk"
        figure = _build_figure(plan, build_condition(plan, user), Q())
        found = dict(find_rows(plan, user).values_list(lookup).annotate(valeur=figure))
    empty = 0 if plan.mesure == rules.NUMBER and plan.sujet != "population" else None
    return [_build_area_row(area, found.get(area.id, empty)) for area in areas]


def _rank(plan: Plan, user: Caller) -> Findings:
    rows = [row for row in _figure_by_area(plan, plan.niveau or "region", user) if row["valeur"] is not None]
    turn = -1 if plan.ordre == rules.HIGH else 1
    rows.sort(key=lambda row: (turn * row["valeur"], row["nom"]))
    shown = [row | {"rang": rank} for rank, row in enumerate(rows[: plan.limite or rules.DEFAULT_RANKS], start=1)]
    return Findings(None, shown, len(rows), build_area_features(shown, user))


def _compare(plan: Plan, user: Caller) -> Findings:
    if plan.dimension:
        return _compare_values(plan, user)
    rows = _figure_by_area(plan, plan.niveau, user) if plan.niveau else _count(plan, user).rows
    return Findings(None, rows, len(rows), build_area_features(rows, user))


def _compare_values(plan: Plan, user: Caller) -> Findings:
    """Return a row for each value of the dimension; a share is of the rows of each value."""
    household = SOURCES[plan.sujet].household or ""
    name = plan.dimension or ""
    if name == "statut":
        lookup = "statut" if plan.sujet == "plaintes" else "statut_enrolement"
    else:
        is_own = plan.sujet == "plaintes" or name not in DIMENSIONS
        lookup = DIMENSIONS.get(name, name) if is_own else household + DIMENSIONS[name]
    figure = _build_figure(plan, build_condition(plan, user), Q())
    found = find_rows(plan, user).values_list(lookup).annotate(valeur=figure).order_by(lookup)
    kept = plan.filtres.get(name)
    rows = [
        {"code": code, "valeur": _round(value)}
        for code, value in found
        if (kept is None or code in kept) and (value or plan.mesure != rules.NUMBER)
    ]
    return Findings(None, rows, len(rows))


def _cover(plan: Plan, user: Caller) -> Findings:
    """Return the share of households with a service within the radius: of all, and by area."""
    level = plan.niveau or LEVEL_BELOW[plan.zones[0].niveau] if plan.zones or plan.niveau else "region"
    service = plan.services[0]
    column = f"proches__{SERVICE_KINDS[service].column}_metres"
    households = find_rows(plan, user).filter(build_condition(plan, user), proches__isnull=False)
    figures = {
        "menages": Count("pk"),
        "couverts": Count("pk", filter=Q(**{f"{column}__lte": plan.rayon})),
        "distanceMoyenne": Avg(column),
    }
    by_area = {area: figures_of for area, *figures_of in households.values_list(f"{level}_id").annotate(**figures)}
    rows = []
    for area in find_areas(level, plan.zones, user):
        count, covered, distance = by_area.get(area.id, (0, 0, None))
        row = _build_area_row(area, 100 * covered / count if count else None)
        rows.append(row | {"menages": count, "couverts": covered, "distanceMoyenne": _round(distance)})
    whole = sum(count for count, _, _ in by_area.values())
    covered = sum(covered for _, covered, _ in by_area.values())
    return Findings(_round(100 * covered / whole) if whole else None, rows, whole, build_area_features(rows, user))


def _follow(plan: Plan, user: Caller) -> Findings:
    """Return the number of rows by step of time, with zeros for the steps without any."""
    moment = get_moment(plan) or ""
    step = STEPS[plan.pas or "mois"](moment)
    rows = find_rows(plan, user).filter(build_condition(plan, user), **{f"{moment}__isnull": False})
    found = {
        start.date(): count
        for start, count in rows.annotate(debut=step).values_list("debut").annotate(valeur=Count("pk"))
    }
    steps = list(list_steps(min(found), max(found), plan.pas or "mois"))[-MAX_STEPS:] if found else []
    shown = [{"periode": day, "valeur": found.get(day, 0)} for day in steps]
    return Findings(sum(found.values()), shown, sum(found.values()))


def _locate(plan: Plan, user: Caller) -> Findings:
    rows: QuerySet[Any] = find_rows(plan, user).filter(build_condition(plan, user))
    shown, features = list_rows(plan, rows, user)
    total = rows.count() if plan.genre == rules.LIST else len(shown)
    return Findings(total if plan.genre == rules.LIST else None, shown, total, features)


def _spread(plan: Plan, user: Caller) -> Findings:
    source = SOURCES[plan.sujet]
    rows = find_rows(plan, user).filter(build_condition(plan, user), **{f"{source.point}__isnull": False})
    if source.point and source.point != "geom":
        rows = rows.annotate(geom=F(source.point))
    if source.household:
        rows = rows.annotate(score_pmt=F(f"{source.household}score_pmt"))
    elif source.household is None:
        rows = rows.annotate(score_pmt=Cast(Value(None), FloatField()))
    return list_cells(plan, rows)


RUNNERS: Final[dict[str, Callable[[Plan, Caller], Findings]]] = {
    rules.COUNT: _count,
    rules.LIST: _locate,
    rules.NEAREST: _locate,
    rules.COVERAGE: _cover,
    rules.DENSITY: _spread,
    rules.RANKING: _rank,
    rules.COMPARISON: _compare,
    rules.TREND: _follow,
}
