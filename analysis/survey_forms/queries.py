"""Query the areas of the country as choices of a form."""

from analysis.survey_forms.types import Choice
from geo.areas.models import Region, Sector


def list_area_choices() -> dict[str, tuple[Choice, ...]]:
    """Return the regions and their sectors by code, under their own names in both languages."""
    regions = Region.objects.order_by("nom", "id").values_list("code", "nom")
    sectors = Sector.objects.order_by("region__nom", "nom", "id").values_list("code", "nom", "region__code")
    return {
        "regions": tuple(Choice(code or "", name, name) for code, name in regions),
        "secteurs": tuple(Choice(code or "", name, name, parent or "") for code, name, parent in sectors),
    }
