"""Map cells of households for zooms 8 and 11 too: a tile of a low zoom adds up some ten times fewer of them."""

from django.db import migrations

from geo.layers.cells import SUMS, build_append_cells_sql

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
POINT = f"SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, {CELL_DIMS}"


def tally(source: str) -> str:
    """The statements that append what `source` (rows with a sign) changed."""
    counts = ", ".join(COUNTS)
    sums = ", ".join(f"sum(sign * {name}) AS {name}" for name in COUNTS)
    cells = build_append_cells_sql(
        "registry_menage_cell", CELL_DIMS, f"{POINT} FROM ({source}) AS changed WHERE geom IS NOT NULL"
    )
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
    {cells}
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

# Writers wait until the migration is committed: until then they run the function that does not know the new zooms.
HOLD = "LOCK TABLE registry_menage IN SHARE ROW EXCLUSIVE MODE"
SUMMED = ", ".join(f"sum({name})" for name in SUMS)
COARSER = f"""
INSERT INTO registry_menage_cell (z, x, y, {CELL_DIMS}, {", ".join(SUMS)})
SELECT coarser.z, x >> (14 - coarser.z), y >> (14 - coarser.z), {CELL_DIMS}, {SUMMED}
FROM registry_menage_cell AS cell CROSS JOIN (VALUES (8), (11)) AS coarser (z)
WHERE cell.z = 14
GROUP BY 1, 2, 3, {CELL_DIMS};
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0024_parts_looked_up_at_once"), ("geo", "0007_steady_plans")]
    operations = [
        migrations.RunSQL(HOLD, migrations.RunSQL.noop),
        migrations.RunSQL(SQL, migrations.RunSQL.noop),
        migrations.RunSQL(COARSER, "DELETE FROM registry_menage_cell WHERE z IN (8, 11)"),
    ]
