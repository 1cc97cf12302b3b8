"""Filter layers of the map."""

from config.filters import BooleanFilter, CharFilter, FilterSet, IdsFilter, UUIDFilter


class AreaFilters(FilterSet):
    """Filter rows by the areas that they lie in."""

    region = IdsFilter("region_id")
    secteur = IdsFilter("secteur_id")
    localite = IdsFilter("localite_id")


class TileFilters(AreaFilters):
    """Describe the filters of tiles and exports.

    Each layer has its own, listed in its TileJSON, which validate and apply them (`parse_layer_filters`).
    """

    categorie = CharFilter()
    eligible = BooleanFilter(default=None, allow_null=True)
    milieu = CharFilter()
    import_job = UUIDFilter(name="import")
    plan = CharFilter()
