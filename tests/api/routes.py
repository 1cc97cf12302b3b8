"""Every route of the service, with what a test needs to call it. A route that is not here fails the matrix.

`ids` names what of a side (west or east) fills the path; `query` and `body` are examples; a `{name}` inside them is
filled from the side as well. `scoped` is False where the answer holds nothing of any region.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Route:
    """How to call one route."""

    ids: dict[str, str] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    scoped: bool = True
    # Lists, exports and tiles whose number of queries is pinned.
    counted: bool = True


OWN = Route(scoped=False, counted=False)


def one(name: str, **more: Any) -> Route:
    """A route with one id in its path."""
    return Route(ids={"identity": name}, **more)


ROUTES: dict[str, Route] = {
    "healthz": OWN,
    "readyz": OWN,
    "api/contexts/<str:kind>": Route(ids={"kind": "=Region"}, scoped=False, counted=False),
    "api/docs.jsonld": OWN,
    "api/auth/login": OWN,
    "api/auth/refresh": OWN,
    "api/auth/logout": OWN,
    "api/auth/me": OWN,
    "api/jobs/<uuid:job_id>": Route(ids={"job_id": "menage"}),
    "api/jobs/<uuid:job_id>/annuler": Route(ids={"job_id": "menage"}),
    "api/regions": Route(body={"nom": "N", "code": "N"}),
    "api/regions/<uuid:identity>": one("region", query={"geometrie": "true"}, body={"population": 1}),
    "api/secteurs": Route(body={"nom": "N", "region": "{region}"}),
    "api/secteurs/<uuid:identity>": one("secteur", query={"geometrie": "true"}, body={"population": 1}),
    "api/communes": Route(body={"nom": "N", "secteur": "{secteur}"}),
    "api/communes/<uuid:identity>": one("commune", body={"population": 1}),
    "api/localites": Route(body={"nom": "N", "secteur": "{secteur}"}),
    "api/localites/<uuid:identity>": one("localite", body={"population": 1}),
    "api/projets": Route(body={"code": "N", "nom": "N"}, scoped=False),
    "api/projets/<uuid:identity>": one("projet", scoped=False),
    "api/projets/<uuid:identity>/capacites": one("projet", scoped=False),
    "api/campagnes": Route(body={"nom": "N"}, scoped=False),
    "api/campagnes/<uuid:identity>": one("campagne", scoped=False),
    "api/menages": Route(body={"tailleMenage": 2, "region": "{region}"}),
    "api/menages/stats/summary": Route(),
    "api/menages/<uuid:identity>": one("menage", body={"tailleMenage": 3}),
    "api/menages/<uuid:identity>/update": one("menage", body={"tailleMenage": 3}),
    "api/menages/<uuid:identity>/check-dependencies": one("menage"),
    "api/menages/<uuid:identity>/membres": one("menage"),
    "api/menages/<uuid:identity>/bulk-add-membres": one(
        "menage", body={"membres": [{"nom": "N", "lienParente": "fils"}]}
    ),
    "api/membre_menages": Route(body={"menage": "{menage}", "nomComplet": "N", "lienParente": "fils"}),
    "api/membre_menages/<uuid:identity>": one("membre", body={"age": 3}),
}
