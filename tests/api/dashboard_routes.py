"""The routes of dashboards."""

from tests.api.route import Route, one

DASHBOARD_ROUTES = {
    "api/dashboard/a-faire": Route(),
    "api/dashboard/stats": Route(others=(({}, {"region": "{region}"}), ({}, {"programme": "{programme}"}))),
    "api/dashboard/recent-activity": Route(others=tuple(({}, {"type": kind}) for kind in ("menage", "plainte"))),
    "api/dashboard/payments-chart": Route(others=(({}, {"region": "{region}"}),)),
    "api/dashboard/regions-distribution": Route(),
    "api/dashboard/complaints-overview": Route(),
    "api/dashboard/menages-composition": Route(others=(({}, {"region": "{region}"}),)),
    "api/rapports": Route(body={"regionId": "{region}"}, counted=False, reads=True),
    "api/rapports/abonnements": Route(body={"roleId": "{role}", "regionId": "{region}"}, scoped=False),
    "api/rapports/abonnements/<uuid:identity>": one("region", scoped=False, counted=False),
}
