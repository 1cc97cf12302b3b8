"""Declare which tables of geo are audited, and which are exempt."""

from typing import Final

from accounts.audit.api import AuditedTable

READ_GEOGRAPHY, READ_CONTACTS = "geo.lire", "registre.voir_contacts"
# The history of one table has one permission: that of its best hidden rows.
READ_SHELTERS: Final = "vbg.voir_services_restreints"
REGION_OF_SECTOR: Final = "(SELECT region_id FROM geo_secteur WHERE id = {row}.secteur_id)"
REGION_OF_SERVICE: Final = "(SELECT region_id FROM geo_service_vbg WHERE id = {row}.service_id)"
FACILITY_TABLES: Final = {
    "geo_ecole": "ecole",
    "geo_service_sante": "service_sante",
    "geo_point_eau": "point_eau",
    "geo_police_judiciaire": "police_judiciaire",
    "geo_service_vbg": "service_vbg",
    "geo_asc": "asc",
    "geo_acteur_local": "acteur_local",
}
GEOMETRY_COLUMNS, DERIVED_COLUMNS = ("geom",), ("nom_normalise", "contour")
AUDITED_TABLES: Final = (
    AuditedTable(
        "geo_region", "region", READ_GEOGRAPHY, region="{row}.id", shapes=GEOMETRY_COLUMNS, derived=DERIVED_COLUMNS
    ),
    AuditedTable(
        "geo_secteur",
        "secteur",
        READ_GEOGRAPHY,
        region="{row}.region_id",
        shapes=GEOMETRY_COLUMNS,
        derived=DERIVED_COLUMNS,
    ),
    AuditedTable("geo_commune", "commune", READ_GEOGRAPHY, region=REGION_OF_SECTOR, derived=("nom_normalise",)),
    AuditedTable("geo_localite", "localite", READ_GEOGRAPHY, region=REGION_OF_SECTOR, derived=("nom_normalise",)),
    # A user's regions are part of the user's own change history and are shown with it.
    AuditedTable(
        "geo_region_user", "region_utilisateur", "administration.utilisateurs", object="user_id", root="user_id"
    ),
    *(
        AuditedTable(
            table,
            model,
            READ_SHELTERS if model == "service_vbg" else READ_GEOGRAPHY,
            region="{row}.region_id",
            derived=("nom_normalise", "geog"),
            guarded={"telephone": READ_CONTACTS, "responsable": READ_CONTACTS},
            confidential=model == "service_vbg",
        )
        for table, model in FACILITY_TABLES.items()
    ),
    AuditedTable(
        "geo_agent_vbg",
        "agent_vbg",
        READ_SHELTERS,
        region=REGION_OF_SERVICE,
        root="service_id",
        guarded={"telephone": READ_CONTACTS},
        confidential=True,
    ),
)
UNAUDITED_TABLES: Final = {
    "geo_layer_change": "counters of the tiles' version",
    "geo_ligne_fond": "replaced as a whole, by an operation that the history has",
}
