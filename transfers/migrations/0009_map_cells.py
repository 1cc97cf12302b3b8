"""Sums of beneficiaries by map cell, kept by triggers; only what moves a beneficiary makes its tiles old."""

from django.db import migrations, models

from geo.layers.cells import build_append_cells_sql

TABLE = "transfers_beneficiaire_cell"
KEYS = "region_id, secteur_id, statut_enrolement"
POINT = "ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, region_id, secteur_id, statut_enrolement"

# Rows of other tables are looked up by key and then joined by hash (decision 0036).
CHANGED = f"""
SELECT sign, {POINT}
FROM (SELECT -1 AS sign, * FROM gone UNION ALL SELECT 1, * FROM come) AS changed
JOIN place ON place.id = changed.menage_id
"""
MOVED = f"""
SELECT sign, {POINT}
FROM (SELECT -1 AS sign, * FROM old_rows WHERE id = ANY (concerned) AND geom IS NOT NULL
      UNION ALL SELECT 1, * FROM new_rows WHERE id = ANY (concerned) AND geom IS NOT NULL) AS place
JOIN held ON held.menage_id = place.id
"""
ALL = f"""
SELECT 1 AS sign, {POINT}
FROM transfers_beneficiaire AS held JOIN registry_menage AS place ON place.id = held.menage_id WHERE geom IS NOT NULL
"""


def with_first(queries: str, statement: str) -> str:
    """Put further common table expressions before those of `statement`."""
    return statement.replace("WITH ", f"WITH {queries}, ", 1)


def beneficiaries(old: str, new: str) -> str:
    """The statements that append what a statement on beneficiaries changed. `old`, `new`: SELECTs of its rows."""
    queries = f"""
    gone AS MATERIALIZED ({old} EXCEPT {new}), come AS MATERIALIZED ({new} EXCEPT {old}),
    place AS MATERIALIZED (SELECT id, geom, score_pmt, region_id, secteur_id FROM registry_menage
                           WHERE id = ANY (households) AND geom IS NOT NULL)"""
    return f"""
    -- Of those alone that count elsewhere now: another field of a beneficiary changes without the household's lock.
    households := ARRAY(SELECT menage_id FROM (({old} EXCEPT {new}) UNION ({new} EXCEPT {old})) AS changed);
    -- Whoever writes these holds their households already: this waits only for those who do not.
    PERFORM FROM registry_menage WHERE id = ANY (households) ORDER BY id FOR SHARE;
    {with_first(queries, build_append_cells_sql(TABLE, KEYS, CHANGED))}"""


# Writers wait until the sums are filled and followed, in their order: a change in between would never be counted.
HOLD = "LOCK TABLE registry_menage, transfers_beneficiaire IN SHARE ROW EXCLUSIVE MODE"

NONE = "SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false"
OLD, NEW = (f"SELECT id, menage_id, statut_enrolement FROM {name}_rows" for name in ("old", "new"))
PLACE = "id, region_id, secteur_id, localite_id, score_pmt, geom"
SQL = f"""
CREATE FUNCTION transfers_beneficiaire_cells() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  households uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN {beneficiaries(NONE, NEW)}
  ELSIF TG_OP = 'DELETE' THEN {beneficiaries(OLD, NONE)}
  ELSIF TG_OP = 'UPDATE' THEN {beneficiaries(OLD, NEW)}
  ELSE DELETE FROM {TABLE};
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER map_cells_inserted AFTER INSERT ON transfers_beneficiaire REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_beneficiaire_cells();
CREATE TRIGGER map_cells_updated AFTER UPDATE ON transfers_beneficiaire
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_beneficiaire_cells();
CREATE TRIGGER map_cells_deleted AFTER DELETE ON transfers_beneficiaire REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_beneficiaire_cells();
CREATE TRIGGER map_cells_emptied AFTER TRUNCATE ON transfers_beneficiaire
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_beneficiaire_cells();

CREATE FUNCTION transfers_menage_moved() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  moved uuid[] := ARRAY(SELECT id FROM (SELECT {PLACE} FROM old_rows EXCEPT SELECT {PLACE} FROM new_rows) AS place);
  concerned uuid[] := ARRAY(SELECT DISTINCT menage_id FROM transfers_beneficiaire WHERE menage_id = ANY (moved));
BEGIN
  IF concerned <> '{{}}' THEN
    INSERT INTO geo_layer_change (couche) VALUES ('beneficiaires');
    {
    with_first(
        "held AS MATERIALIZED (SELECT menage_id, statut_enrolement FROM transfers_beneficiaire"
        " WHERE menage_id = ANY (concerned))",
        build_append_cells_sql(TABLE, KEYS, MOVED),
    )
}
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_moved AFTER UPDATE ON registry_menage
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_menage_moved();
"""
BACK = """
DROP TRIGGER transfers_moved ON registry_menage;
DROP TRIGGER map_cells_inserted ON transfers_beneficiaire;
DROP TRIGGER map_cells_updated ON transfers_beneficiaire;
DROP TRIGGER map_cells_deleted ON transfers_beneficiaire;
DROP TRIGGER map_cells_emptied ON transfers_beneficiaire;
DROP FUNCTION transfers_menage_moved();
DROP FUNCTION transfers_beneficiaire_cells();
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0025_cells_of_more_zooms"), ("transfers", "0008_steady_plans")]
    operations = [
        migrations.RunSQL(HOLD, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="BeneficiaryCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("z", models.PositiveSmallIntegerField()),
                ("x", models.IntegerField()),
                ("y", models.IntegerField()),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("n", models.BigIntegerField()),
                ("avec_pmt", models.BigIntegerField()),
                ("somme_pmt", models.DecimalField(decimal_places=2, max_digits=18)),
                ("somme_lon", models.BigIntegerField()),
                ("somme_lat", models.BigIntegerField()),
                ("statut_enrolement", models.CharField(max_length=8)),
            ],
            options={
                "db_table": "transfers_beneficiaire_cell",
                "indexes": [models.Index(fields=["z", "x", "y"], name="beneficiaire_cell_zxy")],
            },
        ),
        migrations.RunSQL(build_append_cells_sql(TABLE, KEYS, ALL), migrations.RunSQL.noop),
        migrations.RunSQL(SQL, BACK),
    ]
