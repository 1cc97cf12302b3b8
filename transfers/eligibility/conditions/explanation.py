"""Say in words what a rule expects, what a household has, and what follows."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from registry.households.models import Sexe
from transfers.eligibility.conditions.catalogue import CODE_LABELS, OPERATOR_LABELS
from transfers.eligibility.conditions.definition import Condition, EligibilityRule, serialize_number
from transfers.eligibility.types import PeopleFilter, RuleVerdict

AreaNames = Mapping[UUID, str]
# Decimals of a household's value in a sentence; more where it would else read as what it is compared with.
DECIMALS: Final = (2, 6)


def describe_people(people: PeopleFilter) -> str:
    """Describe persons by sex, age and disability."""
    parts = []
    if people.sexe:
        parts.append(_("femmes") if people.sexe == Sexe.F else _("hommes"))
    if people.age_min is not None:
        parts.append(ngettext("au moins %(n)d an", "au moins %(n)d ans", people.age_min) % {"n": people.age_min})
    if people.age_max is not None:
        parts.append(ngettext("au plus %(n)d an", "au plus %(n)d ans", people.age_max) % {"n": people.age_max})
    if people.handicap is not None:
        parts.append(_("avec un handicap") if people.handicap else _("sans handicap"))
    return ", ".join(parts) or _("tous")


def describe_field(condition: Condition) -> str:
    """Return the label of the field, with the persons whom it counts."""
    label = str(condition.field.label)
    if condition.people is None:
        return label
    return _("%(field)s : %(people)s") % {"field": label, "people": describe_people(condition.people)}


def describe_condition(condition: Condition, names: AreaNames) -> str:
    """Describe what a rule expects: `est inférieur ou égal à 60`."""
    operator = str(OPERATOR_LABELS[condition.operator])
    value = _write(present_value(condition.value, names), is_coded=bool(condition.field.choices))
    if condition.operator == "between":
        return _("%(operator)s %(low)s et %(high)s") % {
            "operator": operator,
            "low": value,
            "high": _write(present_value(condition.upper, names)),
        }
    return f"{operator} {value}"


def present_value(value: Any, names: AreaNames) -> Any:
    """Return a value for an answer: numbers as numbers, areas by name."""
    if isinstance(value, tuple):
        return [present_value(item, names) for item in value]
    if isinstance(value, UUID):
        return names.get(value, str(value))
    if isinstance(value, Decimal) or (isinstance(value, float) and not isinstance(value, bool)):
        return serialize_number(value)
    return value


def build_verdict(rule: EligibilityRule, is_valid: bool, real: Any, names: AreaNames, origin: str) -> RuleVerdict:
    """Return the verdict of one rule on one household; `real` is null when the value is missing."""
    condition = rule.condition
    expected = present_value(condition.value, names)
    if condition.operator == "between":
        expected = [expected, present_value(condition.upper, names)]
    found = present_value(real, names)
    return RuleVerdict(
        regle=rule.name,
        valide=is_valid,
        valeur_attendue=expected,
        valeur_reelle=found,
        champ=condition.field.name,
        operateur=condition.operator,
        obligatoire=rule.is_required,
        origine=origin,
        explication=_explain(rule, is_valid, found, names),
    )


def build_criterion_verdict(label: str, is_valid: bool, expected: Any, real: Any, origin: str) -> RuleVerdict:
    """Return the verdict of a programme's own criterion on one household."""
    wanted, found = present_value(expected, {}), present_value(real, {})
    parts = {"field": label, "expected": _write(wanted, is_coded=True), "value": _write(found, is_coded=True)}
    return RuleVerdict(
        regle=label,
        valide=is_valid,
        valeur_attendue=wanted,
        valeur_reelle=found,
        champ=None,
        operateur=None,
        obligatoire=True,
        origine=origin,
        explication=_compose_sentence(is_valid, found, parts),
    )


def _compose_sentence(is_valid: bool, found: Any, parts: dict[str, str]) -> str:
    if found is None:
        return _("%(field)s : valeur inconnue, donc non rempli (attendu : %(expected)s).") % parts
    if is_valid:
        return _("%(field)s : %(value)s, rempli (attendu : %(expected)s).") % parts
    return _("%(field)s : %(value)s, non rempli (attendu : %(expected)s).") % parts


def _explain(rule: EligibilityRule, is_valid: bool, found: Any, names: AreaNames) -> str:
    condition = rule.condition
    label = describe_field(condition)
    unit = None if condition.people else condition.field.unit
    parts = {
        "field": f"{label} ({unit})" if unit else label,
        "expected": describe_condition(condition, names),
        "value": _write(_round(found, condition), is_coded=bool(condition.field.choices)),
    }
    sentence = _compose_sentence(is_valid, found, parts)
    return sentence if is_valid or not rule.message else f"{sentence} {rule.message}"


def _round(found: Any, condition: Condition) -> Any:
    """Return a value with as many decimals as tell it from the limits of the condition."""
    if not isinstance(found, float):
        return found
    limits = [float(limit) for limit in (condition.value, condition.upper) if limit is not None]
    shown = (round(found, places) for places in DECIMALS)
    return next((value for value in shown if value == found or value not in limits), found)


def _write(value: Any, *, is_coded: bool = False) -> str:
    """Return a value in words; with `is_coded` texts are codes of an enumeration."""
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if isinstance(value, list):
        return ", ".join(_write(item, is_coded=is_coded) for item in value)
    if isinstance(value, str) and is_coded:
        return str(CODE_LABELS.get(value, value))
    return number_format(value) if isinstance(value, int | float) else str(value)
