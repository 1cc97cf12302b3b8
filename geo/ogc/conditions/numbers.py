"""Compute with numbers in a condition, in double precision."""

from typing import Final

from django.db.models import FloatField
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast, Floor, Mod, Power
from django.utils.translation import gettext as _

from geo.ogc.conditions.terms import NUMBER, ConditionError, Term

ARITHMETIC: Final = ("+", "-", "*", "/", "^", "%", "div")


def combine_numbers(operator: str, left: Term, right: Term) -> Term:
    """Return the number that an operator makes of two. Raises ConditionError for another kind."""
    if left.kind != NUMBER or right.kind != NUMBER:
        raise ConditionError(_("« %(operator)s » attend des nombres.") % {"operator": operator})
    first, second = (Cast(term.expression, FloatField()) for term in (left, right))
    if operator == "^":
        return Term(Power(first, second), NUMBER)
    if operator == "%":
        # The remainder is one of decimal numbers in PostgreSQL.
        return Term(Cast(Mod(first, second), FloatField()), NUMBER)
    combined = CombinedExpression(first, "/" if operator == "div" else operator, second, output_field=FloatField())
    return Term(Floor(combined) if operator == "div" else combined, NUMBER)
