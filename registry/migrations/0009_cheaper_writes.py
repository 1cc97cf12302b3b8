"""Households of a file are written at half the cost of what the database holds about them (decision 0013): heads and
dwellings are checked per statement, and not at all where this transaction made their household; the places of new
households are looked at once; indexes grow at their end."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COLUMNS = {
    "region_id": "geo_region", "secteur_id": "geo_secteur", "commune_id": "geo_commune", "localite_id": "geo_localite",
    "projet_id": "registry_projet", "campagne_id": "registry_campagne", "enqueteur_id": "accounts_user",
    "valide_collecte_par_id": "accounts_user",
}  # fmt: skip
LEVELS = (
    ("secteur_id", "geo_secteur", "region_id"),
    ("commune_id", "geo_commune", "secteur_id"),
    ("localite_id", "geo_localite", "secteur_id"),
)
JOINS = " ".join(f"LEFT JOIN {table} AS {name} ON {name}.id = place.{name}" for name, table, _parent in LEVELS)
ASTRAY = " OR ".join(
    f"(place.{name} IS NOT NULL AND {name}.{parent} IS DISTINCT FROM place.{parent})" for name, _table, parent in LEVELS
)
LOCKED = "\n".join(
    f"  PERFORM registry_menage_refers('{name}', '{parent}',"
    f" ARRAY(SELECT DISTINCT {name} FROM unnest(named) WHERE {name} IS NOT NULL));"
    for name, parent in COLUMNS.items()
)

# One pass over the new rows: a file names few places. The locks first, then whether the places agree.
HOUSEHOLDS = f"""
DROP TRIGGER settled_insert ON registry_menage;
DROP FUNCTION registry_menage_settled();
CREATE TYPE registry_menage_named AS ({", ".join(f"{name} uuid" for name in COLUMNS)});
CREATE OR REPLACE FUNCTION registry_menage_refers_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named registry_menage_named[];
BEGIN
  SELECT array_agg(each::registry_menage_named) INTO named
  FROM (SELECT DISTINCT {", ".join(COLUMNS)} FROM new_rows) AS each;
{LOCKED}
  IF EXISTS (SELECT FROM unnest(named) AS place {JOINS} WHERE {ASTRAY}) THEN
    PERFORM registry_menage_astray();
  END IF;
  RETURN NULL;
END $$;
"""

# A household that this transaction inserted cannot be deleted by another: it needs no lock. Rows that were inserted
# under a savepoint carry another id than the transaction and take the lock.
PARTS = """
CREATE FUNCTION registry_part_needs(owners uuid[], part text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found integer;
BEGIN
  SELECT count(*) INTO found FROM (
    SELECT FROM registry_menage WHERE id = ANY (owners) ORDER BY id FOR KEY SHARE) AS household;
  IF found < cardinality(owners) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s names no household', part), TABLE = part,
      COLUMN = 'menage_id', CONSTRAINT = 'part_of_household';
  END IF;
END $$;
CREATE FUNCTION registry_part_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM registry_part_needs(ARRAY(
    SELECT menage_id FROM new_rows WHERE NOT EXISTS (
      SELECT FROM registry_menage AS menage
      WHERE menage.id = menage_id AND menage.xmin = pg_current_xact_id()::xid)), TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE FUNCTION registry_part_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM registry_part_needs(ARRAY[NEW.menage_id], TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE FUNCTION registry_menage_parts_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM registry_chef_menage WHERE menage_id IN (SELECT id FROM old_rows);
  DELETE FROM registry_logement WHERE menage_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER parts_go AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_parts_go();
CREATE FUNCTION registry_menage_keeps_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = 'the id of a household is for good', TABLE = 'registry_menage',
    COLUMN = 'id', CONSTRAINT = 'part_of_household';
END $$;
CREATE TRIGGER keeps_id BEFORE UPDATE OF id ON registry_menage FOR EACH ROW
  WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION registry_menage_keeps_id();
""" + "".join(
    f"CREATE TRIGGER part_insert AFTER INSERT ON {table} REFERENCING NEW TABLE AS new_rows"
    f" FOR EACH STATEMENT EXECUTE FUNCTION registry_part_inserted();\n"
    f"CREATE TRIGGER part_moved AFTER UPDATE OF menage_id ON {table} FOR EACH ROW"
    f" WHEN (NEW.menage_id <> OLD.menage_id) EXECUTE FUNCTION registry_part_moved();\n"
    for table in ("registry_chef_menage", "registry_logement")
)

# Newest first is read from the end.
INDEXES = {
    "menage_region_categorie": (["region", "categorie_pauvrete", "id"], None),
    "menage_secteur": (["secteur", "id"], None),
    "menage_pre_collecte": (["id"], models.Q(statut_collecte="pre_collecte")),
    "menage_projet": (["projet", "id"], models.Q(projet__isnull=False)),
    "menage_campagne": (["campagne", "id"], models.Q(campagne__isnull=False)),
    "menage_enqueteur": (["enqueteur", "id"], models.Q(enqueteur__isnull=False)),
}


def part_of(model: str, name: str) -> migrations.AlterField:
    return migrations.AlterField(
        model, "menage",
        models.OneToOneField(
            db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name=name,
            serialize=False, to="registry.household",
        ),
    )  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [
        ("geo", "0003_layer_change_count"),
        ("registry", "0008_duplicates"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        part_of("dwelling", "logement"),
        part_of("headofhousehold", "chef"),
        *(migrations.RemoveIndex("household", name) for name in INDEXES),
        *(
            migrations.AddIndex("household", models.Index(fields=fields, name=name, condition=condition))
            for name, (fields, condition) in INDEXES.items()
        ),
        migrations.RunSQL(HOUSEHOLDS + PARTS),
    ]
