"""Filter saved views."""

from config.filters import CharFilter, FilterSet


class SavedViewFilters(FilterSet):
    """Filter the list of views by the page that they are of."""

    ecran = CharFilter("ecran", max_length=20)
