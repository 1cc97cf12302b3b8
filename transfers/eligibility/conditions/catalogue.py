"""List the fields that rules compare, and the operators of each type.

Rules are written by users, so nothing of them reaches SQL except through this list: a field is one of these names, and
its expression is a constant of this code base. Most are the variables of PMT methods.
"""

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from registry.households.models import Categorie, Milieu, Sexe
from registry.pmt.api import AREA_LEVELS, BOOLEAN_KIND, NUMBER_KIND, PLACE_WEIGHTS_KIND, PMT_VARIABLES, PmtVariable
from transfers.eligibility.hooks import field_sources
from transfers.eligibility.types import BOOLEAN, DWELLING, HEAD, HOUSEHOLD, NUMBER, STRING, EligibilityField

CATEGORIES: Final = (HOUSEHOLD, HEAD, DWELLING)
OPERATORS: Final[dict[str, tuple[str, ...]]] = {
    NUMBER: ("=", "!=", ">", ">=", "<", "<=", "between"),
    STRING: ("=", "!=", "contains", "starts_with", "in"),
    BOOLEAN: ("=", "!="),
}
# The values of areas are ids.
AREA_OPERATORS: Final = ("=", "!=", "in")
OPERATOR_LABELS: Final[dict[str, str | Promise]] = {
    "=": _("est égal à"),
    "!=": _("est différent de"),
    ">": _("est supérieur à"),
    ">=": _("est supérieur ou égal à"),
    "<": _("est inférieur à"),
    "<=": _("est inférieur ou égal à"),
    "between": _("est compris entre"),
    "contains": _("contient"),
    "starts_with": _("commence par"),
    "in": _("est parmi"),
}
PMT_CATEGORIES: Final = {"chefMenage": HEAD, "logement": DWELLING}
CHOICES: Final = {"milieu": tuple(Milieu.values), "sexe": tuple(Sexe.values)}
# What the codes of rules and criteria are called in a sentence.
CODE_LABELS: Final[dict[str, str | Promise]] = {
    "extreme_pauvre": _("extrême pauvre"),
    "pauvre": _("pauvre"),
    "vulnerable": _("vulnérable"),
    "non_pauvre": _("non pauvre"),
    "rural": _("rural"),
    "urbain": _("urbain"),
    "F": _("femme"),
    "M": _("homme"),
    "collecte": _("en collecte"),
    "en_attente": _("en attente"),
    "valide": _("validé"),
    "rejete": _("rejeté"),
    "femme_chef_menage": _("femme cheffe de ménage"),
    "femme_rurale": _("femme rurale"),
    "personne_handicapee": _("personne handicapée"),
    "menage_avec_handicapes": _("ménage avec personne handicapée"),
    "femme_agee_demunie": _("femme âgée démunie"),
    "menage_personnes_agees": _("ménage avec personne âgée"),
    "femme_sans_assistance": _("femme sans assistance"),
}
UNITS: Final[dict[str, str | Promise]] = {
    "age": _("années"),
    "nbPieces": _("pièces"),
    "tailleMenage": _("personnes"),
    "personnesParPiece": _("personnes par pièce"),
}
PEOPLE: Final = "nbPersonnes"
SCORE: Final = "scorePmt"


def _build_pmt_field(variable: PmtVariable) -> EligibilityField:
    part, _dot, name = variable.name.rpartition(".")
    category = PMT_CATEGORIES.get(part, HOUSEHOLD)
    kind = {NUMBER_KIND: NUMBER, BOOLEAN_KIND: BOOLEAN}.get(variable.kind, STRING)
    is_people = name.startswith("nb") and category == HOUSEHOLD
    return EligibilityField(
        name=name,
        category=category,
        kind=kind,
        label=variable.label,
        sql=f"({variable.sql})",
        unit=UNITS.get(name, _("personnes") if is_people else None),
        choices=CHOICES.get(name, ()),
        area=AREA_LEVELS[name][1] if name in AREA_LEVELS else None,
    )


OWN_FIELDS: Final = (
    EligibilityField(SCORE, HOUSEHOLD, NUMBER, _("Score PMT"), "m.score_pmt", _("points de 0 à 100")),
    EligibilityField(
        "categoriePauvrete",
        HOUSEHOLD,
        STRING,
        _("Catégorie de pauvreté"),
        "m.categorie_pauvrete",
        choices=tuple(Categorie.values),
    ),
    EligibilityField("methodePmt", HOUSEHOLD, STRING, _("Version de la méthode du score"), "m.methode_pmt::text"),
    EligibilityField("scoreQualite", HOUSEHOLD, NUMBER, _("Score de qualité"), "m.score_qualite"),
    EligibilityField(
        PEOPLE, HOUSEHOLD, NUMBER, _("Personnes qui correspondent à"), "", _("personnes"), counts_people=True
    ),
)
PMT_FIELDS: Final = tuple(
    _build_pmt_field(variable) for variable in PMT_VARIABLES if variable.kind != PLACE_WEIGHTS_KIND
)


def iterate_fields() -> Iterator[EligibilityField]:
    """Yield all fields, those of upper features last."""
    yield from OWN_FIELDS
    yield from PMT_FIELDS
    for source in field_sources.values():
        yield from source.fields


def find_field(name: str) -> EligibilityField | None:
    return next((field for field in iterate_fields() if field.name == name), None)


def list_operators(field: EligibilityField) -> tuple[str, ...]:
    """Return the operators that compare a field."""
    return AREA_OPERATORS if field.area else OPERATORS[field.kind]
