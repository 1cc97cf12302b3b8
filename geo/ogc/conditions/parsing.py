"""Parse CQL2 text and JSON to the tree of CQL2 JSON.

The parser descends recursively in native code, where a deep nesting would end the process: depth and length are limited
before it sees the text.
"""

import json
from typing import Any, Final

import cql2
from django.utils.translation import gettext as _

from geo.ogc.conditions.terms import ConditionError

TEXT_LANGUAGE: Final = "cql2-text"
JSON_LANGUAGE: Final = "cql2-json"
MAX_LENGTH: Final = 20_000
MAX_DEPTH: Final = 50
MAX_OPERATORS: Final = 500
# Words that nest without a bracket.
PREFIXES: Final = ("NOT", "-")


def parse_condition(text: str, language: str) -> Any:
    """Return the tree of a CQL2 filter in text or JSON. Raises ConditionError."""
    if len(text) > MAX_LENGTH:
        raise ConditionError(_("Le filtre dépasse %(size)d caractères.") % {"size": MAX_LENGTH})
    if measure_depth(text) > MAX_DEPTH or count_prefixes(text) > MAX_OPERATORS:
        raise ConditionError(_("Le filtre est trop imbriqué (au plus %(depth)d niveaux).") % {"depth": MAX_DEPTH})
    if language == JSON_LANGUAGE:
        return read_json(text)
    try:
        return cql2.parse_text(text).to_json()
    except (cql2.ParseError, ValueError) as error:
        raise ConditionError(_("Ce n'est pas un filtre CQL2 : %(fault)s") % {"fault": name_fault(error)}) from error


def read_json(text: str) -> Any:
    """Return the tree of CQL2 JSON, which the parser of CQL2 has accepted. Raises ConditionError."""
    try:
        tree = json.loads(text, parse_constant=refuse_constant)
        cql2.parse_json(text)
    except (cql2.ParseError, ValueError, RecursionError) as error:
        raise ConditionError(_("Ce n'est pas un filtre CQL2 en JSON.")) from error
    return tree


def refuse_constant(name: str) -> Any:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(name)


def measure_depth(text: str) -> int:
    """Return the deepest nesting of brackets in a text; brackets within quotes count too, which only refuses more."""
    depth = deepest = 0
    for character in text:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest


def count_prefixes(text: str) -> int:
    """Return how many operators could nest without brackets."""
    upper = text.upper()
    return sum(upper.count(prefix) for prefix in PREFIXES)


def name_fault(error: Exception) -> str:
    """Return the line of a parser's message that says what was expected."""
    lines = [line.strip(" =\t") for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""
