"""Count households, complaints and payments by hexagon.

A count that is part of another is its mean as 0 or 1 times the number of rows: it is of the same cells, however many.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.conf import settings
from django.db.models import Case, DecimalField, ExpressionWrapper, F, Q, QuerySet, Value, When
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone

from analysis.density.api import count_cells, count_inhabitants, draw_cells, find_points
from analysis.hexagons.filters import HexagonFilters
from config.caller import Caller
from config.errors.problems import forbidden
from transfers.complaints.models import OPEN_STATUSES
from transfers.payments.models import Payment, PaymentStatus

Place = tuple[int, int]
Figures = dict[Place, dict[str, Any]]
MONEY: Final = DecimalField(max_digits=18, decimal_places=2)
ROUND: Final = 2


def list_hexagons(
    user: Caller, group: str, size: float, filters: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], int]:
    """Return the hexagons with figures of a group (menages, plaintes, paiements) as GeoJSON, and their number.

    Every hexagon with households is among them, so that nothing is not mistaken for nobody. At most MAP_LIST_MAX_ITEMS
    are returned. Raises FORBIDDEN without the permission to read single rows, of which a small hexagon would tell.
    """
    if group == "paiements" and not user.holds("transferts.lire"):
        raise forbidden()
    found = _count_households(user, size, filters)
    if group == "menages":
        _add_shares(found, user, size, filters)
    else:
        if user.holds("transferts.lire"):
            people = count_cells(_find("beneficiaires", user, filters), size, "hexagone")
            _merge(found, "beneficiaires", people)
        add = _add_complaints if group == "plaintes" else _add_payments
        add(found, user, size, filters)
    places = sorted(found)[: settings.MAP_LIST_MAX_ITEMS]
    rings: Any = draw_cells([(*place, 0, None, 0) for place in places], size, "hexagone") if places else []
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Polygon", "coordinates": [ring]},
            "properties": {"id": f"{place[0]}/{place[1]}", **found[place]},
        }
        for place, ring in zip(places, rings, strict=True)
    ]
    return features, len(found)


def _find(name: str, user: Caller, filters: Mapping[str, Any]) -> QuerySet[Any]:
    rows = find_points(name, user, filters)
    if rows is None:
        raise LookupError(f"{name} are no type of points")
    return rows


def _count_households(user: Caller, size: float, filters: Mapping[str, Any]) -> Figures:
    cells = count_cells(_find("menages", user, filters), size, "hexagone")
    return {
        (column, row): {"totalMenages": count, "scorePmtMoyen": None if score is None else round(score, ROUND)}
        for column, row, count, score, _ in cells
    }


def _add_shares(found: Figures, user: Caller, size: float, filters: Mapping[str, Any]) -> None:
    rows = _mark(_find("menages", user, filters), Q(eligible_programme=True))
    _merge_part(found, "menagesEligibles", count_cells(rows, size, "hexagone", "part"))


def _add_complaints(found: Figures, user: Caller, size: float, filters: Mapping[str, Any]) -> None:
    """Add complaints, those of them that are open and those that are late, and their rates per 1,000."""
    rows = _find("plaintes", user, filters)
    is_open = Q(statut__in=OPEN_STATUSES)
    is_late = is_open & Q(suspendue_depuis=None, echeance__lt=timezone.localdate())
    opened = count_cells(_mark(rows, is_open), size, "hexagone", "part")
    _merge(found, "plaintes", opened)
    _merge_part(found, "ouvertes", opened)
    _merge_part(found, "enRetard", count_cells(_mark(rows, is_late), size, "hexagone", "part"))
    inhabitants = count_inhabitants(user, size, "hexagone", filters)
    for place, figures in found.items():
        figures["population"] = inhabitants.get(place)
        figures["tauxHabitants"] = _divide(figures["plaintes"] * 1000, figures["population"] or 0, 1)
        figures["tauxMenages"] = _divide(figures["plaintes"] * 1000, figures["totalMenages"], 1)
        figures["tauxBeneficiaires"] = _divide(figures["plaintes"] * 1000, figures.get("beneficiaires", 0), 1)


def _add_payments(found: Figures, user: Caller, size: float, filters: Mapping[str, Any]) -> None:
    """Add what was paid to households that have a position, in XOF. Its mean has two decimals: hundredths of XOF."""
    paid = Payment.objects.visible_to(user).filter(statut=PaymentStatus.REUSSI, date_execution__isnull=False)
    rows = HexagonFilters.filter_rows(paid, filters).filter(beneficiaire__menage__geom__isnull=False)
    hundredth = Cast(Coalesce("montant_recu", "montant"), MONEY) * Value(Decimal("0.01"), output_field=MONEY)
    rows = rows.annotate(geom=F("beneficiaire__menage__geom"), part=ExpressionWrapper(hundredth, output_field=MONEY))
    cells = count_cells(rows, size, "hexagone", "part")
    _merge(found, "paiements", cells)
    _merge_part(found, "montant", cells, scale=100)
    inhabitants = count_inhabitants(user, size, "hexagone", filters)
    for place, figures in found.items():
        figures["population"] = inhabitants.get(place)
        figures["montantParHabitant"] = _divide(figures["montant"], figures["population"] or 0, ROUND)
        figures["montantParMenage"] = _divide(figures["montant"], figures["totalMenages"], ROUND)


def _mark(rows: QuerySet[Any], condition: Q) -> QuerySet[Any]:
    """Annotate `part`: 1 for rows that meet the condition, else 0."""
    part = Case(When(condition, then=Value(Decimal(1))), default=Value(Decimal(0)), output_field=MONEY)
    marked: QuerySet[Any] = rows.annotate(part=part)
    return marked


def _merge(found: Figures, name: str, cells: list[Any]) -> None:
    """Add the number of rows of each cell, 0 where there is none."""
    for column, row, count, *_ in cells:
        found.setdefault((column, row), {"totalMenages": 0, "scorePmtMoyen": None})[name] = count
    for figures in found.values():
        figures.setdefault(name, 0)


def _merge_part(found: Figures, name: str, cells: list[Any], scale: int = 1) -> None:
    """Add the sum of what the mean of each cell is of, 0 where there is none."""
    for column, row, count, mean, _ in cells:
        found[column, row][name] = round((mean or 0) * count * scale)
    for figures in found.values():
        figures.setdefault(name, 0)


def _divide(part: float, whole: float, digits: int) -> float | None:
    return round(part / whole, digits) if whole else None
