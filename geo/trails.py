"""Declare which tables of geo are audited, and which are exempt."""

from typing import Final

from accounts.audit.api import AuditedTable

READ, CONTACTS = "geo.lire", "registre.voir_contacts"
BELOW_SECTOR: Final = "(SELECT region_id FROM geo_secteur WHERE id = {row}.secteur_id)"
PLACES: Final = {
    "geo_ecole": "ecole", "geo_service_sante": "service_sante", "geo_point_eau": "point_eau",
    "geo_police_judiciaire": "police_judiciaire", "geo_service_vbg": "service_vbg", "geo_asc": "asc",
    "geo_acteur_local": "acteur_local",
}  # fmt: skip
SHAPES, MADE = ("geom",), ("nom_normalise", "contour")
TRAILS: Final = (
    AuditedTable("geo_region", "region", READ, region="{row}.id", shapes=SHAPES, derived=MADE),
    AuditedTable("geo_secteur", "secteur", READ, region="{row}.region_id", shapes=SHAPES, derived=MADE),
    AuditedTable("geo_commune", "commune", READ, region=BELOW_SECTOR, derived=("nom_normalise",)),
    AuditedTable("geo_localite", "localite", READ, region=BELOW_SECTOR, derived=("nom_normalise",)),
    # A user's regions are part of the user's own change history and are shown with it.
    AuditedTable("geo_region_user", "region_utilisateur", "administration.utilisateurs", object="user_id", root="user_id"),
    *(
        AuditedTable(
            table, model, READ, region="{row}.region_id", derived=("nom_normalise", "geog"),
            guarded={"telephone": CONTACTS, "responsable": CONTACTS},
        )
        for table, model in PLACES.items()
    ),
)  # fmt: skip
EXEMPT: Final = {"geo_layer_change": "counters of the tiles' version"}
