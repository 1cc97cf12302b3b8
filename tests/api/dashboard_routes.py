"""The routes of dashboards."""

from tests.api.route import Route

DASHBOARD_ROUTES = {
    "api/dashboard/a-faire": Route(),
    "api/dashboard/stats": Route(others=(({}, {"region": "{region}"}), ({}, {"programme": "{programme}"}))),
    "api/dashboard/recent-activity": Route(others=tuple(({}, {"type": kind}) for kind in ("menage", "plainte"))),
    "api/dashboard/payments-chart": Route(others=(({}, {"region": "{region}"}),)),
    "api/dashboard/regions-distribution": Route(),
    "api/dashboard/complaints-overview": Route(),
}
