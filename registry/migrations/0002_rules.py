"""What the database itself holds about households: tallies by group and by map cell, layer version, cascades."""

from django.db import migrations

COUNTS = (
    "nb_enfants_04", "nb_enfants_514", "nb_enfants_010", "nb_enfants_1114", "nb_adultes_1564",
    "nb_personnes_65_plus", "nb_handicapes", "nb_actifs_occupes", "nb_femmes_1564", "nb_femmes_1549",
    "nb_femmes_enceintes",
)  # fmt: skip
DIMS = (
    "region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete, "
    "eligible_programme"
)
CELL_DIMS = "region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme"


def tally(source: str) -> str:
    """The statements that append what `source` (rows with a sign) changed."""
    counts = ", ".join(COUNTS)
    sums = ", ".join(f"sum(sign * {name}) AS {name}" for name in COUNTS)
    return f"""
    INSERT INTO registry_menage_tally ({DIMS}, avec_position, n, avec_pmt, somme_pmt, somme_taille, avec_qualite,
                                       somme_qualite, {counts})
    SELECT * FROM (
      SELECT {DIMS}, geom IS NOT NULL, sum(sign) AS n, coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS a,
             coalesce(sum(sign * score_pmt), 0) AS b, sum(sign * taille_menage) AS c,
             coalesce(sum(sign) FILTER (WHERE score_qualite IS NOT NULL), 0) AS d,
             coalesce(sum(sign * score_qualite), 0) AS e, {sums}
      FROM ({source}) AS changed GROUP BY {DIMS}, geom IS NOT NULL) AS difference
    WHERE (n, a, b, c, d, e, {counts}) IS DISTINCT FROM ({", ".join("0" * (6 + len(COUNTS)))});
    INSERT INTO registry_menage_cell (z, x, y, {CELL_DIMS}, n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT z, x >> (17 - z), y >> (17 - z), {CELL_DIMS}, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS a, coalesce(sum(sign * score_pmt), 0) AS b,
             sum(sign * round(ST_X(geom) * 1000000)::bigint) AS c, sum(sign * round(ST_Y(geom) * 1000000)::bigint) AS d
      FROM (SELECT changed.*, tile_x(ST_X(geom), 17) AS x, tile_y(ST_Y(geom), 17) AS y
            FROM ({source}) AS changed WHERE geom IS NOT NULL) AS placed,
           (VALUES (14), (17)) AS zoom (z)
      GROUP BY 1, 2, 3, {CELL_DIMS}) AS difference
    WHERE (n, a, b, c, d) IS DISTINCT FROM (0, 0, 0, 0, 0);
    """


OLD = "SELECT -1 AS sign, * FROM old_rows"
NEW = "SELECT 1 AS sign, * FROM new_rows"

SQL = f"""
CREATE FUNCTION registry_menage_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN {tally(NEW)}
  ELSIF TG_OP = 'DELETE' THEN {tally(OLD)}
  ELSIF TG_OP = 'UPDATE' THEN {tally(f"{OLD} UNION ALL {NEW}")}
  ELSE
    DELETE FROM registry_menage_tally;
    DELETE FROM registry_menage_cell;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER tally_update AFTER UPDATE ON registry_menage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER tally_delete AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER tally_truncate AFTER TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('menages');
"""

# Head, dwelling and members go with their household, also when SQL deletes a set of households.
CASCADES = """
DO $$
DECLARE fk record;
BEGIN
  FOR fk IN SELECT conname, conrelid::regclass AS child FROM pg_constraint
            WHERE contype = 'f' AND confrelid = 'registry_menage'::regclass
              AND conrelid IN ('registry_chef_menage'::regclass, 'registry_logement'::regclass,
                               'registry_membre_menage'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', fk.child, fk.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (menage_id) REFERENCES registry_menage (id)
                    ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE', fk.child, fk.conname);
  END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0001_initial"), ("geo", "0002_rules")]
    operations = [migrations.RunSQL(SQL, migrations.RunSQL.noop), migrations.RunSQL(CASCADES, migrations.RunSQL.noop)]
