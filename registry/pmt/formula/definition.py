"""Read and validate the formula of a PMT method.

    raw   = intercept + sum of the contributions of the terms
    score = raw brought to 0 to 100 by the transformation (low is always poor)

A term is {variable, operateur, valeur, poids, siAbsent}. A condition (=, !=, <, <=, >, >=, entre, dans, pas_dans)
contributes its weight when it holds, else 0. A measure contributes weight x value (lineaire), weight x its square
(carre) or weight x its natural logarithm (logarithme). `geographie` with `poids` contributes weight x the number of the
smallest place which it names. When the value is missing the term contributes `siAbsent`; without `siAbsent` the whole
score is null.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from config.errors.problems import invalid
from registry.pmt.formula.variables import (
    AREA_LEVELS,
    BOOLEAN_KIND,
    MILIEU,
    NUMBER_KIND,
    PLACE_WEIGHTS_KIND,
    VARIABLES_BY_NAME,
    PmtVariable,
)
from registry.pmt.rules import CATEGORIES, Thresholds

# With these limits no sum, square or product leaves the range of a double: no score can overflow.
MAX_WEIGHT: Final = 1e6
MAX_VALUE: Final = 1e9
MAX_TERMS: Final = 200
MAX_LIST: Final = 500
MAX_PLACES: Final = 10_000
MAX_TEXT: Final = 255
TRANSFORMATIONS: Final = {
    "identite": (),
    "lineaire": ("minimum", "maximum"),
    "logistique": ("centre", "echelle"),
}
DIRECTIONS: Final = ("bas_pauvre", "haut_pauvre")
TERM_KEYS: Final = {"variable", "operateur", "valeur", "poids", "siAbsent"}


@dataclass(frozen=True)
class Term:
    """Hold one term of a formula. When `contribution_if_missing` is None, a missing value makes the score null."""

    variable: PmtVariable
    operator: str
    value: Any
    weight: float
    contribution_if_missing: float | None

    def to_json(self) -> dict[str, Any]:
        term = {"variable": self.variable.name, "operateur": self.operator, "valeur": self.value, "poids": self.weight}
        if self.contribution_if_missing is None:
            return term
        return term | {"siAbsent": self.contribution_if_missing}


@dataclass(frozen=True)
class Transformation:
    """Describe how the raw sum becomes 0 to 100.

    `direction` says which end of the raw sum is poor.
    """

    kind: str = "identite"
    direction: str = "bas_pauvre"
    numbers: tuple[float, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"type": self.kind, "sens": self.direction} | dict(
            zip(TRANSFORMATIONS[self.kind], self.numbers, strict=True)
        )


@dataclass(frozen=True)
class Definition:
    """Hold a whole, valid formula."""

    intercept: float
    terms: tuple[Term, ...]
    transformation: Transformation
    thresholds: Thresholds

    def to_columns(self) -> dict[str, Any]:
        """Return the formula as the columns of a method."""
        return {
            "intercept": self.intercept,
            "termes": [term.to_json() for term in self.terms],
            "transformation": self.transformation.to_json(),
            "seuils": self.thresholds.list_category_limits(),
            "seuil_pauvrete": self.thresholds.eligible,
        }


class ValidationMessages(dict[str, list[str]]):
    """Collect validation messages by the dotted path of the field."""

    def add(self, path: str, sentence: str) -> None:
        self.setdefault(path, []).append(sentence)


def parse_number(value: Any, limit: float) -> float | None:
    """Return `value` as a finite double of at most `limit` in absolute value, or None. A boolean is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    try:
        read = float(value)
    except OverflowError:
        return None
    return read if math.isfinite(read) and abs(read) <= limit else None


def _describe_limit(limit: float) -> str:
    return _("Indiquez un nombre entre -%(limit)s et %(limit)s.") % {"limit": f"{limit:,.0f}".replace(",", "\u202f")}


def _parse_list(value: Any, parse_item: Callable[[Any], Any]) -> list[Any] | None:
    """Return a list of 1 to MAX_LIST distinct parsed values, or None when `value` is not such a list."""
    if not isinstance(value, list) or not 0 < len(value) <= MAX_LIST:
        return None
    read = [parse_item(item) for item in value]
    return None if None in read else list(dict.fromkeys(read))


def _parse_text(value: Any) -> str | None:
    return value if isinstance(value, str) and value and len(value) <= MAX_TEXT and value.isprintable() else None


def _parse_number_value(value: Any) -> float | None:
    return parse_number(value, MAX_VALUE)


def _parse_range(value: Any) -> list[float] | None:
    """Return two numbers, the smaller first, or None when `value` is not such a list."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    low, high = _parse_number_value(value[0]), _parse_number_value(value[1])
    return None if low is None or high is None or low > high else [low, high]


def _parse_place_weights(value: Any) -> dict[str, dict[str, float]] | None:
    """Return {level: {code: number}} with at least one place, or None when `value` is not of this form."""
    if not isinstance(value, dict) or not value or set(value) - {*AREA_LEVELS, MILIEU}:
        return None
    read: dict[str, dict[str, float]] = {}
    for level, weights in value.items():
        if not isinstance(weights, dict) or not weights:
            return None
        read[level] = {}
        for sent_code, sent_weight in weights.items():
            code, weight = _parse_text(sent_code), parse_number(sent_weight, MAX_WEIGHT)
            if code is None or weight is None:
                return None
            read[level][code] = weight
    return read if sum(map(len, read.values())) <= MAX_PLACES else None


def _parse_term_value(variable: PmtVariable, operator: str, value: Any) -> tuple[Any, str | None]:
    """Return the value in the form which the operator needs, and the message when it is invalid (else None)."""
    if variable.kind == PLACE_WEIGHTS_KIND:
        places = _parse_place_weights(value)
        return places, None if places else _('Indiquez des poids par lieu : {"region": {"code": nombre}, …}.')
    if operator in ("lineaire", "carre", "logarithme"):
        return None, None if value is None else _("Cet opérateur ne prend pas de valeur.")
    if operator == "entre":
        ends = _parse_range(value)
        return ends, None if ends else _("Indiquez deux nombres, le plus petit d'abord.")
    parse_item: Callable[[Any], Any] = _parse_number_value if variable.kind == NUMBER_KIND else _parse_text
    if operator in ("dans", "pas_dans"):
        items = _parse_list(value, parse_item)
        return items, None if items else _("Indiquez une liste de valeurs.")
    if variable.kind == BOOLEAN_KIND:
        return value, None if isinstance(value, bool) else _("Indiquez vrai ou faux.")
    read = parse_item(value)
    if read is not None:
        return read, None
    return None, _describe_limit(MAX_VALUE) if variable.kind == NUMBER_KIND else _("Indiquez un texte.")


def _parse_term(item: Any, path: str, wrong: ValidationMessages) -> Term | None:
    if not isinstance(item, Mapping):
        wrong.add(path, _("Un objet est attendu."))
        return None
    for key in set(item) - TERM_KEYS:
        wrong.add(f"{path}.{str(key)[:60]}", _("Clé inconnue."))
    variable = VARIABLES_BY_NAME.get(item["variable"]) if isinstance(item.get("variable"), str) else None
    if variable is None:
        wrong.add(f"{path}.variable", _("Cette variable n'existe pas."))
        return None
    operator = item.get("operateur")
    if operator not in variable.operators:
        allowed = ", ".join(variable.operators)
        wrong.add(f"{path}.operateur", _("Opérateurs de cette variable : %(allowed)s.") % {"allowed": allowed})
        return None
    value, fault = _parse_term_value(variable, operator, item.get("valeur"))
    if fault:
        wrong.add(f"{path}.valeur", fault)
    weight = parse_number(item.get("poids"), MAX_WEIGHT)
    if_missing = parse_number(item.get("siAbsent"), MAX_WEIGHT)
    if weight is None:
        wrong.add(f"{path}.poids", _describe_limit(MAX_WEIGHT))
    if if_missing is None and item.get("siAbsent") is not None:
        wrong.add(f"{path}.siAbsent", _describe_limit(MAX_WEIGHT))
    return Term(variable, operator, value, weight or 0.0, if_missing)


def _parse_terms(items: Any, wrong: ValidationMessages) -> list[Term]:
    if not isinstance(items, list) or not items:
        wrong.add("termes", _("Une méthode a au moins un terme."))
        return []
    if len(items) > MAX_TERMS:
        wrong.add("termes", _("Une méthode a au plus %(most)d termes.") % {"most": MAX_TERMS})
        return []
    read = [_parse_term(item, f"termes.{place}", wrong) for place, item in enumerate(items)]
    return [term for term in read if term]


def _parse_transformation(item: Any, wrong: ValidationMessages) -> Transformation:
    if item in (None, {}):
        return Transformation()
    kind = item.get("type", "identite") if isinstance(item, Mapping) else None
    if not isinstance(kind, str) or kind not in TRANSFORMATIONS:
        wrong.add(
            "transformation.type", _("Valeurs acceptées : %(allowed)s.") % {"allowed": ", ".join(TRANSFORMATIONS)}
        )
        return Transformation()
    direction = item.get("sens", DIRECTIONS[0])
    if direction not in DIRECTIONS:
        wrong.add("transformation.sens", _("Valeurs acceptées : %(allowed)s.") % {"allowed": ", ".join(DIRECTIONS)})
    for key in set(item) - {"type", "sens", *TRANSFORMATIONS[kind]}:
        wrong.add(f"transformation.{str(key)[:60]}", _("Clé inconnue."))
    numbers = []
    for name in TRANSFORMATIONS[kind]:
        number = parse_number(item.get(name), MAX_VALUE)
        if number is None:
            wrong.add(f"transformation.{name}", _describe_limit(MAX_VALUE))
        else:
            numbers.append(number)
    if len(numbers) == len(TRANSFORMATIONS[kind]):
        _check_transformation(kind, numbers, wrong)
    return Transformation(kind, direction, tuple(numbers))


def _check_transformation(kind: str, numbers: list[float], wrong: ValidationMessages) -> None:
    """Add messages for a transformation which would divide by zero or nearly zero."""
    if kind == "lineaire" and numbers[1] - numbers[0] < 1e-6:
        wrong.add("transformation.maximum", _("Le maximum doit dépasser le minimum."))
    if kind == "logistique" and numbers[1] < 1e-6:
        wrong.add("transformation.echelle", _("L'échelle doit être positive."))


def _parse_thresholds(named: Any, eligible: Any, wrong: ValidationMessages) -> Thresholds:
    defaults = Thresholds()
    if not isinstance(named, Mapping | None):
        wrong.add("seuils", _("Un objet est attendu."))
        return defaults
    named = named or {}
    for key in set(named) - set(CATEGORIES):
        wrong.add(f"seuils.{str(key)[:60]}", _("Clé inconnue."))
    sent: Iterable[tuple[str, str, Any]] = (
        *((name, f"seuils.{name}", named.get(name)) for name in CATEGORIES),
        ("eligible", "seuilPauvrete", eligible),
    )
    read = {}
    for name, path, value in sent:
        limit = getattr(defaults, name) if value is None else parse_number(value, 100)
        if limit is None or limit < 0:
            wrong.add(path, _("Indiquez un nombre de 0 à 100."))
            limit = getattr(defaults, name)
        read[name] = round(Decimal(str(limit)), 2)
    thresholds = Thresholds(**read)
    if not thresholds.extreme_pauvre <= thresholds.pauvre <= thresholds.vulnerable:
        wrong.add("seuils", _("Les seuils vont du plus petit au plus grand."))
    return thresholds


def parse_definition(values: Mapping[str, Any]) -> Definition:
    """Return the definition in `values` (the columns of a method, as JSON).

    Raises VALIDATION_ERROR naming every fault.
    """
    wrong = ValidationMessages()
    intercept = parse_number(values.get("intercept", 0), MAX_WEIGHT)
    if intercept is None:
        wrong.add("intercept", _describe_limit(MAX_WEIGHT))
    terms = _parse_terms(values.get("termes"), wrong)
    transformation = _parse_transformation(values.get("transformation"), wrong)
    thresholds = _parse_thresholds(values.get("seuils"), values.get("seuil_pauvrete"), wrong)
    if wrong:
        raise invalid(dict(wrong))
    return Definition(intercept or 0.0, tuple(terms), transformation, thresholds)
