"""Filter sheets."""

from config.filters import ChoiceFilter, FilterSet, IntegerFilter, UUIDFilter
from transfers.execution.sheets.models import SheetState


class SheetFilters(FilterSet):
    """Filter the list and the prints of sheets; `numeroMin` and `numeroMax` name a range of numbers."""

    region = UUIDFilter("region_id")
    lieu = UUIDFilter("lieu_id")
    point = UUIDFilter("point_id")
    etat = ChoiceFilter(choices=SheetState.choices)
    numero_min = IntegerFilter("numero", "gte")
    numero_max = IntegerFilter("numero", "lte")
