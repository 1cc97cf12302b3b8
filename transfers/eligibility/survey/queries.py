"""Judge the households of a survey by rules, with the compiler that judges those of the registry."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.db import connection

from transfers.eligibility.conditions.compiler import compile_rules
from transfers.eligibility.conditions.definition import EligibilityRule, RuleDefinition
from transfers.eligibility.survey.rules import name_column
from transfers.eligibility.types import BOOLEAN, NUMBER, STRING, EligibilityField

COLUMN_TYPES: Final = {NUMBER: "numeric", STRING: "text", BOOLEAN: "boolean"}


def list_read_fields(definition: RuleDefinition) -> set[str]:
    """Return under which names a survey may have what the active rules read of a household itself."""
    return {name_column(rule.condition.field.name) for rule in definition.active_rules if not rule.condition.people}


def list_absent_fields(definition: RuleDefinition, known: Collection[str]) -> list[str]:
    """Return the names of the fields that active rules read and the survey has not; it never counts persons."""
    rules = _list_rules(definition, known, is_known=False)
    return list(dict.fromkeys(name_column(rule.condition.field.name) for rule in rules))


def judge_households(
    definition: RuleDefinition, households: Sequence[dict[str, Any]], known: Collection[str]
) -> list[bool] | None:
    """Return whether the rules take each household, given by the values of its fields.

    Rules about a field that is not `known` are left out: the survey does not say that a household fails them. None when
    none is left. A value that one household lacks fails the rule, as in the registry.
    """
    rules = _list_rules(definition, known, is_known=True)
    if not rules:
        return None
    fields = list(dict.fromkeys(rule.condition.field for rule in rules))
    columns = {field.name: f"v{place}" for place, field in enumerate(fields)}
    compiled = compile_rules(RuleDefinition(definition.logic, tuple(_read_survey(rule, columns) for rule in rules)))
    arrays = {
        columns[field.name]: [_convert(field, row.get(name_column(field.name))) for row in households]
        for field in fields
    }
    typed = ", ".join(f"%({columns[field.name]})s::{_find_type(field)}[]" for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT ({compiled.condition}) IS TRUE FROM unnest({typed}) WITH ORDINALITY"
            f" AS m ({', '.join(arrays)}, ordre) ORDER BY ordre",
            compiled.params | arrays,
        )
        return [row[0] for row in cursor.fetchall()]


def _list_rules(definition: RuleDefinition, known: Collection[str], *, is_known: bool) -> list[EligibilityRule]:
    return [
        rule
        for rule in definition.active_rules
        if (rule.condition.people is None and name_column(rule.condition.field.name) in known) == is_known
    ]


def _read_survey(rule: EligibilityRule, columns: dict[str, str]) -> EligibilityRule:
    """Return a rule that reads the column of a survey instead of the registry."""
    field = replace(rule.condition.field, sql=f"m.{columns[rule.condition.field.name]}", source=None)
    return replace(rule, condition=replace(rule.condition, field=field))


def _find_type(field: EligibilityField) -> str:
    return "uuid" if field.area else COLUMN_TYPES[field.kind]


def _convert(field: EligibilityField, value: Any) -> Any:
    """Return a value as its column has it: areas are ids, and no other text names one."""
    if not field.area or value is None:
        return value
    try:
        return UUID(value)
    except ValueError:
        return None
