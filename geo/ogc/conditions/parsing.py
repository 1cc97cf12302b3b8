"""Parse CQL2 text and JSON to the tree of CQL2 JSON.

The parser descends recursively in native code, where a deep nesting would end the process: depth and length are limited
before it sees the text.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import cql2
from django.utils.translation import gettext as _

from geo.ogc.conditions.terms import ConditionError

TEXT_LANGUAGE: Final = "cql2-text"
JSON_LANGUAGE: Final = "cql2-json"
MAX_LENGTH: Final = 20_000
MAX_DEPTH: Final = 50
MAX_OPERATORS: Final = 1_000
# What nests without a bracket: the parser ends the process at some thousands of them.
OPERATORS: Final = re.compile(r"NOT|DIV|LIKE|IN|[-+*/^%=<>]", re.IGNORECASE)


def parse_condition(text: str, language: str) -> Any:
    """Return the tree of a CQL2 filter in text or JSON. Raises ConditionError."""
    if len(text) > MAX_LENGTH:
        raise ConditionError(_("Le filtre dépasse %(size)d caractères.") % {"size": MAX_LENGTH})
    if measure_depth(text) > MAX_DEPTH or count_operators(text) > MAX_OPERATORS:
        raise build_depth_error()
    tree = read_json(text) if language == JSON_LANGUAGE else read_text(text)
    if measure_tree(tree) > MAX_DEPTH:
        raise build_depth_error()
    return tree


def build_depth_error() -> ConditionError:
    return ConditionError(_("Le filtre est trop imbriqué (au plus %(depth)d niveaux).") % {"depth": MAX_DEPTH})


def read_text(text: str) -> Any:
    """Return the tree of CQL2 text. Raises ConditionError."""
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


def count_operators(text: str) -> int:
    """Return how many operators could nest without brackets."""
    return sum(1 for _found in OPERATORS.finditer(text))


def measure_tree(tree: Any) -> int:
    """Return the deepest nesting of operators in a parsed filter: "a + 1 + 1" has no bracket and two levels."""
    deepest = 0
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        inner = node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ()
        below = depth + (isinstance(node, Mapping) and "op" in node)
        waiting.extend((each, below) for each in inner)
    return deepest


def name_fault(error: Exception) -> str:
    """Return the line of a parser's message that says what was expected."""
    lines = [line.strip(" =\t") for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""
