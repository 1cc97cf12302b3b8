"""Boundaries: one writer at a time simplifies a level (decision 0063); rings turn as GeoJSON has them (decision 0067)."""

from django.db import migrations

RULES = """
-- Until the end of the transaction nobody else writes boundaries of a level. Who changes standing ones asks before he
-- locks a row: the other way round two would wait for each other.
CREATE FUNCTION geo_lock_boundaries(level regclass) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('geo.boundaries'), level::oid::integer)
$$;

CREATE FUNCTION geo_boundaries_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM geo_lock_boundaries(TG_RELID);
  RETURN NULL;
END $$;

-- The outer ring runs counterclockwise, holes clockwise (RFC 7946), here and in what is made of it.
CREATE OR REPLACE FUNCTION geo_contour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.geom := ST_ForcePolygonCCW(NEW.geom);
  NEW.contour := ST_ForcePolygonCCW(ST_Multi(ST_CollectionExtract(
    ST_MakeValid(ST_SimplifyPreserveTopology(NEW.geom, 0.002)), 3)));
  RETURN NEW;
END $$;

-- The borders of a level as one set of lines, simplified once and cut into faces again; each face goes to the units in
-- whose boundary its middle lies. A unit that gets none (smaller than the tolerance) keeps the contour of its own. Its
-- statement sees what those before had written when they let the lock go; a row that somebody changes otherwise is
-- waited for.
CREATE OR REPLACE FUNCTION geo_share_contours(level regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM geo_lock_boundaries(level);
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
      SELECT t.id, ST_ForcePolygonCCW(ST_Multi(ST_Union(placed.geom))) AS contour
      FROM %1$s t JOIN placed ON t.geom && placed.middle AND ST_Intersects(t.geom, placed.middle) GROUP BY t.id
    )
    UPDATE %1$s t SET contour = fresh.contour FROM fresh WHERE fresh.id = t.id AND t.contour IS DISTINCT FROM fresh.contour
  $sql$, level);
END $$;
"""

STANDING = "".join(
    f"""
CREATE TRIGGER lock_boundaries BEFORE UPDATE OF geom ON {table}
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_locked();
UPDATE {table} SET geom = ST_ForcePolygonCCW(geom) WHERE NOT ST_IsPolygonCCW(geom);
UPDATE {table} SET contour = ST_ForcePolygonCCW(contour) WHERE NOT ST_IsPolygonCCW(contour);
SELECT geo_share_contours('{table}');
"""
    for table in ("geo_region", "geo_secteur")
)


class Migration(migrations.Migration):
    dependencies = [("geo", "0009_no_control_characters")]
    operations = [migrations.RunSQL(RULES + STANDING, migrations.RunSQL.noop)]
