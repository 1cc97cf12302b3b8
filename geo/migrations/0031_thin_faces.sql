-- name: forwards
-- Between neighbours whose border was drawn twice lie faces as thin as a rounding error. The search for the middle of one
-- begins with squares as wide as it is: GEOS before 3.12 makes them until memory ends, and nothing interrupts it. Where a
-- face is a thousand times as long as wide, any point within it serves.
--
-- Simplify the borders of a level as one set of lines, and cut it into faces again: contours that were simplified one
-- by one would overlap and leave holes. Each face goes to the units in whose boundary its middle lies. A unit that gets
-- none (smaller than the tolerance) keeps its own contour. The statement sees what others had written when they
-- released the lock; it waits for a row that another transaction changes otherwise.
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
    ), placed AS MATERIALIZED (
      SELECT geom, CASE WHEN ST_Area(geom) * 2000 > ST_Perimeter(geom) * greatest(
               ST_XMax(geom) - ST_XMin(geom), ST_YMax(geom) - ST_YMin(geom))
             THEN (ST_MaximumInscribedCircle(geom)).center ELSE ST_PointOnSurface(geom) END AS middle
      FROM face
    ), fresh AS (
      SELECT t.id, ST_ForcePolygonCCW(ST_Multi(ST_Union(placed.geom))) AS contour
      FROM %1$s t JOIN placed ON t.geom && placed.middle AND ST_Intersects(t.geom, placed.middle) GROUP BY t.id
    )
    UPDATE %1$s t SET contour = fresh.contour FROM fresh WHERE fresh.id = t.id AND t.contour IS DISTINCT FROM fresh.contour
  $sql$, level);
END $$;

-- name: backwards
-- Simplify the borders of a level as one set of lines, and cut it into faces again: contours that were simplified one
-- by one would overlap and leave holes. Each face goes to the units in whose boundary its middle lies. A unit that gets
-- none (smaller than the tolerance) keeps its own contour. The statement sees what others had written when they
-- released the lock; it waits for a row that another transaction changes otherwise.
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
    ), placed AS MATERIALIZED (
      SELECT geom, (ST_MaximumInscribedCircle(geom)).center AS middle FROM face
    ), fresh AS (
      SELECT t.id, ST_ForcePolygonCCW(ST_Multi(ST_Union(placed.geom))) AS contour
      FROM %1$s t JOIN placed ON t.geom && placed.middle AND ST_Intersects(t.geom, placed.middle) GROUP BY t.id
    )
    UPDATE %1$s t SET contour = fresh.contour FROM fresh WHERE fresh.id = t.id AND t.contour IS DISTINCT FROM fresh.contour
  $sql$, level);
END $$;
