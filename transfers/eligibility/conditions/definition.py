"""Read and validate rules.

A rule compares one field with a value (`between`: with two). Rules with the same `group` form a group. With the logic
AND, every group must hold, and a group holds when one of its rules does; with OR, one group must hold, and it holds when
all of its rules do. A rule without a group is a group of its own: so the flat list of rules is the usual case. Inactive
rules count for nothing; `required` rules must pass whatever the logic says. Without active rules nobody is eligible.
"""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from config.text import split_words
from transfers.eligibility.conditions.catalogue import find_field, list_operators
from transfers.eligibility.types import BOOLEAN, NUMBER, STRING, EligibilityField, PeopleFilter

AND: Final = "AND"
OR: Final = "OR"
MAX_RULES: Final = 100
MAX_LIST: Final = 500
MAX_TEXT: Final = 255
# Above every number of a household; a double holds every decimal of this size to far more than two places.
MAX_NUMBER: Final = Decimal(10) ** 9
MAX_DECIMALS: Final = 6
PARTIAL: Final = ("contains", "starts_with")


class RuleFault(Exception):
    """Report what is wrong with a rule: the API name of the field, and a sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name, self.sentence = name, sentence


@dataclass(frozen=True)
class Condition:
    """Compare one field. A number is a Decimal, an area a UUID; `in` has a tuple; `upper` is set for `between`."""

    field: EligibilityField
    operator: str
    value: Any
    upper: Decimal | None = None
    people: PeopleFilter | None = None


@dataclass(frozen=True)
class EligibilityRule:
    """Hold one rule; `message` says in the words of its author why who fails it is out."""

    name: str
    condition: Condition
    is_active: bool = True
    is_required: bool = False
    group: int | None = None
    message: str = ""


@dataclass(frozen=True)
class RuleDefinition:
    """Hold the logic (AND or OR) and the rules, in their order."""

    logic: str
    rules: tuple[EligibilityRule, ...]

    @property
    def active_rules(self) -> tuple[EligibilityRule, ...]:
        return tuple(rule for rule in self.rules if rule.is_active)

    @property
    def groups(self) -> list[list[int]]:
        """Return the places of the active rules by group, in the order of the first rule of each."""
        groups: dict[Any, list[int]] = {}
        for place, rule in enumerate(self.active_rules):
            groups.setdefault(("own", place) if rule.group is None else rule.group, []).append(place)
        return list(groups.values())


def read_condition(
    champ: str, operateur: str, valeur: Any, valeur_secondaire: Any = None, people: PeopleFilter | None = None
) -> Condition:
    """Return a valid condition, from values as the API has them. Raises RuleFault."""
    field = find_field(champ)
    if field is None:
        raise RuleFault("champ", _("Ce champ n'est pas connu."))
    if operateur not in list_operators(field):
        raise RuleFault("operateur", _("Cet opérateur ne vaut pas pour ce champ."))
    _check_people(field, people)
    if operateur == "between":
        return _read_range(field, valeur, valeur_secondaire, people)
    if valeur_secondaire not in (None, ""):
        raise RuleFault("valeurSecondaire", _("Une seconde valeur ne vaut que pour « between »."))
    read = _read_list if operateur == "in" else _read_value
    condition = Condition(field, operateur, read(field, valeur), people=people)
    if operateur in PARTIAL and not split_words(condition.value):
        raise RuleFault("valeur", _("Il faut au moins une lettre ou un chiffre."))
    return condition


def _check_people(field: EligibilityField, people: PeopleFilter | None) -> None:
    if (people is not None) != field.counts_people:
        needed = _("Ce champ compte des personnes : dites lesquelles.")
        raise RuleFault("personnes", needed if field.counts_people else _("Ce champ ne compte pas de personnes."))
    if people and people.age_min is not None and people.age_max is not None and people.age_max < people.age_min:
        raise RuleFault("personnes", _("L'âge maximal est inférieur à l'âge minimal."))


def _read_range(field: EligibilityField, low: Any, high: Any, people: PeopleFilter | None) -> Condition:
    lower, upper = _read_number(low, "valeur"), _read_number(high, "valeurSecondaire")
    if upper < lower:
        raise RuleFault("valeurSecondaire", _("La seconde valeur est inférieure à la première."))
    return Condition(field, "between", lower, upper, people)


def _read_value(field: EligibilityField, value: Any) -> Any:
    if field.kind == NUMBER:
        return _read_number(value, "valeur")
    if field.kind == BOOLEAN:
        if not isinstance(value, bool):
            raise RuleFault("valeur", _("Attendu : vrai ou faux."))
        return value
    return _read_text(field, value)


def _read_number(value: Any, name: str) -> Decimal:
    """Return a number, which may be sent as text. Raises RuleFault."""
    fault = RuleFault(name, _("Attendu : un nombre, avec au plus six décimales."))
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str) or len(str(value)) > MAX_TEXT:
        raise fault
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        raise fault from None
    if not number.is_finite() or number.copy_abs() > MAX_NUMBER or number != round(number, MAX_DECIMALS):
        raise fault
    return number


def _read_text(field: EligibilityField, value: Any) -> Any:
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_TEXT:
        raise RuleFault("valeur", _("Attendu : un texte d'au plus 255 caractères."))
    text = value.strip()
    if "\0" in text:
        raise RuleFault("valeur", _("Un caractère de contrôle n'est pas accepté."))
    if field.choices and text not in field.choices:
        raise RuleFault("valeur", _("Attendu : %(codes)s.") % {"codes": ", ".join(field.choices)})
    if not field.area:
        return text
    try:
        return UUID(text)
    except ValueError:
        raise RuleFault("valeur", _("Attendu : l'identifiant (UUID) d'un lieu.")) from None


def _read_list(field: EligibilityField, value: Any) -> tuple[Any, ...]:
    """Return the values of `in`, sent as a list or as text with commas, each once."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not 0 < len(items) <= MAX_LIST:
        raise RuleFault("valeur", _("Attendu : une liste de 1 à %(most)d valeurs.") % {"most": MAX_LIST})
    return tuple(dict.fromkeys(_read_text(field, item) for item in items))


def serialize_value(condition: Condition) -> Any:
    """Return the value of a condition as JSON has it."""
    if condition.operator == "in":
        return [str(item) for item in condition.value]
    if condition.field.kind == STRING:
        return str(condition.value)
    return serialize_number(condition.value) if condition.field.kind == NUMBER else condition.value


def serialize_number(number: Decimal | float | None) -> int | float | None:
    """Return a number as JSON has it: whole ones without a fraction."""
    if number is None:
        return None
    return int(number) if number == int(number) else float(number)
