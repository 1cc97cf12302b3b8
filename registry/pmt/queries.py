"""Query PMT methods: the method in force, and places in a definition which do not exist."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet
from django.utils import timezone

from registry.pmt.filters import MethodFilters, filter_methods_valid_on
from registry.pmt.formula.definition import Definition, parse_definition
from registry.pmt.formula.variables import AREA_KIND, AREA_LEVELS, PLACE_WEIGHTS_KIND
from registry.pmt.models import PmtMethod
from registry.pmt.rules import Thresholds


def read_definition(method: PmtMethod) -> Definition:
    """Return the parsed formula of a method.

    Raises VALIDATION_ERROR when the stored formula is invalid, because it was written by other means.
    """
    return parse_definition(
        {
            "intercept": method.intercept,
            "termes": method.termes,
            "transformation": method.transformation,
            "seuils": method.seuils,
            "seuil_pauvrete": method.seuil_pauvrete,
        }
    )


def read_thresholds(method: PmtMethod) -> Thresholds:
    """Return the thresholds of a method."""
    named = {name: Decimal(str(limit)) for name, limit in method.seuils.items()}
    return Thresholds(**named, eligible=method.seuil_pauvrete)


def find_method_in_force(day: date | None = None) -> PmtMethod | None:
    """Return the version of the default method valid on `day` (today when None), or None."""
    defaults = PmtMethod.objects.filter(par_defaut=True)
    return filter_methods_valid_on(defaults, day or timezone.localdate()).first()


def find_thresholds_in_force() -> Thresholds:
    """Return the thresholds for scores which are entered directly: those of the method in force, or the defaults."""
    method = find_method_in_force()
    return read_thresholds(method) if method else Thresholds()


def filter_methods(query: dict[str, Any]) -> QuerySet[PmtMethod]:
    """Return methods under the filters of the list, newest version first."""
    return MethodFilters.filter_rows(PmtMethod.objects.all(), query)


def compute_next_version(family: Any) -> int:
    highest = PmtMethod.objects.filter(famille=family).aggregate(highest=Max("version"))["highest"]
    return (highest or 0) + 1


def find_unknown_places(definition: Definition) -> dict[str, list[str]]:
    """Return the codes of places in a definition which do not exist, by the path of the term."""
    named: dict[str, set[str]] = {}
    for term in definition.terms:
        for level, codes in _collect_place_codes(term).items():
            named.setdefault(level, set()).update(codes)
    known = {level: _find_known_codes(level, codes) for level, codes in named.items()}
    found = {}
    for place, term in enumerate(definition.terms):
        lost = sorted(
            {code for level, codes in _collect_place_codes(term).items() for code in codes if code not in known[level]}
        )
        if lost:
            found[f"termes.{place}.valeur"] = lost
    return found


def _collect_place_codes(term: Any) -> dict[str, list[str]]:
    """Return the codes of places of a term, by level."""
    if term.variable.kind == PLACE_WEIGHTS_KIND:
        return {level: list(codes) for level, codes in term.value.items() if level in AREA_LEVELS}
    if term.variable.kind == AREA_KIND:
        return {term.variable.name: term.value if isinstance(term.value, list) else [term.value]}
    return {}


def _find_known_codes(level: str, codes: set[str]) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT code FROM {AREA_LEVELS[level][1]} WHERE code = ANY(%s)", [sorted(codes)])
        return {row[0] for row in cursor.fetchall()}
