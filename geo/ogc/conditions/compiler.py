"""Compile the tree of a CQL2 filter to a condition of the ORM."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _

from geo.ogc.conditions.comparisons import COMPARISONS, compare_terms, find_in_list, is_between, is_like, is_null
from geo.ogc.conditions.literals import read_literal
from geo.ogc.conditions.numbers import ARITHMETIC, combine_numbers
from geo.ogc.conditions.shapes import SPATIAL, relate_shapes
from geo.ogc.conditions.terms import FLAG, ConditionError, Term
from geo.ogc.conditions.words import WORD_FUNCTIONS, fold_words
from geo.ogc.types import ReferenceSystem

MAX_ARGUMENTS: Final = 1_000


class ConditionCompiler:
    """Compile conditions on the properties of one layer; `properties` maps a public name to its term.

    Shapes are in the reference system `system`.
    """

    def __init__(self, properties: Mapping[str, Term], system: ReferenceSystem) -> None:
        self.properties = properties
        self.system = system

    def compile_condition(self, node: Any) -> Q:
        """Return the condition of a node. Raises ConditionError."""
        if not isinstance(node, Mapping) or "op" not in node:
            return self._read_flag(node)
        operator, arguments = str(node["op"]).lower(), node.get("args")
        if not isinstance(arguments, list):
            arguments = [arguments]
        if len(arguments) > MAX_ARGUMENTS:
            raise ConditionError(_("Le filtre a trop de valeurs."))
        compile_operator = self._find_operator(operator)
        try:
            return compile_operator(arguments)
        except (ValueError, IndexError) as error:
            raise ConditionError(_("« %(operator)s » a des arguments inattendus.") % {"operator": operator}) from error

    def _find_operator(self, operator: str) -> Callable[[list[Any]], Q]:
        if operator in COMPARISONS:
            return lambda arguments: compare_terms(operator, *self._compile_terms(arguments, 2))
        if operator in SPATIAL:
            return lambda arguments: relate_shapes(operator, *self._compile_terms(arguments, 2))
        own: dict[str, Callable[[list[Any]], Q]] = {
            "and": self._compile_all,
            "or": self._compile_any,
            "not": self._compile_not,
            "isnull": lambda arguments: is_null(*self._compile_terms(arguments, 1)),
            "like": lambda arguments: is_like(*self._compile_terms(arguments, 2)),
            "between": lambda arguments: is_between(*self._compile_terms(flatten(arguments), 3)),
            "in": self._compile_in,
        }
        if operator not in own:
            raise ConditionError(_("L'opérateur « %(operator)s » n'est pas connu.") % {"operator": operator[:60]})
        return own[operator]

    def _compile_all(self, arguments: list[Any]) -> Q:
        return Q(*(self.compile_condition(each) for each in require_some(arguments)))

    def _compile_any(self, arguments: list[Any]) -> Q:
        return Q(*(self.compile_condition(each) for each in require_some(arguments)), _connector=Q.OR)

    def _compile_not(self, arguments: list[Any]) -> Q:
        (condition,) = arguments
        return ~self.compile_condition(condition)

    def _compile_in(self, arguments: list[Any]) -> Q:
        value, options = arguments
        if not isinstance(options, list):
            raise ValueError(options)
        return find_in_list(self.compile_term(value), [self.compile_term(each) for each in options])

    def _read_flag(self, node: Any) -> Q:
        """Return the condition that a boolean, or a property that is one, is true."""
        term = self.compile_term(node)
        if term.kind != FLAG:
            raise ConditionError(_("Une condition est attendue."))
        return compare_terms("=", term, read_literal(True, self.system))

    def _compile_terms(self, arguments: list[Any], count: int) -> list[Term]:
        if len(arguments) != count:
            raise ValueError(count)
        return [self.compile_term(each) for each in arguments]

    def compile_term(self, node: Any) -> Term:
        """Return the term of a node: a property, a literal, or what a function makes of them. Raises ConditionError."""
        if isinstance(node, Mapping) and "property" in node:
            return self._find_property(node["property"])
        if isinstance(node, Mapping) and "op" in node:
            return self._call_function(str(node["op"]).lower(), node.get("args"))
        return read_literal(node, self.system)

    def _find_property(self, name: Any) -> Term:
        term = self.properties.get(str(name))
        if term is None:
            known = ", ".join(self.properties)
            message = _("La propriété « %(name)s » n'existe pas. Propriétés : %(known)s.")
            raise ConditionError(message % {"name": str(name)[:60], "known": known})
        return term

    def _call_function(self, name: str, arguments: Any) -> Term:
        given = arguments if isinstance(arguments, list) else [arguments]
        if name in ARITHMETIC:
            return combine_numbers(name, *self._compile_terms(given, 2))
        if name in WORD_FUNCTIONS:
            return fold_words(name, *self._compile_terms(given, 1))
        raise ConditionError(_("La fonction « %(name)s » n'est pas connue.") % {"name": name[:60]})


def flatten(arguments: list[Any]) -> list[Any]:
    """Return the arguments with the items of those that are lists in their place: both forms of `between` are written."""
    found: list[Any] = []
    for each in arguments:
        found.extend(each if isinstance(each, list) else [each])
    return found


def require_some(arguments: list[Any]) -> list[Any]:
    if not arguments:
        raise ValueError
    return arguments
