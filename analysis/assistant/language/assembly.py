"""Decide what the parts of a question mean together: a plan, or the reason why there is none.

Every part must find its place in the plan. One that is left over changes the meaning of the question in a way that is not
understood, so the question is refused rather than answered without it.
"""

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, NoReturn

from analysis.assistant import rules
from analysis.assistant.language.filters import (
    build_filters,
    build_members,
    build_whole,
    find_moment_fault,
    is_timed,
    list_unfit,
)
from analysis.assistant.language.gazetteer import LARGEST_FIRST, SMALLEST_FIRST, choose_places, drop_containers
from analysis.assistant.language.parts import Named, Parts
from analysis.assistant.language.timing import build_days, is_ahead
from analysis.assistant.types import Circle, Context, Misunderstanding, Place, Plan, ServiceDistance

# What is done, by the mark that says it; at most one of these groups may be in a question.
MARKS: Final = (
    (rules.COMPARISON, ("COMPARE",)),
    (rules.TREND, ("TREND", "STEP")),
    (rules.DENSITY, ("DENSITY", "SHAPE")),
    (rules.NEAREST, ("NEAREST",)),
    (rules.RANKING, ("MOST", "LEAST", "RANKING")),
    (rules.COVERAGE, ("COVERAGE", "COVERED")),
    (rules.COMPARISON, ("BREAKDOWN", "DIMENSION")),
)
WORKING: Final = ("fonctionnel", "oui")
# Marks that change nothing once a kind is chosen.
QUIET: Final = frozenset(("COUNT", "EXISTS", "LIST", "AND", "BY", "WITH", "GREETING"))


class RefusedError(Exception):
    """Report that the parts of a question make no plan."""

    def __init__(self, fault: Misunderstanding) -> None:
        super().__init__(fault.reason)
        self.fault = fault


def refuse(reason: str, *words: str) -> NoReturn:
    raise RefusedError(Misunderstanding(reason, words))


@dataclass
class Draft:
    """Hold what is decided so far; `left` are the marks that nothing has explained yet."""

    parts: Parts
    context: Context
    left: set[str]
    genre: str = rules.LIST
    mesure: str = rules.NUMBER
    sujet: Named | None = None
    services: tuple[str, ...] = ()
    distances: list[ServiceDistance] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    whole: dict[str, Any] = field(default_factory=dict)

    def take(self, *marks: str) -> bool:
        """Return whether one of these marks stands in the question; they are explained by it."""
        found = self.left & {*marks}
        self.left -= found
        return bool(found)


def assemble_plan(parts: Parts, context: Context, today: date) -> Plan:
    """Return the plan of a question. Raises RefusedError."""
    draft = Draft(parts, context, {*parts.marks} - QUIET)
    draft.genre = _choose_kind(draft)
    draft.mesure = _choose_measure(draft)
    _choose_mean(draft)
    _choose_subject(draft)
    _read_far_services(draft)
    _choose_distances(draft)
    _choose_whole(draft)
    if fault := draft.sujet and find_moment_fault(parts, draft.sujet.name):
        refuse(fault)
    if unfit := draft.sujet and list_unfit(parts, draft.sujet.name):
        refuse("unfit", *unfit)
    filters, dimension = build_filters(parts, draft.sujet, draft.genre == rules.COMPARISON) or refuse("filter")
    members = build_members(parts)
    zones, circle = _choose_places(draft)
    _choose_areas(draft)
    _choose_limit(draft)
    _choose_radius(draft, circle)
    _choose_steps(draft)
    if draft.left:
        refuse("unsupported", *(word for mark in sorted(draft.left) for word in parts.marks[mark]))
    first, last = build_days(parts, today) or refuse("future" if is_ahead(parts, today) else "period")
    if dimension:
        draft.values["dimension"] = dimension
    subject = draft.sujet.name if draft.sujet else refuse("subject")
    plan = Plan(
        genre=draft.genre,
        sujet=subject,
        mesure=draft.mesure,
        zones=tuple(zones),
        filtres=filters,
        parmi=draft.whole,
        distances=tuple(draft.distances),
        membres=refuse("filter") if members is None else members,
        autour=draft.values.pop("circle", circle),
        services=draft.services,
        du=first,
        au=last,
        **draft.values,
    )
    plan = _read_share_as_coverage(plan)
    if fault := rules.find_plan_fault(plan):
        refuse(fault)
    return plan


def _choose_kind(draft: Draft) -> str:
    marks = {*draft.parts.marks}
    if "DISTANCE" in marks:
        draft.take("NEAREST")
        marks.discard("NEAREST")
    found = [kind for kind, words in MARKS if marks & {*words}]
    if rules.RANKING in found:  # "the best covered", "the highest coverage"
        found = [kind for kind in found if kind != rules.COVERAGE]
    if found == [rules.COMPARISON, rules.COMPARISON]:
        found = found[:1]
    if len(found) > 1:
        refuse("conflict", *(word for _, words in MARKS for mark in words for word in draft.parts.marks.get(mark, ())))
    if found:
        kind = found[0]
        draft.take(*(mark for name, words in MARKS if name == kind for mark in words if mark not in ("MOST", "LEAST")))
        return kind
    if draft.parts.by_levels:
        return rules.COMPARISON
    if marks & {"COUNT", "EXISTS", "SHARE", "SIZE", "DISTANCE", "POPULATION", "AVERAGE"} or draft.parts.has_score:
        return rules.COUNT
    return rules.COUNT if draft.parts.persons and "LIST" not in marks else rules.LIST


def _choose_measure(draft: Draft) -> str:
    found = [
        measure
        for mark, measure in (("SIZE", rules.SIZE), ("DISTANCE", rules.DISTANCE), ("SHARE", rules.SHARE))
        if draft.take(mark)
    ]
    if draft.parts.has_score:
        found.append(rules.SCORE)
    if not found and draft.take("PEOPLE") and _is_of_everybody(draft):
        draft.left.add("POPULATION")
        draft.genre = rules.COUNT if draft.genre == rules.LIST else draft.genre
    elif "PEOPLE" in draft.parts.marks:
        draft.take("PEOPLE")
        found.append(rules.SIZE if _is_by_household(draft) else rules.PERSONS)
    if draft.genre == rules.RANKING and draft.take("COVERED", "COVERAGE"):
        found.append(rules.RATE)
    found += draft.parts.persons
    if len(found) == 1 and "," in found[0]:
        refuse("ages")
    if len(found) > 1:
        refuse("measure")
    if "AVERAGE" in draft.left and "COUNT" in draft.parts.marks and {*found} & {rules.SCORE, rules.DISTANCE}:
        refuse("conflict", *draft.parts.marks["COUNT"], *draft.parts.marks["AVERAGE"])
    draft.take(*(["AVERAGE"] if found and found[0] in (rules.SIZE, rules.DISTANCE, rules.SCORE) else []))
    return found[0] if found else rules.NUMBER


def _is_of_everybody(draft: Draft) -> bool:
    """Return whether people are asked for of whom nothing is said but where: those who live there, registered or not."""
    parts = draft.parts
    said = (parts.subjects, parts.filters, parts.whole, parts.bounds, parts.has, parts.members, parts.persons)
    elsewhere = (parts.distances, parts.near, parts.radii, parts.arounds, parts.periods, parts.latest)
    return not any((*said, *elsewhere)) and "TREND" not in parts.marks


def _is_by_household(draft: Draft) -> bool:
    """Return whether people are asked for by household: the mean size of those."""
    marks = draft.parts.marks.keys()
    is_by_household = "BY" in marks and {subject.name for subject in draft.parts.subjects} == {"menages"}
    return is_by_household and ("AVERAGE" in draft.left or not marks & {"DIMENSION", "STEP", "BREAKDOWN"})


def _choose_mean(draft: Draft) -> None:
    """Read "the average number of schools by sector" as one figure, not as a comparison of the sectors."""
    is_of_areas = draft.genre == rules.COMPARISON and draft.mesure == rules.NUMBER and draft.parts.by_levels
    if is_of_areas and draft.take("AVERAGE"):
        draft.genre, draft.mesure = rules.COUNT, rules.MEAN


def _choose_subject(draft: Draft) -> None:
    subjects = list(dict.fromkeys(draft.parts.subjects))
    if draft.genre == rules.COVERAGE or draft.mesure in (rules.DISTANCE, rules.RATE):
        services = [subject for subject in subjects if subject.name in rules.SERVICES]
        _choose_services(draft, services)
        subjects = [subject for subject in subjects if subject not in services] or [Named("menages")]
    if draft.take("POPULATION"):
        subjects.append(Named("population"))
    if len(subjects) > 1 and subjects[0].name == "beneficiaires":
        subjects = [subject for subject in subjects if subject.name != "menages"]
    # "Schools ... schools": one word twice, once with its type, is one subject.
    if len({subject.name for subject in subjects}) > 1 or sum(bool(subject.filters) for subject in subjects) > 1:
        refuse("subjects", *(word for subject in subjects for word in subject.words))
    if subjects:
        draft.sujet = max(subjects, key=lambda subject: len(subject.filters))
    elif draft.mesure not in (rules.NUMBER, rules.SHARE, rules.MEAN) or draft.parts.members:
        draft.sujet = Named("menages")
    elif draft.genre in (rules.COUNT, rules.LIST) and draft.parts.levels:
        draft.sujet = Named(rules.LEVELS[draft.parts.levels.pop(0)[0]])
    elif len(draft.context.layers) == 1 and draft.context.layers[0] in rules.SUBJECTS:
        draft.sujet = Named(draft.context.layers[0])
    elif draft.genre == rules.COMPARISON and (draft.parts.places or draft.parts.filters):
        draft.sujet = Named("menages")
    elif any(key in ("categorie", "chef", "matrimonial", *rules.DWELLING) for key, _ in draft.parts.filters):
        draft.sujet = Named("menages")  # "the poor in Gabú", "female heads in Oio"


def _choose_whole(draft: Draft) -> None:
    """Choose what the rows are of which a share is asked; what their name implies belongs to them, if more is said."""
    parts, subject = draft.parts, draft.sujet
    if draft.mesure != rules.SHARE or subject is None:
        return
    pairs = list(parts.whole)
    if parts.filters or parts.has or parts.bounds or parts.distances or parts.members:
        pairs += subject.filters
        draft.sujet = Named(subject.name, (), subject.words)
    whole = build_whole(pairs, subject.name, is_timed(parts))
    draft.whole = refuse("filter") if whole is None else whole


def _choose_services(draft: Draft, services: list[Named]) -> None:
    types = [dict(service.filters) for service in services]
    if not services and draft.mesure == rules.RATE:
        draft.services = rules.BASIC_SERVICES
    elif len(services) != 1 or types != [{}]:
        refuse("service")
    else:
        draft.services = (services[0].name,)


def _read_far_services(draft: Draft) -> None:
    """Read "schools more than 5 km away" as the households from which every school is as far."""
    parts, subject = draft.parts, draft.sujet
    if not subject or subject.name not in rules.SERVICES or draft.genre not in (rules.LIST, rules.COUNT):
        return
    if len(parts.radii) != 1 or parts.radii[0][0] not in (">", ">=") or parts.arounds or parts.near or parts.distances:
        return
    (_sign, metres), own = parts.radii.pop(), dict(subject.filters)
    if draft.mesure != rules.NUMBER or {*own} - {"type"}:
        refuse("radius")
    draft.distances.append(ServiceDistance(subject.name, rules.MORE, metres, own.get("type")))
    draft.sujet = Named("menages")


def _choose_distances(draft: Draft) -> None:
    for distance, named in draft.parts.distances:
        if (
            named.name not in rules.SERVICES
            or not distance.sens
            or [key for key, _ in named.filters] not in ([], ["type"])
        ):
            refuse("service", *named.words)
        draft.distances.append(distance)
    _read_working_services(draft)


def _read_working_services(draft: Draft) -> None:
    """Read "without a water point that works" as of the services to which the distance is measured."""
    parts, subject = draft.parts, draft.sujet
    if subject is None or WORKING not in parts.filters or "fonctionnel" in rules.SUBJECTS[subject.name].filters:
        return
    if len(draft.distances) == 1 and draft.distances[0].service == "points_eau":
        parts.filters.remove(WORKING)
        draft.distances[0] = replace(draft.distances[0], en_service=True)


def _choose_places(draft: Draft) -> tuple[list[Place], Circle | None]:
    """Return the zones, and the circle without its radius."""
    parts = draft.parts
    centres = [*parts.arounds, *(places for _, _, places in parts.near)]
    inside, groups = list(parts.places), list(parts.place_groups)
    if draft.genre == rules.NEAREST:
        centres, inside, groups = centres + inside, [], []
    if len(centres) > 1:
        refuse("centres")
    if draft.genre == rules.NEAREST and not centres:
        refuse("centre")
    zones = choose_places(inside, LARGEST_FIRST)
    found = choose_places(centres, SMALLEST_FIRST)
    if zones is None or found is None:
        refuse("ambiguous", *(places[0].nom for places in (*inside, *centres) if len(places) > 1))
    if draft.genre != rules.COMPARISON:
        zones = drop_containers(zones, groups)
    if not zones and not found and draft.context.region:
        zones = [draft.context.region]
    return zones, Circle(found[0]) if found else None


def _choose_areas(draft: Draft) -> None:
    """Choose the level of areas that are ranked, compared or covered, and how many of them."""
    names = dict.fromkeys(draft.parts.by_levels)
    counted: bool | None = None
    if draft.genre in (rules.RANKING, rules.COVERAGE, rules.COMPARISON):
        for name, one in draft.parts.levels:
            names[name], counted = None, one
    elif draft.parts.levels:
        refuse("level")
    if len(names) > 1 or names and draft.genre in (rules.LIST, rules.NEAREST, rules.DENSITY, rules.TREND):
        refuse("level")
    if names:
        draft.values["niveau"] = next(iter(names))
    if draft.genre != rules.RANKING:
        return
    if len(draft.parts.limits) > 1 or not names:
        refuse("limit" if names else "level")
    draft.values["limite"] = draft.parts.limits.pop() if draft.parts.limits else 1 if counted else rules.DEFAULT_RANKS
    most, least = draft.take("MOST"), draft.take("LEAST")
    if most and least:
        refuse("conflict")
    draft.values["ordre"] = rules.LOW if least else rules.HIGH


def _choose_limit(draft: Draft) -> None:
    limits = draft.parts.limits
    if len(limits) > 1 or limits and draft.genre not in (rules.LIST, rules.NEAREST):
        refuse("limit")
    if limits:
        draft.values["limite"] = limits[0]
    elif draft.genre == rules.NEAREST:
        words = draft.sujet.words if draft.sujet else ()
        is_many = bool(words) and words[0][-1] in "sx" and words[0] != "puits"
        draft.values["limite"] = rules.DEFAULT_NEAREST if is_many else 1


def _choose_radius(draft: Draft, circle: Circle | None) -> None:
    parts = draft.parts
    radii = [metres for sign, metres in parts.radii if sign in ("", "<", "<=")]
    if len(radii) != len(parts.radii) or len(radii) > 1:
        refuse("radius")
    radius = radii[0] if radii else None
    if parts.near:
        sign, metres, _ = parts.near[0]
        if radius is not None or sign not in ("<", "<="):
            refuse("radius")
        radius = metres
    if circle and draft.genre != rules.NEAREST:
        draft.values["circle"] = Circle(circle.place, radius or rules.DEFAULT_RADIUS)
    elif draft.genre == rules.COVERAGE or draft.mesure == rules.RATE:
        draft.values["rayon"] = radius or rules.DEFAULT_RADIUS
    elif draft.genre == rules.DENSITY:
        draft.values["cellule"] = radius or rules.DEFAULT_CELL
    elif radius is not None:
        refuse("radius")


def _choose_steps(draft: Draft) -> None:
    steps = {*draft.parts.values.get("STEP", ())}
    shapes = {*draft.parts.values.get("SHAPE", ())}
    if len(steps) > 1 or len(shapes) > 1:
        refuse("conflict")
    if draft.genre == rules.TREND:
        draft.values["pas"] = next(iter(steps), "mois")
    if draft.genre == rules.DENSITY:
        draft.values["forme"] = next(iter(shapes), "hexagone")


def _read_share_as_coverage(plan: Plan) -> Plan:
    """Return a share of households within a distance of a service as coverage, which has the same figures and more."""
    if plan.genre != rules.COUNT or plan.mesure != rules.SHARE or plan.sujet != "menages" or len(plan.distances) != 1:
        return plan
    distance = plan.distances[0]
    if (
        plan.filtres
        or plan.membres
        or distance.type
        or distance.sens != rules.LESS
        or plan.autour
        or plan.du
        or plan.au
    ):
        return plan
    return Plan(
        genre=rules.COVERAGE,
        sujet="menages",
        zones=plan.zones,
        filtres=plan.parmi,
        services=(distance.service,),
        rayon=distance.metres,
    )
