"""Give examples of bodies in the OpenAPI document, by operation: of what an app or a field office sends."""

from typing import Any, Final

from config.example_values import HOUSEHOLD, PROGRAMME, REGION, SECTOR

EXAMPLES: Final[dict[str, Any]] = {
    "auth_login_post": {"email": "agent@example.org", "password": "mancarra-vermelha-2026"},
    "auth_refresh_post": {"refreshToken": "8lq2bJ0X…"},
    "menages_post": {
        "tailleMenage": 6,
        "milieu": "rural",
        "region": f"/api/regions/{REGION}",
        "secteur": f"/api/secteurs/{SECTOR}",
        "latitude": 12.0672,
        "longitude": -14.7231,
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
        "programmeId": PROGRAMME,
        "typeBeneficiaire": "principal",
        "modePaiement": "mobile_money",
        "compteMobile": "+245955123456",
    },
    "carte_assistant_post": {"question": "Combien de ménages pauvres à plus de 5 km d'une école à Bafatá ?"},
    "plaintes_post": {
        "objet": "Paiement non reçu",
        "description": "Le paiement de mars n'est pas arrivé.",
        "categorie": "paiement",
        "priorite": "haute",
        "menageId": HOUSEHOLD,
    },
    "webhooks_post": {"url": "https://exemple.org/tabanca", "events": ["paiement.reussi", "paiement.echoue"]},
}
