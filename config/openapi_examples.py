"""Give examples of bodies in the OpenAPI document, by operation: of what an app or a field office sends."""

from typing import Any, Final

HOUSEHOLD: Final = "0198f6a2-7c31-7b52-9d0e-3f1a5c7e9b10"
REGION: Final = "/api/regions/0198f6a2-7c31-7b52-9d0e-3f1a5c7e9b11"
SECTOR: Final = "/api/secteurs/0198f6a2-7c31-7b52-9d0e-3f1a5c7e9b12"

EXAMPLES: Final[dict[str, Any]] = {
    "auth_login_post": {"email": "agent@example.org", "password": "mancarra-vermelha-2026"},
    "auth_refresh_post": {"refreshToken": "8lq2bJ0X…"},
    "menages_post": {
        "tailleMenage": 6,
        "milieu": "rural",
        "region": REGION,
        "secteur": SECTOR,
        "latitude": 12.0672,
        "longitude": -15.1231,
        "precisionGps": 4.5,
        "chefMenage": {"nomComplet": "Fatumata Djaló", "sexe": "F", "age": 41, "telephone": "+245955123456"},
        "logement": {"nbPieces": 3, "aUneCuisine": True},
    },
    "menages_identity_put": {"tailleMenage": 7, "chefMenage": {"telephone": "+245955123457"}},
    "menages_identity_bulk_add_membres_post": {
        "membres": [
            {"nom": "Djaló", "prenom": "Umaro", "sexe": "M", "dateNaissance": "2015-03-02", "lienParente": "fils"}
        ]
    },
    "membre_menages_post": {
        "menage": f"/api/menages/{HOUSEHOLD}",
        "nomComplet": "Umaro Djaló",
        "lienParente": "fils",
        "sexe": "M",
        "age": 11,
    },
    "beneficiaires_post": {
        "nomComplet": "Fatumata Djaló",
        "menageId": HOUSEHOLD,
        "programmeId": "0198f6a2-7c31-7b52-9d0e-3f1a5c7e9b13",
        "typeBeneficiaire": "principal",
        "modePaiement": "mobile_money",
        "compteMobile": "+245955123456",
    },
    "plaintes_post": {
        "objet": "Paiement non reçu",
        "description": "Le paiement de mars n'est pas arrivé.",
        "categorie": "paiement",
        "priorite": "haute",
        "menageId": HOUSEHOLD,
    },
    "webhooks_post": {"url": "https://exemple.org/tabanca", "events": ["paiement.reussi", "paiement.echoue"]},
}
