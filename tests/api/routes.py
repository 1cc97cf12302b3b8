"""Every route of the service, with what a test needs to call it. A route that is not here fails the matrix.

`ids` names what of a side (west or east) fills the path; `query` and `body` are examples; a `{name}` inside them is
filled from the side as well. `scoped` is False where the answer holds nothing of any region.
"""

from dataclasses import replace

from tests.api.complaint_routes import COMPLAINT_ROUTES
from tests.api.conditionality_routes import CONDITIONALITY_ROUTES
from tests.api.dashboard_routes import DASHBOARD_ROUTES
from tests.api.eligibility_routes import ELIGIBILITY_ROUTES
from tests.api.graduation_routes import GRADUATION_ROUTES
from tests.api.ogc_routes import OGC_ROUTES
from tests.api.payment_routes import PAYMENT_ROUTES
from tests.api.route import OWN, Route, mass, move, one
from tests.api.vbg_routes import VBG_ROUTES

__all__ = ["OWN", "ROUTES", "Route", "one"]

LAYERS = (
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
    "plaintes",
)
# Zoom 6 holds both sides in one tile.
TILE = {"couche": "=ecoles", "z": "=6", "x": "=29", "y": "=29"}
EXPORTS = (
    "menages",
    "beneficiaires",
    "plaintes",
    "ecoles",
    "services_sante",
    "points_eau",
    "services_vbg",
    "localites",
    "secteurs",
    "regions",
)
SYNCED = ("menages", "membres", "beneficiaires", "paiements", "regions", "secteurs", "communes", "localites")

ROUTES: dict[str, Route] = {
    **ELIGIBILITY_ROUTES,
    **PAYMENT_ROUTES,
    **COMPLAINT_ROUTES,
    **GRADUATION_ROUTES,
    **CONDITIONALITY_ROUTES,
    **OGC_ROUTES,
    **VBG_ROUTES,
    **DASHBOARD_ROUTES,
    "api/dictionnaire": OWN,
    "api/dictionnaire/fichier": OWN,
    "healthz": OWN,
    "readyz": OWN,
    "api/contexts/<str:kind>": Route(ids={"kind": "=Region"}, scoped=False, counted=False),
    "api/docs.jsonld": OWN,
    "api/auth/login": OWN,
    "api/auth/refresh": OWN,
    "api/auth/logout": OWN,
    "api/auth/administration": OWN,
    "api/auth/me": OWN,
    "api/auth/sessions": OWN,
    "api/auth/sessions/<uuid:identity>": one("menage", scoped=False),
    "api/auth/cles": Route(body={"nom": "QGIS"}, scoped=False),
    "api/auth/cles/<uuid:identity>": one("menage", scoped=False),
    "api/users/<uuid:identity>/apercu": one("user"),
    "api/roles/<uuid:identity>/apercu": one("role", scoped=False),
    "api/vues": Route(body={"nom": "Pauvres d'Oio", "etat": {"categorie": "extreme_pauvre"}}, scoped=False),
    "api/vues/<uuid:identity>": one("menage", body={"nom": "Autre"}, scoped=False),
    "api/auth/2fa/setup": OWN,
    "api/auth/2fa/confirm": OWN,
    "api/auth/2fa/disable": OWN,
    "api/auth/password/change": OWN,
    "api/auth/password/forgot": OWN,
    "api/auth/password/reset": OWN,
    "api/roles": Route(body={"nom": "N", "code": "ROLE_N"}, scoped=False),
    "api/roles/incompatibilites": Route(scoped=False),
    "api/roles/incompatibilites/<uuid:identity>": one("menage", scoped=False),
    "api/roles/<uuid:identity>": one("role", scoped=False),
    "api/roles/<uuid:identity>/permissions": one("role", body={"permissions": []}, scoped=False),
    "api/settings/permissions": OWN,
    "api/users": Route(
        body={"email": "n@tabanca.example", "nom": "N", "role_id": "{role}", "regions": ["{region}"]},
        others=(({}, {"region": "{region}"}), ({}, {"search": "personne"}), ({}, {"role": "ROLE_USER"})),
    ),
    # What a file may open, and for which regions, is in tests/analysis/user_imports.
    "api/users/import": Route(upload=True, scoped=False),
    "api/users/import/validate": Route(upload=True, scoped=False),
    "api/users/<uuid:identity>": one("user", body={"nom": "N"}),
    "api/users/<uuid:identity>/toggle-status": one("user"),
    "api/users/<uuid:identity>/reset-password": one("user"),
    "api/users/<uuid:identity>/permissions": one("user"),
    "api/users/<uuid:identity>/roles": one("user", body={"role_id": "{other_role}"}),
    "api/users/<uuid:identity>/roles/<uuid:grant>": Route(ids={"identity": "user", "grant": "grant"}),
    "api/audit": Route(others=(({}, {"racine": "{menage}"}), ({}, {"model": "menage", "dateDebut": "2020-01-01"}))),
    "api/fichiers": Route(scoped=False, upload=True),
    "api/fichiers/<uuid:identity>": one("menage", scoped=False, counted=False),
    "api/fichiers/<uuid:identity>/contenu": one("menage", scoped=False, counted=False),
    "api/jobs": Route(scoped=False),
    "api/jobs/<uuid:job_id>": Route(ids={"job_id": "tache"}, personal=True),
    "api/jobs/<uuid:job_id>/annuler": Route(ids={"job_id": "tache"}, personal=True),
    "api/notifications": Route(scoped=False),
    "api/notifications/unread-count": Route(scoped=False),
    "api/notifications/read-all": OWN,
    "api/notifications/test": Route(body={"title": "T", "message": "M", "isGlobal": True}, scoped=False),
    "api/notifications/preferences": Route(body={"courriel": "jamais"}, scoped=False),
    "api/notifications/<uuid:identity>": one("menage", scoped=False),
    "api/notifications/<uuid:identity>/read": one("menage", scoped=False),
    "api/webhooks": Route(body={"url": "https://example.org/", "events": ["*"]}, scoped=False),
    "api/webhooks/evenements": Route(scoped=False),
    "api/webhooks/<uuid:identity>": one("menage", scoped=False, counted=False),
    "api/webhooks/<uuid:identity>/secret": one("menage", scoped=False),
    "api/webhooks/<uuid:identity>/essai": one("menage", scoped=False),
    "api/webhooks/<uuid:identity>/livraisons": one("menage", scoped=False, counted=False),
    "api/webhooks/<uuid:identity>/livraisons/<uuid:delivery>/relivrer": Route(
        ids={"identity": "menage", "delivery": "menage"}, scoped=False
    ),
    **{f"api/sync/{name}": Route(others=(({}, {"limit": 1}),)) for name in SYNCED},
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
    "api/projets/<uuid:identity>/archiver": one("projet", scoped=False),
    # Of the shared programmes, what is of a region: counts, as far as the caller sees.
    "api/programmes": Route(
        body={"nom": "N", "type": "formation", "dateDebut": "2025-01-01", "projetId": "{projet}"},
        scoped=False,
        others=(({}, {"search": "programme"}),),
    ),
    "api/programmes/regions": Route(),
    "api/programmes/stats/summary": Route(scoped=False),
    "api/programmes/<uuid:identity>/eligibles": one(
        "programme", shared=True, before={"statut": "valide"}, others=(({}, {"search": "chef"}),)
    ),
    "api/programmes/<uuid:identity>/enroler": one(
        "programme", shared=True, before={"statut": "valide"}, body={"menageIds": []}
    ),
    "api/programmes/<uuid:identity>/beneficiaires": one("programme", shared=True),
    "api/programmes/<uuid:identity>/stats": one("programme", shared=True),
    "api/beneficiaires/import/from-menages": Route(before={"statut": "valide"}),
    "api/programmes/<uuid:identity>": one("programme", body={"description": "N"}, scoped=False),
    "api/programmes/<uuid:identity>/activer": one("programme", scoped=False),
    "api/programmes/<uuid:identity>/suspendre": one("programme", scoped=False),
    "api/programmes/<uuid:identity>/reactiver": one("programme", scoped=False),
    "api/programmes/<uuid:identity>/cloturer": one("programme", scoped=False),
    "api/organisations": Route(body={"nom": "N"}, scoped=False),
    "api/organisations/<uuid:identity>": one("organisation", scoped=False),
    "api/references/menage": Route(scoped=False),
    "api/references/menage/<str:champ>": Route(
        ids={"champ": "=typeLogement"}, body={"valeurs": [{"value": "case", "label": "Case"}]}, scoped=False
    ),
    "api/visites-sante": Route(
        body={"menageId": "{menage}", "typeVisite": "prenatale", "dateVisite": "2025-03-12"},
        others=(({}, {"menage": "{menage}"}), ({}, {"region": "{region}"})),
    ),
    "api/visites-sante/<uuid:identity>": one("visite", body={"observations": "N"}),
    "api/mesures-accompagnement": Route(
        body={"menageId": "{menage}", "typeMesure": "nutrition", "dateMesure": "2025-03-12"},
        others=(({}, {"menage": "{menage}"}), ({}, {"region": "{region}"})),
    ),
    "api/mesures-accompagnement/<uuid:identity>": one("mesure", body={"description": "N"}),
    "api/beneficiaires": Route(
        body={"nomComplet": "N", "menageId": "{menage}", "programmeId": "{programme}"},
        before={"statut": "valide"},
        others=(
            ({}, {"menage.id": "{menage}"}),
            ({}, {"region": "{region}"}),
            ({}, {"search": "substitut"}),
            ({}, {"secteur": "{secteur}", "actif": "true"}),
        ),
    ),
    "api/beneficiaires/stats/summary": Route(others=(({}, {"region": "{region}"}),)),
    "api/beneficiaires/check-duplicates": Route(body={"nomComplet": "N", "menageId": "{menage}"}, reads=True),
    "api/beneficiaires/bulk-action": Route(body={"ids": ["{beneficiaire}"], "action": "desactiver"}, mass=True),
    "api/beneficiaires/<uuid:identity>": one("beneficiaire", body={"telephone": "955000111"}),
    "api/beneficiaires/<uuid:identity>/activate": one("suspendu"),
    "api/beneficiaires/<uuid:identity>/deactivate": one("beneficiaire"),
    "api/documents-identite": Route(
        body={"beneficiaireId": "{beneficiaire}", "typeDocument": "passeport", "numeroDocument": "P-1"},
        others=(({}, {"beneficiaire": "{beneficiaire}"}), ({}, {"region": "{region}"}), ({}, {"search": "CI-1"})),
    ),
    "api/documents-identite/<uuid:identity>": one("document", body={"nomPere": "N"}),
    "api/suivis": Route(
        body={"beneficiaireId": "{beneficiaire}", "typeSuivi": "visite", "dateSuivi": "2025-03-12T09:00:00Z"},
        others=(({}, {"beneficiaire": "{beneficiaire}"}), ({}, {"region": "{region}"})),
    ),
    "api/suivis/<uuid:identity>": one("suivi", body={"observations": "N"}),
    "api/campagnes": Route(body={"nom": "N"}, scoped=False),
    "api/campagnes/<uuid:identity>": one("campagne", scoped=False),
    "api/pmt-methodes": Route(
        body={"nom": "N", "termes": [{"variable": "tailleMenage", "operateur": "lineaire", "poids": -1}]}, scoped=False
    ),
    "api/pmt-methodes/variables": Route(scoped=False),
    "api/pmt-methodes/<uuid:identity>": one("methode", body={"nom": "N2"}, scoped=False),
    "api/pmt-methodes/<uuid:identity>/publier": one("methode", scoped=False),
    "api/pmt-methodes/<uuid:identity>/cloturer": one("methode", body={"dateFin": "2030-01-01"}, scoped=False),
    "api/pmt-methodes/<uuid:identity>/versions": one("methode", scoped=False),
    "api/menages": Route(body={"tailleMenage": 2, "region": "{region}"}),
    "api/menages/identifiants": Route(),
    "api/menages/export": Route(query={"format": "csv"}, others=(({}, {"format": "xlsx"}),)),
    "api/menages/stats/summary": Route(),
    "api/menages/<uuid:identity>": one("menage", body={"tailleMenage": 3}),
    "api/menages/<uuid:identity>/update": one("menage", body={"tailleMenage": 3}),
    "api/menages/<uuid:identity>/recalculate-pmt": one("menage"),
    "api/menages/<uuid:identity>/explication-pmt": one("menage"),
    # A batch echoes the ids that it was sent: foreign ones are in its own test.
    "api/menages/bulk-recalculate-pmt": Route(body={"ids": ["00000000-0000-7000-8000-000000000000"]}, reads=True),
    "api/menages/recalculate-all-pmt": Route(reads=True),
    "api/menages/<uuid:identity>/analyse-qualite": one("menage"),
    "api/menages/analyse-qualite": Route(reads=True),
    "api/qualite/regles": Route(scoped=False),
    "api/qualite/entretiens": Route(query={"ids": "{menage}"}),
    "api/qualite/tableau": Route(others=(({}, {"region": "{region}"}),)),
    "api/menages/analyse-doublons": Route(body={"filtres": {}}, reads=True),
    "api/menages/fusions": Route(),
    "api/menages/fusions/<uuid:identity>/annuler": one("fusion"),
    "api/menages/doublons/recherche": Route(),
    "api/menages/doublons": Route(others=(({}, {"region": "{region}"}),)),
    "api/menages/doublons/comptes": Route(others=(({}, {"region": "{region}"}),)),
    "api/menages/doublons/<uuid:identity>": one("doublon"),
    "api/menages/doublons/<uuid:identity>/decision": one("doublon", body={"decision": "distincts"}),
    # It searches, and writes what it found: its own tests count.
    "api/menages/<uuid:identity>/doublons": one("menage", counted=False),
    "api/menages/<uuid:identity>/parcours": one("menage"),
    "api/menages/<uuid:identity>/code-qr": one("menage"),
    "api/menages/<uuid:identity>/check-dependencies": one("menage"),
    "api/menages/pre-collecte": Route(others=(({}, {"region": "{region}"}), ({}, {"search": "M-"}))),
    "api/menages/pre-collecte/stats": Route(others=(({}, {"region": "{region}"}),)),
    "api/menages/pre-collecte/enqueteurs": Route(others=(({}, {"region": "{region}"}),)),
    **move("soumettre-collecte", statut="collecte"),
    **move("validate-collecte"),
    **move("reject-collecte", motif="autre"),
    **move("integrate-collecte"),
    **move("rouvrir-collecte", "rejete", "rejete"),
    "api/menages/valider-masse": mass(),
    "api/menages/integrer-masse": mass(),
    "api/menages/affecter-enqueteur": mass(enqueteurId=None),
    "api/menages/bulk-delete": mass(),
    "api/menages/bulk-enroll": replace(mass(programmeId="{programme}"), before={"statut": "valide"}),
    "api/menages/<uuid:identity>/membres": one("menage"),
    "api/menages/<uuid:identity>/historique": one("menage"),
    "api/menages/<uuid:identity>/bulk-add-membres": one(
        "menage", body={"membres": [{"nom": "N", "lienParente": "fils"}]}
    ),
    "api/membre_menages": Route(body={"menage": "{menage}", "nomComplet": "N", "lienParente": "fils"}),
    "api/menages/<uuid:identity>/photos": one(
        "menage_suivi", body={"fichier": "00000000-0000-4000-8000-000000000000"}, upload=True
    ),
    "api/menages/<uuid:identity>/photos/<uuid:photo>": Route(ids={"identity": "menage_suivi", "photo": "photo"}),
    "api/menages/<uuid:identity>/changer-chef": one("menage", body={"membre": "{membre}", "lienAncienChef": "mere"}),
    "api/membre_menages/<uuid:identity>": one("membre", body={"age": 3}),
    "api/carte/menages": Route(others=(({}, {"region": "{region}"}), ({}, {"bbox": "-20,5,-10,20"}))),
    "api/carte/beneficiaires": Route(others=(({}, {"region": "{region}"}), ({}, {"bbox": "-20,5,-10,20"}))),
    "api/carte/ecoles": Route(),
    "api/carte/services-sante": Route(),
    "api/carte/asc": Route(),
    "api/carte/acteurs-locaux": Route(),
    "api/carte/polices-judiciaires": Route(),
    "api/carte/services-vbg": Route(),
    "api/carte/tabancas": Route(),
    "api/carte/points-eau": Route(),
    "api/carte/export/geojson": Route(
        others=(
            *(({}, {"type": name}) for name in EXPORTS),
            *(({}, {"type": "ecoles", "format": kind}) for kind in ("csv", "gpkg", "fgb", "parquet")),
        )
    ),
    "api/carte/tuiles/<str:couche>/tilejson.json": Route(ids={"couche": "=menages"}),
    "api/carte/tuiles/<str:couche>/<int:z>/<int:x>/<int:y>.mvt": Route(
        ids=TILE, others=tuple(({"couche": f"={name}"}, {}) for name in LAYERS)
    ),
    "api/carte/paquet": Route(query={"region": "{region}"}, counted=False),
    "api/carte/config": Route(scoped=False),
    "api/carte/ecoles/stats": Route(),
    "api/carte/hierarchy": Route(),
    "api/carte/contours": Route(),
    "api/carte/layers": Route(),
    "api/carte/stats/regions": Route(),
    "api/carte/stats/secteurs": Route(),
    "api/carte/stats/plaintes": Route(others=(({}, {"niveau": "secteur"}), ({}, {"region": "{region}"}))),
    "api/carte/stats/paiements": Route(others=(({}, {"niveau": "secteur"}), ({}, {"region": "{region}"}))),
    "api/carte/analyse/proximite": Route(
        body={"lat": 12.6, "lng": -15.0, "radius": 100_000, "types": ["menages", "ecoles", "services_vbg"]}, reads=True
    ),
    "api/carte/analyse/couverture": Route(body={"type": "ecoles", "rayon": 5000, "niveau": "localite"}, reads=True),
    "api/carte/analyse/distances": Route(query={"types": "ecoles,services_vbg,points_eau"}),
    "api/carte/stats/comparaison": Route(
        query={"chiffre": "menages", "avant": "2026-01-01", "apres": "2026-12-31"},
        others=tuple(
            ({}, {"chiffre": figure, "niveau": level, "avant": "2026-01-01", "apres": "2999-12-31"})
            for figure in ("beneficiaires", "paiements", "montant", "plaintes")
            for level in ("region", "secteur")
        ),
    ),
    "api/carte/analyse/densite": Route(query={"cellule": 5000}, others=(({}, {"cellule": 9000, "mode": "carre"}),)),
    "api/carte/analyse/grappes": Route(others=(({}, {"niveau": "hexagone", "cellule": 9000}),)),
    "api/carte/stats/hexagones": Route(
        query={"cellule": 9000}, others=(({}, {"groupe": "plaintes"}), ({}, {"groupe": "paiements"}))
    ),
    "api/carte/assistant": Route(
        body={"plan": {"genre": "lister", "sujet": "menages", "zones": [{"niveau": "region", "id": "{region}"}]}},
        reads=True,
    ),
    "api/carte/analyse/ecoles-proches/<uuid:menage_id>": Route(ids={"menage_id": "menage"}),
    "api/carte/analyse/fiches-menages": Route(query={"ids": "{menage}"}),
    "api/carte/analyse/menage-proximite/<uuid:menage_id>": Route(ids={"menage_id": "menage"}),
    "api/carte/analyse/localite-proximite/<uuid:localite_id>": Route(ids={"localite_id": "localite"}),
    "api/geo/imports": Route(upload=True),
    "api/import/menages": Route(upload=True),
    "api/import/menages/collecteur": Route(upload=True, scoped=False, counted=False),
    "api/import/menages/correspondances": Route(scoped=False),
    "api/import/menages/correspondances/<uuid:identity>": one("correspondance", scoped=False),
    "api/import/menages/template": OWN,
    "api/import/menages/validate": Route(upload=True),
    "api/import/menages/excel": Route(upload=True),
    "api/import/menages/excel/template": Route(counted=False),
    "api/import/menages/excel/validate": Route(upload=True),
    "api/import/menages/excel/validate-detailed": Route(upload=True),
    "api/import/menages/excel/validation-report": Route(upload=True),
}
