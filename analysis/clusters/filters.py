"""Filter the households whose scores are compared."""

from config.filters import FilterSet, IdsFilter


class ClusterFilters(FilterSet):
    """Filter households by region: a mean by category would compare categories with themselves."""

    region = IdsFilter("region_id")
