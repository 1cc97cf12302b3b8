"""The routes of OGC API - Features and - Tiles, for the matrix."""

from tests.api.route import OWN, Route

COLLECTIONS = (
    "menages",
    "ecoles",
    "services_sante",
    "points_eau",
    "services_vbg",
    "polices_judiciaires",
    "asc",
    "acteurs_locaux",
    "localites",
    "secteurs",
    "regions",
    "beneficiaires",
    "paiements",
)
ONE = {"couche": "=menages"}

OGC_ROUTES: dict[str, Route] = {
    "ogc": OWN,
    "ogc/": OWN,
    "ogc/api": OWN,
    "ogc/conformance": OWN,
    "ogc/tileMatrixSets": OWN,
    "ogc/tileMatrixSets/<str:grille>": Route(ids={"grille": "=WebMercatorQuad"}, scoped=False, counted=False),
    "ogc/collections": Route(scoped=False),
    "ogc/collections/<str:couche>": Route(ids=ONE, scoped=False),
    "ogc/collections/<str:couche>/queryables": Route(ids=ONE, scoped=False),
    "ogc/collections/<str:couche>/tiles": Route(ids=ONE, scoped=False),
    "ogc/collections/<str:couche>/tiles/<str:grille>": Route(ids={**ONE, "grille": "=WebMercatorQuad"}, scoped=False),
    "ogc/collections/<str:couche>/styles": Route(ids=ONE, scoped=False),
    "ogc/collections/<str:couche>/styles/<str:style>": Route(ids={**ONE, "style": "=defaut"}, scoped=False),
    "ogc/collections/<str:couche>/tiles/WebMercatorQuad/<int:z>/<int:y>/<int:x>": Route(
        ids={**ONE, "z": "=6", "x": "=29", "y": "=29"}
    ),
    "ogc/collections/<str:couche>/items": Route(
        ids=ONE,
        others=(
            *(({"couche": f"={name}"}, {}) for name in (*COLLECTIONS, "densite", "couverture")),
            (ONE, {"f": "html"}),
            (ONE, {"filter": "scorePmt >= 0 OR scorePmt IS NULL"}),
            (ONE, {"sortby": "-codeMenage", "bbox": "-20,5,-10,20"}),
        ),
    ),
    "ogc/collections/<str:couche>/items/<str:objet>": Route(ids={**ONE, "objet": "menage"}),
}
