"""Compare terms: the database's own operators, so that a missing value is neither equal nor different."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Q, UUIDField, Value
from django.db.models.lookups import (
    Exact,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Lookup,
)
from django.utils.translation import gettext as _

from geo.ogc.conditions.terms import (
    DATE,
    GEOMETRY,
    INSTANT,
    ORDERED,
    TEXT,
    UUID_KIND,
    ConditionError,
    Term,
)


class Different(Lookup):
    """Compare by `<>`: unlike the negation of `=`, a missing value is not different."""

    lookup_name = "different"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        lhs, lhs_params = self.process_lhs(compiler, connection)
        rhs, rhs_params = self.process_rhs(compiler, connection)
        return f"{lhs} <> {rhs}", [*lhs_params, *rhs_params]


class Like(Lookup):
    """Compare by LIKE with the pattern as it was sent: `%` for any characters, `_` for one, a backslash before them."""

    lookup_name = "like_pattern"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        lhs, lhs_params = self.process_lhs(compiler, connection)
        rhs, rhs_params = self.process_rhs(compiler, connection)
        return f"{lhs} LIKE {rhs}", [*lhs_params, *rhs_params]


COMPARISONS: Final[dict[str, type[Lookup]]] = {
    "=": Exact,
    "<>": Different,
    "<": LessThan,
    "<=": LessThanOrEqual,
    ">": GreaterThan,
    ">=": GreaterThanOrEqual,
}
EQUALITY: Final = frozenset({"=", "<>"})


def compare_terms(operator: str, left: Term, right: Term) -> Q:
    """Return the condition of a comparison. Raises ConditionError for terms of two kinds."""
    left, right = convert_identity(left, right), convert_identity(right, left)
    require_one_kind(left, right)
    if operator not in EQUALITY and left.kind not in ORDERED:
        raise ConditionError(_("« %(operator)s » ne compare pas de telles valeurs.") % {"operator": operator})
    return Q(COMPARISONS[operator](left.expression, right.expression))


def convert_identity(term: Term, other: Term) -> Term:
    """Return a literal text as a UUID when it is compared with one. Raises ConditionError for another text."""
    if not (term.is_literal and term.kind == TEXT and other.kind == UUID_KIND):
        return term
    try:
        return Term(Value(UUID(term.expression.value), UUIDField()), UUID_KIND, is_literal=True)
    except ValueError as error:
        raise ConditionError(_("« %(value)s » n'est pas un UUID.") % {"value": term.expression.value[:60]}) from error


def require_one_kind(left: Term, right: Term) -> None:
    """Raise ConditionError unless two terms can be compared: days and instants can, shapes only by functions."""
    kinds = {left.kind, right.kind}
    if GEOMETRY in kinds or (len(kinds) > 1 and not kinds <= {DATE, INSTANT}):
        message = _("Le filtre compare deux sortes de valeurs : %(left)s et %(right)s.")
        raise ConditionError(message % {"left": left.kind, "right": right.kind})


def is_null(term: Term) -> Q:
    """Return the condition that a value is missing."""
    if term.kind == GEOMETRY:
        raise ConditionError(_("Tous les objets d'une couche ont une position."))
    return Q(IsNull(term.expression, True))


def is_like(term: Term, pattern: Term) -> Q:
    """Return the condition that a text has a pattern. Raises ConditionError."""
    if term.kind != TEXT or pattern.kind != TEXT:
        raise ConditionError(_("LIKE compare un texte avec un modèle."))
    text = getattr(pattern.expression, "value", "")
    if (len(text) - len(text.rstrip("\\"))) % 2:
        raise ConditionError(_("Le modèle de LIKE finit par une barre oblique inverse."))
    return Q(Like(term.expression, pattern.expression))


def is_between(term: Term, low: Term, high: Term) -> Q:
    """Return the condition that a value lies between two, which are included."""
    return compare_terms(">=", term, low) & compare_terms("<=", term, high)


def find_in_list(term: Term, options: list[Term]) -> Q:
    """Return the condition that a value is one of a list: of literals in one comparison. Raises ConditionError."""
    if not options:
        raise ConditionError(_("La liste de IN est vide."))
    if not all(option.is_literal for option in options):
        return Q(*(compare_terms("=", term, option) for option in options), _connector=Q.OR)
    converted = [convert_identity(option, term) for option in options]
    for option in converted:
        require_one_kind(term, option)
    return Q(In(term.expression, [option.expression for option in converted]))
