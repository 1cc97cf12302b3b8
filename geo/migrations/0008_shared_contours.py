"""Contours of one level share their borders: simplified together, they leave no holes and lie on nobody (decision 0063)."""

from django.db import migrations

SHARED = """
-- The borders of a level as one set of lines, simplified once and cut into faces again; each face goes to the units in
-- whose boundary its middle lies. A unit that gets none (smaller than the tolerance) keeps the contour of its own. Rows
-- that somebody else is changing are left out: that change simplifies the level again.
CREATE FUNCTION geo_share_contours(level regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$
    WITH border AS (
      SELECT ST_SimplifyPreserveTopology(ST_LineMerge(ST_UnaryUnion(ST_Collect(ST_Boundary(ST_MakeValid(geom))))), 0.002) AS geom
      FROM %1$s WHERE geom IS NOT NULL
    ), line AS (
      SELECT (ST_Dump(ST_UnaryUnion(geom))).geom FROM border
    ), face AS (
      SELECT (ST_Dump(ST_Polygonize(geom))).geom FROM line
    ), placed AS (
      SELECT geom, (ST_MaximumInscribedCircle(geom)).center AS middle FROM face
    ), fresh AS (
      SELECT t.id, ST_Multi(ST_Union(placed.geom)) AS contour
      FROM %1$s t JOIN placed ON t.geom && placed.middle AND ST_Intersects(t.geom, placed.middle) GROUP BY t.id
    )
    UPDATE %1$s t SET contour = fresh.contour FROM fresh
    WHERE fresh.id = t.id AND t.contour IS DISTINCT FROM fresh.contour
      AND t.id IN (SELECT id FROM %1$s FOR NO KEY UPDATE SKIP LOCKED)
  $sql$, level);
END $$;

CREATE FUNCTION geo_boundaries_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written WHERE geom IS NOT NULL) THEN
    PERFORM geo_share_contours(TG_RELID);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION geo_boundaries_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written JOIN before USING (id) WHERE written.geom IS DISTINCT FROM before.geom) THEN
    PERFORM geo_share_contours(TG_RELID);
  END IF;
  RETURN NULL;
END $$;
"""

TRIGGERS = "".join(
    f"""
CREATE TRIGGER shared_contours_new AFTER INSERT ON {table} REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_written();
CREATE TRIGGER shared_contours AFTER UPDATE ON {table} REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_changed();
SELECT geo_share_contours('{table}');
"""
    for table in ("geo_region", "geo_secteur")
)


class Migration(migrations.Migration):
    dependencies = [("geo", "0007_steady_plans")]
    operations = [migrations.RunSQL(SHARED + TRIGGERS, migrations.RunSQL.noop)]
