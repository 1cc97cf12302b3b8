"""Define what plans may ask: kinds, subjects, figures and filters, and which of them fit together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings

from analysis.assistant.types import MemberCount, Plan
from registry.households.models import COUNTS, Categorie, Milieu, Sexe, Statut, StatutCollecte
from transfers.beneficiaries.models import StatutEnrolement
from transfers.complaints.models import CATEGORY_PERMISSIONS, ComplaintStatus, Priority
from transfers.complaints.teams.models import Category

COUNT, LIST, NEAREST, COVERAGE = "compter", "lister", "proche", "couverture"
DENSITY, RANKING, COMPARISON, TREND = "densite", "classement", "comparaison", "evolution"
KINDS: Final = (COUNT, LIST, NEAREST, COVERAGE, DENSITY, RANKING, COMPARISON, TREND)
LEVELS: Final = {"region": "regions", "secteur": "secteurs", "localite": "localites"}
STEPS: Final = ("semaine", "mois", "trimestre", "annee")
HIGH, LOW = "haut", "bas"
MORE, LESS = "plus", "moins"
NUMBER, SHARE, SCORE, SIZE, PERSONS = "nombre", "part", "score", "taille", "personnes"
DISTANCE, RATE, MEAN = "distance", "taux", "moyenne"
MEASURES: Final = (NUMBER, SHARE, SCORE, SIZE, PERSONS, DISTANCE, RATE, MEAN, *COUNTS)
# What is meant by services when no kind is named.
BASIC_SERVICES: Final = ("ecoles", "services_sante", "points_eau")
DEFAULT_RADIUS: Final = 5_000.0
# Beyond so many metres a household is without the service: the norms of the console's coverage.
NORM_METRES: Final[Mapping[str, float]] = {
    "ecoles": 3_000.0,
    "services_sante": 5_000.0,
    "points_eau": 1_000.0,
    "services_vbg": 20_000.0,
    "polices_judiciaires": 20_000.0,
}
DEFAULT_CELL: Final = 5_000.0
DEFAULT_RANKS: Final = 10
DEFAULT_NEAREST: Final = 5
MAX_ROWS: Final = 100
MAX_LIMIT: Final = 1_000
MAX_QUESTION: Final = 500
MAX_POPULATION: Final = 100_000_000
MAX_MEMBERS: Final = 1_000
LEAST_CELL, MOST_CELL = 250.0, 50_000.0
FACILITIES: Final = (
    "ecoles",
    "services_sante",
    "points_eau",
    "services_vbg",
    "polices_judiciaires",
    "asc",
    "acteurs_locaux",
)
# What the form of a household tells of its dwelling, with the codes of its lists.
DWELLING: Final[Mapping[str, tuple[str, ...]]] = {
    "sourceEau": ("robinet", "forage", "puits_protege", "puits_non_protege", "eau_surface", "eau_pluie", "autre"),
    "toilette": ("chasse_eau", "latrine_amelioree", "latrine_traditionnelle", "aucune", "autre"),
    "eclairage": ("electricite", "solaire", "groupe", "lampe_torche", "petrole", "bougie", "autre"),
    "sol": ("terre", "ciment", "carrelage", "bois", "autre"),
    "mur": ("ciment", "brique_stabilisee", "banco", "bois_bambou", "tole", "autre"),
    "toit": ("zinc", "tuile_beton", "chaume", "paille", "autre"),
    "combustible": ("bois", "charbon", "gaz", "electricite", "autre"),
}
# What the head's marital status is recorded as: the codes of its list, each with words that files have instead.
MARITAL: Final[Mapping[str, tuple[str, ...]]] = {
    "celibataire": ("célibataire", "solteiro", "solteira"),
    "marie_monogame": ("marié monogame", "mariée monogame"),
    "marie_polygame": ("marié polygame", "mariée polygame", "polygame"),
    "union_libre": ("union libre", "união livre"),
    "divorce": ("divorcé", "divorcée", "divorciado", "divorciada"),
    "veuf": ("veuve", "viúvo", "viúva", "viuvo", "viuva"),
}
HOUSEHOLD_FILTERS: Final = frozenset(
    [
        *DWELLING,
        "categorie",
        "milieu",
        "eligible",
        "enquete",
        "etape",
        "telephone",
        "inscrit",
        "position",
        "chef",
        "matrimonial",
        "tailleMin",
        "tailleMax",
        "scoreMin",
        "scoreMax",
        "avec",
        "sans",
    ]
)


@dataclass(frozen=True)
class Subject:
    """Describe rows that a plan may be about: their permission, the filters that apply, and what they have.

    `dimensions` are the filters by whose values they may be grouped.
    """

    permission: str
    filters: frozenset[str] = frozenset()
    dimensions: frozenset[str] = frozenset()
    has_points: bool = True
    has_dates: bool = False


TYPED: Final = frozenset(("type",))
INHABITED: Final = frozenset(("populationMin", "populationMax"))
SUBJECTS: Final[Mapping[str, Subject]] = {
    "menages": Subject(
        "registre.lire",
        HOUSEHOLD_FILTERS,
        frozenset(("categorie", "milieu", "eligible", "chef", *DWELLING)),
        has_dates=True,
    ),
    "beneficiaires": Subject(
        "transferts.lire",
        HOUSEHOLD_FILTERS | {"statut"},
        frozenset(("statut", "categorie", "milieu", "chef")),
        has_dates=True,
    ),
    "plaintes": Subject(
        "plaintes.lire",
        frozenset(("statut", "priorite", "motif", "retard")),
        frozenset(("statut", "priorite", "motif")),
        has_points=False,
        has_dates=True,
    ),
    "ecoles": Subject("geo.lire", TYPED | {"pilote"}, TYPED | {"pilote"}),
    "services_sante": Subject("geo.lire", TYPED | {"maternite", "urgences24h"}, TYPED),
    "points_eau": Subject("geo.lire", TYPED | {"fonctionnel"}, TYPED | {"fonctionnel"}),
    "polices_judiciaires": Subject("geo.lire", TYPED, TYPED),
    "services_vbg": Subject("geo.lire"),
    "asc": Subject("geo.lire"),
    "acteurs_locaux": Subject("geo.lire", TYPED, TYPED),
    "localites": Subject("geo.lire", TYPED | INHABITED, TYPED),
    "secteurs": Subject("geo.lire", INHABITED, has_points=False),
    "regions": Subject("geo.lire", INHABITED, has_points=False),
    "population": Subject("geo.lire", has_points=False),
}
DENSITY_SUBJECTS: Final = ("menages", "beneficiaires", "plaintes")
SERVICES: Final = ("ecoles", "services_sante", "points_eau", "services_vbg", "polices_judiciaires")
# The steps of the collection, as the pages of the collection name them: the columns that say each.
STEPS_OF_COLLECTION: Final[Mapping[str, Mapping[str, str]]] = {
    "en_collecte": {"statut_collecte": StatutCollecte.PRE_COLLECTE, "statut": Statut.COLLECTE},
    "soumis": {"statut_collecte": StatutCollecte.PRE_COLLECTE, "statut": Statut.EN_ATTENTE},
    "valide": {"statut_collecte": StatutCollecte.VALIDE},
    "integre": {"statut_collecte": StatutCollecte.INTEGRE},
    "rejete": {"statut_collecte": StatutCollecte.REJETE},
}
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "categorie": tuple(Categorie.values),
    "milieu": tuple(Milieu.values),
    "chef": tuple(Sexe.values),
    "matrimonial": tuple(MARITAL),
    "etape": tuple(STEPS_OF_COLLECTION),
    "priorite": tuple(Priority.values),
    # Complaints about gender-based violence are on no map.
    "motif": tuple(value for value in Category.values if value != Category.VBG),
    "statut": tuple(dict.fromkeys((*StatutEnrolement.values, *ComplaintStatus.values))),
    "avec": COUNTS,
    "sans": COUNTS,
    **DWELLING,
}
# Resolved complaints are closed later, and keep the date of their resolution.
RESOLVED: Final = (ComplaintStatus.RESOLUE.value, ComplaintStatus.FERMEE.value)
STATUSES: Final = {"beneficiaires": tuple(StatutEnrolement.values), "plaintes": tuple(ComplaintStatus.values)}
TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "ecoles": ("publique", "communautaire", "privee", "madrassa"),
    "services_sante": ("hopital", "centre_sante", "poste_sante", "pharmacie"),
    "points_eau": ("forage", "puits", "borne_fontaine", "source"),
    "polices_judiciaires": ("police", "tribunal"),
    "acteurs_locaux": ("chef_village", "point_focal"),
    "localites": ("village", "quartier"),
}
FLAGS: Final = (
    "eligible",
    "enquete",
    "telephone",
    "inscrit",
    "position",
    "pilote",
    "fonctionnel",
    "maternite",
    "urgences24h",
    "retard",
)


# What each kind uses of a plan beside its subject, measure, filters, zones, circle, distances and days.
KIND_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    COUNT: frozenset(("services",)),
    LIST: frozenset(("limite",)),
    NEAREST: frozenset(("limite",)),
    COVERAGE: frozenset(("services", "rayon", "niveau")),
    DENSITY: frozenset(("forme", "cellule")),
    RANKING: frozenset(("services", "rayon", "niveau", "limite", "ordre")),
    COMPARISON: frozenset(("services", "niveau", "dimension")),
    TREND: frozenset(("pas",)),
}
OWN_FIELDS: Final = ("services", "rayon", "niveau", "dimension", "limite", "ordre", "pas", "forme", "cellule")


def find_plan_fault(plan: Plan) -> str | None:
    """Return why a plan cannot be run (a key of `REASONS` in wording.py), or None.

    Plans that were recognised, edited or made by a language model all pass here.
    """
    subject = SUBJECTS[plan.sujet]
    if fault := _find_unused_field(plan) or _find_number_fault(plan):
        return fault
    if not {*plan.filtres, *plan.parmi} <= subject.filters or not _are_codes_known(plan):
        return "filter"
    if plan.membres and not (subject.filters >= HOUSEHOLD_FILTERS and all(map(_is_possible, plan.membres))):
        return "filter"
    if plan.distances and not subject.has_points or plan.autour and not subject.has_points:
        return "distance"
    # Of a kind without types, as of those that are not public, nothing is chosen.
    if any(d.en_service and d.service not in TYPES for d in plan.distances):
        return "filter"
    if any(d.type is not None and d.type not in TYPES.get(d.service, ()) for d in plan.distances):
        return "filter"
    if (plan.du or plan.au) and not subject.has_dates:
        return "undated"
    if plan.du and plan.au and plan.du > plan.au:
        return "reversed"
    if plan.mesure == SHARE and (plan.du or plan.au) and is_about_resolution(plan):
        return "moment"
    return _find_measure_fault(plan) or _find_kind_fault(plan, subject)


def _is_possible(members: MemberCount) -> bool:
    """Return whether a condition says something that a household can fulfil."""
    if members.min is None or members.max is None:
        return members.min is not members.max
    return members.min <= members.max


def is_about_resolution(plan: Plan) -> bool:
    """Return whether a plan is about resolved complaints alone, whose days are those of their resolution."""
    return (
        plan.sujet == "plaintes"
        and RESOLVED[0] in (states := plan.filtres.get("statut", ()))
        and {*states} <= {*RESOLVED}
    )


def _find_unused_field(plan: Plan) -> str | None:
    """Return the fault of a plan that says what its kind would not heed."""
    said = {name for name in OWN_FIELDS if getattr(plan, name) not in (None, ())}
    used = set(KIND_FIELDS[plan.genre])
    if plan.genre != COVERAGE and plan.mesure not in (DISTANCE, RATE):
        used.discard("services")
    if plan.genre != COVERAGE and plan.mesure != RATE:
        used.discard("rayon")
    if plan.mesure == MEAN:
        used.add("niveau")
    return "unused" if said - used or plan.parmi and plan.mesure != SHARE else None


def _find_number_fault(plan: Plan) -> str | None:
    """Return the fault of a number that is missing, or beyond what is answered in time."""
    if plan.limite is not None and not 1 <= plan.limite <= MAX_LIMIT:
        return "many"
    if plan.cellule is not None and not LEAST_CELL <= plan.cellule <= MOST_CELL:
        return "cell"
    needs_radius = plan.genre == COVERAGE or plan.mesure == RATE
    if needs_radius and plan.rayon is None or plan.autour and (plan.autour.rayon is None) != (plan.genre == NEAREST):
        return "no_radius"
    around = plan.autour.rayon if plan.autour else None
    radii = [plan.rayon, around, *(distance.metres for distance in plan.distances)]
    most = settings.PROXIMITY_MAX_METRES
    return None if all(radius is None or 0 < radius <= most for radius in radii) else "far"


def _are_codes_known(plan: Plan) -> bool:
    types = (*plan.filtres.get("type", ()), *plan.parmi.get("type", ()))
    statuses = (*plan.filtres.get("statut", ()), *plan.parmi.get("statut", ()))
    return {*types} <= {*TYPES.get(plan.sujet, ())} and {*statuses} <= {*STATUSES.get(plan.sujet, ())}


def _find_measure_fault(plan: Plan) -> str | None:
    if plan.mesure == MEAN:
        return _find_mean_fault(plan)
    if plan.mesure not in (NUMBER, SHARE) and plan.sujet != "menages":
        return "measure"
    if plan.mesure == SHARE and (plan.sujet == "population" or not (plan.filtres or plan.distances or plan.membres)):
        return "share"
    if plan.mesure in (DISTANCE, RATE) and not plan.services:
        return "service"
    if plan.mesure == RATE and plan.genre != RANKING:
        return "measure"
    return "measure" if plan.mesure != NUMBER and plan.genre in (LIST, NEAREST, DENSITY, COVERAGE, TREND) else None


def _find_mean_fault(plan: Plan) -> str | None:
    """Return the fault of a mean number by area: of population, of larger areas, or not of a level."""
    if plan.genre != COUNT or plan.sujet == "population":
        return "measure"
    levels = [*LEVELS]
    own = next((level for level, subject in LEVELS.items() if subject == plan.sujet), None)
    if plan.niveau is None or own and levels.index(own) <= levels.index(plan.niveau):
        return "level"
    return None


def _find_kind_fault(plan: Plan, subject: Subject) -> str | None:
    faults = {
        NEAREST: not subject.has_points or plan.autour is None,
        COVERAGE: plan.sujet != "menages" or len(plan.services) != 1 or bool(plan.distances) or plan.autour is not None,
        DENSITY: plan.sujet not in DENSITY_SUBJECTS,
        RANKING: plan.niveau is None or plan.sujet in LEVELS.values(),
        COMPARISON: not _is_comparable(plan, subject),
        TREND: not subject.has_dates,
    }
    if faults.get(plan.genre):
        return plan.genre
    if plan.niveau == "localite" and plan.genre in (RANKING, COMPARISON, COVERAGE) and plan.sujet == "localites":
        return RANKING
    return None


def _is_comparable(plan: Plan, subject: Subject) -> bool:
    ways = (len(plan.zones) > 1 and plan.niveau is None, plan.niveau is not None, plan.dimension is not None)
    if plan.dimension is not None and plan.dimension not in subject.dimensions:
        return False
    # Zones limit a comparison by level or dimension.
    return sum(ways[1:]) == 1 or sum(ways[1:]) == 0 and ways[0]


def is_household_count(plan: Plan) -> bool:
    """Return whether an answer counts households, which lists and maps can then be filtered by."""
    return plan.sujet == "menages" and plan.genre in (COUNT, LIST) and plan.mesure in (NUMBER, SHARE)


def choose_households(plan: Plan) -> Plan | None:
    """Return the plan that lists the households of an answer, or None: those counted, or those of the counted persons.

    None also where the persons are counted in households with others: `avec` lists those with any of its kinds.
    """
    if is_household_count(plan):
        return plan
    if plan.genre != COUNT or plan.mesure not in COUNTS or {*plan.filtres.get("avec", ())} - {plan.mesure}:
        return None
    return replace(plan, genre=LIST, mesure=NUMBER, filtres={**plan.filtres, "avec": (plan.mesure,)})


def list_permissions(plan: Plan) -> tuple[str, ...]:
    """Return the permissions that the same rows and figures need at their own endpoints."""
    measures_distances = bool(plan.distances or plan.autour or plan.services)
    own = (SUBJECTS[plan.sujet].permission,)
    enrolled = ("transferts.lire",) if "inscrit" in {*plan.filtres, *plan.parmi} else ()
    analysed = ("analyses.lire",) if plan.genre == DENSITY or measures_distances else ()
    secret = (CATEGORY_PERMISSIONS[one] for one in plan.filtres.get("motif", ()) if one in CATEGORY_PERMISSIONS)
    return tuple(dict.fromkeys((*own, *enrolled, *analysed, *secret)))
