"""The cells of zoom 14 are summed from those of zoom 17, a few thousand, and not from every household again."""

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
CELL_SUMS = ("n", "avec_pmt", "somme_pmt", "somme_lon", "somme_lat")


def tally(source: str) -> str:
    """The statements that append what `source` (rows with a sign) changed."""
    counts = ", ".join(COUNTS)
    sums = ", ".join(f"sum(sign * {name}) AS {name}" for name in COUNTS)
    added = ", ".join(f"sum({name})" for name in CELL_SUMS)
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
    WITH fine AS MATERIALIZED (
      SELECT tile_x(lon, 17) AS x, tile_y(lat, 17) AS y, {CELL_DIMS}, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score_pmt), 0) AS somme_pmt,
             sum(sign * round(lon * 1000000)::bigint) AS somme_lon, sum(sign * round(lat * 1000000)::bigint) AS somme_lat
      FROM (SELECT changed.*, ST_X(geom) AS lon, ST_Y(geom) AS lat FROM ({source}) AS changed
            WHERE geom IS NOT NULL) AS placed
      GROUP BY 1, 2, {CELL_DIMS})
    INSERT INTO registry_menage_cell (z, x, y, {CELL_DIMS}, {", ".join(CELL_SUMS)})
    SELECT * FROM (
      SELECT 17 AS z, x, y, {CELL_DIMS}, {", ".join(CELL_SUMS)} FROM fine
      UNION ALL
      SELECT 14, x >> 3, y >> 3, {CELL_DIMS}, {added} FROM fine GROUP BY 2, 3, {CELL_DIMS}) AS difference
    WHERE ({", ".join(CELL_SUMS)}) IS DISTINCT FROM (0, 0, 0, 0, 0);
    """


OLD = "SELECT -1 AS sign, * FROM old_rows"
NEW = "SELECT 1 AS sign, * FROM new_rows"
SQL = f"""
CREATE OR REPLACE FUNCTION registry_menage_tally() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0009_cheaper_writes")]
    operations = [migrations.RunSQL(SQL, migrations.RunSQL.noop)]
