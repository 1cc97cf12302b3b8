"""Filter the figures of dashboards."""

from config.filters import FilterSet, UUIDFilter


class PaymentChartFilters(FilterSet):
    """Filter the payments of a chart."""

    region = UUIDFilter("region_id")


class DashboardFilters(PaymentChartFilters):
    """Filter the sums by day; complaints and budgets have no programme column of their own."""

    programme = UUIDFilter("programme_id")
