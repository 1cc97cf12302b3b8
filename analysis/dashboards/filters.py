"""Filter the figures of dashboards."""

from config.filters import FilterSet, UUIDFilter


class PaymentChartFilters(FilterSet):
    """Filter the payments of a chart."""

    region = UUIDFilter("region_id")
