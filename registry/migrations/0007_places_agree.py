"""A household's secteur lies in its region, its commune and localite in its secteur (decision 0013): the region of a
household is what decides who sees it."""

from django.db import migrations

# The column of a household, where it points, and the household's own column that must be the parent's.
LEVELS = (
    ("secteur_id", "geo_secteur", "region_id"),
    ("commune_id", "geo_commune", "secteur_id"),
    ("localite_id", "geo_localite", "secteur_id"),
)
JOINS = " ".join(f"LEFT JOIN {table} AS {name} ON {name}.id = place.{name}" for name, table, _parent in LEVELS)
ASTRAY = " OR ".join(
    f"(place.{name} IS NOT NULL AND {name}.{parent} IS DISTINCT FROM place.{parent})" for name, _table, parent in LEVELS
)
COLUMNS = "region_id, secteur_id, commune_id, localite_id"
CHANGED = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in COLUMNS.split(", "))

# Runs after `refers_insert` and `refers_update` (triggers fire in the order of their names), which hold a lock on every
# row that is named: what is read here cannot be moved before this transaction ends.
CHILD = f"""
CREATE FUNCTION registry_menage_astray() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'a household names a place that does not lie in the one above it',
    TABLE = 'registry_menage', CONSTRAINT = 'menage_places_agree';
END $$;
CREATE FUNCTION registry_menage_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT {COLUMNS} FROM new_rows) AS place {JOINS} WHERE {ASTRAY}) THEN
    PERFORM registry_menage_astray();
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION registry_menage_resettled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT {", ".join(f"NEW.{name}" for name in COLUMNS.split(", "))}) AS place ({COLUMNS}) {JOINS} WHERE {ASTRAY}
  ) THEN
    PERFORM registry_menage_astray();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settled_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_settled();
CREATE TRIGGER settled_update AFTER UPDATE OF {COLUMNS} ON registry_menage
  FOR EACH ROW WHEN ({CHANGED}) EXECUTE FUNCTION registry_menage_resettled();
"""
PARENT = """
CREATE FUNCTION registry_menage_left_behind() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM registry_menage WHERE %I = $1)', TG_ARGV[0]) INTO kept USING OLD.id;
  IF kept THEN
    RAISE foreign_key_violation USING MESSAGE = format('households stand in this row of %s', TG_TABLE_NAME),
      TABLE = 'registry_menage', COLUMN = TG_ARGV[0], CONSTRAINT = 'menage_places_agree';
  END IF;
  RETURN NULL;
END $$;
""" + "".join(
    f"CREATE TRIGGER menage_left_behind AFTER UPDATE OF {parent} ON {table} FOR EACH ROW"
    f" WHEN (NEW.{parent} IS DISTINCT FROM OLD.{parent}) EXECUTE FUNCTION registry_menage_left_behind('{name}');\n"
    for name, table, parent in LEVELS
)


class Migration(migrations.Migration):
    dependencies = [("registry", "0006_quality_codes")]
    operations = [migrations.RunSQL(CHILD + PARENT)]
