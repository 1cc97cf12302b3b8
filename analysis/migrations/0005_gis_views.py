"""Views for QGIS and other programs that read the database: no people's names, no telephones, no JSON, no cases.

A migration that changes the type of a column shown here, or drops it, drops the view first and makes it again.
"""

from django.db import migrations

PLACES = """region.nom AS region, secteur.nom AS secteur, localite.nom AS localite"""
AROUND = """
LEFT JOIN geo_region AS region ON region.id = it.region_id LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id"""
VIEWS = {
    "regions": ("Regions", "SELECT id, nom, code, population, geom FROM geo_region"),
    "secteurs": (
        "Sectors",
        """SELECT it.id, it.nom, it.code, region.nom AS region, it.population, it.geom
           FROM geo_secteur AS it JOIN geo_region AS region ON region.id = it.region_id""",
    ),
    "localites": (
        "Localities",
        """SELECT it.id, it.nom, it.code, it.type, region.nom AS region, secteur.nom AS secteur, it.population, it.geom
           FROM geo_localite AS it JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
           JOIN geo_region AS region ON region.id = secteur.region_id""",
    ),
    "ecoles": (
        "Schools",
        f"""SELECT it.id, it.nom, it.code, it.type, it.statut, it.prescolaire, it.niveau_max,
                   array_to_string(it.niveaux_enseignes, ', ') AS niveaux_enseignes, it.pilote, {PLACES}, it.geom
            FROM geo_ecole AS it {AROUND}""",
    ),
    "services_sante": (
        "Health services",
        f"""SELECT it.id, it.nom, it.code, it.type, it.statut, it.urgences_24h, it.maternite, {PLACES}, it.geom
            FROM geo_service_sante AS it {AROUND}""",
    ),
    "points_eau": (
        "Water points",
        f"""SELECT it.id, it.nom, it.code, it.type, it.statut, it.fonctionnel, it.type_source, {PLACES}, it.geom
            FROM geo_point_eau AS it {AROUND}""",
    ),
    "menages": (
        "Households with a position, and how far each is from the nearest school, health service and water point (metres)",
        f"""SELECT it.id, it.code_menage, it.statut, it.taille_menage, it.score_pmt, it.categorie_pauvrete,
                   it.eligible_programme, it.milieu, it.date_collecte, near.ecole_metres, near.service_sante_metres,
                   near.point_eau_metres, {PLACES}, it.geom
            FROM registry_menage AS it {AROUND}
            LEFT JOIN analysis_nearest_service AS near ON near.menage_id = it.id WHERE it.geom IS NOT NULL""",
    ),
    "beneficiaires": (
        "Beneficiaries, where their household lives",
        f"""SELECT person.id, person.code, person.statut_enrolement AS statut, programme.code AS programme,
                   it.code_menage, {PLACES}, it.geom
            FROM transfers_beneficiaire AS person JOIN registry_menage AS it ON it.id = person.menage_id {AROUND}
            JOIN transfers_programme AS programme ON programme.id = person.programme_id WHERE it.geom IS NOT NULL""",
    ),
}
MAKE = "CREATE SCHEMA gis; COMMENT ON SCHEMA gis IS 'Read-only views for GIS programs';" + "".join(
    f"CREATE VIEW gis.{name} AS {select}; COMMENT ON VIEW gis.{name} IS '{comment}';"
    for name, (comment, select) in VIEWS.items()
)


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0004_zones_of_nearest"),
        ("geo", "0009_no_control_characters"),
        ("registry", "0028_codes_for_good"),
        ("transfers", "0011_documents_found_by_name"),
    ]
    operations = [migrations.RunSQL(MAKE, "DROP SCHEMA gis CASCADE")]
