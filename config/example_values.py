"""Hold what fields and parameters look like, by their names, for the examples of the OpenAPI document.

Ids are those of the demonstration: a call with them finds something there. A tuple holds values for several kinds of fields
of one name; the first that fits is taken.
"""

from typing import Any, Final

REGION: Final = "018cc251-f400-7ee1-af65-7e21e5b9ade9"  # Bafatá
SECTOR: Final = "018cc778-5000-7eba-a8c1-b4c89b3053e2"  # Galomaro
LOCALITY: Final = "018cd1c5-0800-7040-af26-46d4741af621"  # Bolanha de Samcotuma
HOUSEHOLD: Final = "01984954-8c00-77ef-a9a2-e8bc126c9574"  # BA-002177
PROGRAMME: Final = "018cc251-f400-7ebc-aa03-f6711363917c"  # TM-BAFATA
PROJECT: Final = "018cc251-f400-70a8-ac2c-74e51a53eabd"
CAMPAIGN: Final = "018cc251-f400-7b6d-a34c-abf138085f67"
SURVEYOR: Final = "018cc251-f400-7b20-af5f-28ab91c90fe1"
OTHER: Final = "0198f6a2-7c31-7b52-9d0e-3f1a5c7e9b10"  # of what has no row of its own in every demonstration

BY_FORMAT: Final[dict[str, Any]] = {
    "uuid": OTHER,
    "date": "2026-03-14",
    "date-time": "2026-03-14T09:30:00Z",
    "email": "aissatu.balde@exemple.org",
    "decimal": ("15000.00", "15000"),
}
# Of a list's filters, be they parameters or a body.
OF_FILTERS: Final[dict[str, Any]] = {
    "agent": SURVEYOR,
    "campagne": CAMPAIGN,
    "commune": OTHER,
    "enqueteur": SURVEYOR,
    "localite": LOCALITY,
    "menage": HOUSEHOLD,
    "programme": PROGRAMME,
    "projet": PROJECT,
    "region": REGION,
    "region.id": REGION,
    "regions": REGION,
    "role": "ROLE_AGENT_TERRAIN",
    "secteur": SECTOR,
    "secteur.id": SECTOR,
}
# Of bodies: places are named by their addresses.
OF_BODIES: Final[dict[str, Any]] = {
    "commune": f"/api/communes/{OTHER}",
    "localite": f"/api/localites/{LOCALITY}",
    "menage": f"/api/menages/{HOUSEHOLD}",
    "region": (f"/api/regions/{REGION}", REGION),
    "secteur": f"/api/secteurs/{SECTOR}",
}
# Of one kind of object: what its schema's name begins with, and the field.
OF_KINDS: Final[dict[str, dict[str, Any]]] = {
    "AccessKey": {"nom": "Entrepôt de données du ministère"},
    "NewAccessKey": {"nom": "Entrepôt de données du ministère"},
    "Campaign": {"nom": "Mise à jour 2025"},
    "CodedReference": {"nom": "Bafatá", "code": "BA"},
    "Complaint": {"code": "VALIDATION_ERROR"},
    "Condition": {"nom": "Présence à l'école", "code": "ECOLE", "description": "Quatre jours sur cinq."},
    "Cycle": {"nom": "Cycle 6", "code": "TM-BAFATA-C006"},
    "GeneratedCycle": {"nom": "Cycle 7", "code": "TM-BAFATA-C007"},
    "Holiday": {"nom": "Fête de l'indépendance"},
    "Job": {"nom": "menages.xlsx", "type": "import_menages"},
    "Locality": {"nom": "Bolanha de Samcotuma", "code": "BA03-0007"},
    "LocalityFacility": {"nom": "Centro de Saúde de Galomaro", "type": "centre_sante"},
    "LocalityHealth": {"nom": "Centro de Saúde de Galomaro", "type": "centre_sante"},
    "LocalityWater": {"nom": "Furo de Samcotuma", "type": "forage"},
    "Facility": {"nom": "Centro de Saúde de Galomaro", "type": "centre_sante"},
    "HealthService": {"nom": "Centro de Saúde de Galomaro", "code": "SA-00041", "type": "centre_sante"},
    "Method": {"nom": "PMT 2026", "description": "Estimée sur l'enquête de 2025."},
    "Organisation": {"nom": "Ministère de la Femme, de la Famille et de la Solidarité sociale"},
    "PayPoint": {"nom": "Poste de Galomaro"},
    "Programme": {"nom": "Appui mensuel aux ménages de Bafatá", "code": "TM-BAFATA"},
    "Project": {"nom": "Registre social de démonstration", "code": "RSU-DEMO"},
    "PublicAppeal": {"code": "4821"},
    "PublicRating": {"code": "4821"},
    "Follow": {"code": "4821"},
    "ReceiptCode": {"code": "4821"},
    "RejectCollection": {"motif": "gps_invalide"},
    "Region": {"nom": "Bafatá", "code": "BA"},
    "Role": {"nom": "Agent de terrain", "code": "ROLE_AGENT_TERRAIN"},
    "UserRole": {"nom": "Agent de terrain", "code": "ROLE_AGENT_TERRAIN"},
    "Rule": {"nom": "Ménage pauvre", "code": "PAUVRES", "champ": "scorePmt", "operateur": "<="},
    "SavedView": {"nom": "Ménages pauvres de Bafatá"},
    "Satisfaction": {"note": 4},
    "School": {"nom": "Escola de Galomaro", "code": "EC-00292", "type": "publique", "typology": "primaire"},
    "Sector": {"nom": "Galomaro", "code": "BA03"},
    "PlanBody": {"type": "primaire"},
    "PlanFilters": {
        "motif": "paiement",
        "type": "primaire",
        "sans": "telephone",
        "statut": "nouvelle",
        "etape": "integre",
    },
    "Selection": {"nom": "Ciblage de mars 2026"},
    "ServiceDistance": {"service": "ecoles", "sens": "plus", "type": "primaire", "metres": 5000.0},
    "Service": {"nom": "Centro de apoio de Bafatá", "code": "VBG-004"},
    "Session": {"nom": "Orange Money, mars 2026", "code": "RAP-2026-003"},
    "Team": {"nom": "Plaintes de l'Est"},
    "WaterPoint": {"nom": "Furo de Samcotuma", "type": "forage"},
}
# By a part of the name, where the name itself is not above: the first that is found.
BY_PART: Final[dict[str, Any]] = {
    r"^scorePmt\[gte\]": 20.0,
    r"^tailleMenage\[lte\]": 12,
    r"^(scorePmt|scoreMin|scoreMax|oldScore|newScore|ancienScore)": 38.5,
    r"^scoreQualite": 80.0,
    r"[sS]core": 78.5,
    r"^tailleMenage|^taille": 6,
    r"^(age|.*Age)(Min)?$": 18,
    r"^ageMax": 59,
    r"[lL]atitude|^(north|south)": 12.0672,
    r"[lL]ongitude|^(east|west)": -14.7231,
    r"[tT]el|[mM]obile": "+245955123456",
    r"[eE]mail": "aissatu.balde@exemple.org",
    r"Id$|^id$": (OTHER,),
    r"^(ids|.*Ids|.*_ids)$": OTHER,
    r"^[mM]ontant|^solde|^budget|[sS]olde|^frais|Montant$|[cC]out|^plafond|Amount|^depense|^reserve$": (15000, 15000.0),
    r"^taux|Rate$|^pourcentage|[pP]ercent|^part": (62.5, 62),
    r"[dD]istance|^metres": (1850.0, 1850),
    r"^poids": (0.25, 10, "poids"),
    r"[uU]rl$|^logo": "https://exemple.org/tabanca",
    r"^date|Date$|At$|Le$|^de$|^vers$|^debut|^fin|^du$|^au$|^mois$": ("2026-03-14T09:30:00Z", "2026-03-14"),
    r"^motif|[cC]ommentaire|^notes$|^observations$|^decision$|^raison": "Vu avec le chef de village.",
    r"^description": "Appui aux ménages les plus pauvres.",
    r"^(message|texte|explication|erreur|sentence)": "La demande est enregistrée.",
    r"^(title|titre|libelle|intitule|label|.*Label|labels)$|^(fr|pt|en)$": "Centre de santé",
    r"^(programmeNom|nomProgramme)": "Appui mensuel aux ménages de Bafatá",
    r"^cycleNom": "Cycle 6",
    r"^(programmeCode)": "TM-BAFATA",
    r"^(cycleCode|statutCycle)": "TM-BAFATA-C006",
    r"^code|Code$|code": "BA-002177",
    r"^nom|Nom$|[nN]ame$|Par$|^enqueteur|^calculePar|^finalisePar|^responsable|^chef": "Fatumata Djaló",
    r"[rR]eference|^transaction|^numero": "OM-260314-0931",
    r"^statut|[sS]tatus$|^etat$": "valide",
    r"^(roles|role)": "ROLE_AGENT_TERRAIN",
    r"^permission": "registre.lire",
    r"^colonne|^column|^champs?$|^entete|^champ": "taille_menage",
    r"[sS]ecret|[tT]oken|^cle": "8lq2bJ0XvB5c…",
    r"^latence|^milli": 120,
    r"^seuil": (40.0, 40),
    r"^(jours|delai|duree)": (30, "30 j"),
    r"^(nb|nombre|total|population|habitants|menages|beneficiaires|lignes)": 12,
}
