"""Fold texts in a condition: case, accents."""

from typing import Final

from django.db.models import Func, TextField
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from geo.ogc.conditions.terms import TEXT, ConditionError, Term


class WithoutAccents(Func):
    """Remove accents (the extension unaccent)."""

    function = "unaccent"
    output_field = TextField()


WORD_FUNCTIONS: Final = {"casei": Lower, "accenti": WithoutAccents}


def fold_words(name: str, term: Term) -> Term:
    """Return a text without its case or its accents. Raises ConditionError for another kind."""
    if term.kind != TEXT:
        raise ConditionError(_("« %(name)s » attend un texte.") % {"name": name})
    return Term(WORD_FUNCTIONS[name](term.expression), TEXT, is_literal=False)
