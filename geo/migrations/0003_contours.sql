-- name: forwards
-- Hold the lock of a level's boundaries until the end of the transaction. A change of existing boundaries takes it
-- before it locks a row: the other way round two changes would wait for each other.
CREATE FUNCTION geo_lock_boundaries(level regclass) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('geo.boundaries'), level::oid::integer)
$$;

CREATE FUNCTION geo_boundaries_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM geo_lock_boundaries(TG_RELID);
  RETURN NULL;
END $$;

-- Simplify a boundary for lists and low zooms, by 0.002 degrees: about 220 m at the equator. The outer ring runs
-- counterclockwise, holes clockwise (RFC 7946), in the boundary and in what is made of it.
CREATE FUNCTION geo_contour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.geom := ST_ForcePolygonCCW(NEW.geom);
  NEW.contour := ST_ForcePolygonCCW(ST_Multi(ST_CollectionExtract(
    ST_MakeValid(ST_SimplifyPreserveTopology(NEW.geom, 0.002)), 3)));
  RETURN NEW;
END $$;

-- Simplify the borders of a level as one set of lines, and cut it into faces again: contours that were simplified one
-- by one would overlap and leave holes. Each face goes to the units in whose boundary its middle lies. A unit that gets
-- none (smaller than the tolerance) keeps its own contour. The statement sees what others had written when they
-- released the lock; it waits for a row that another transaction changes otherwise.
CREATE FUNCTION geo_share_contours(level regclass) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE TRIGGER geo_contour BEFORE INSERT OR UPDATE OF geom ON geo_region
  FOR EACH ROW EXECUTE FUNCTION geo_contour();
CREATE TRIGGER lock_boundaries BEFORE UPDATE OF geom ON geo_region
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_locked();
CREATE TRIGGER shared_contours_new AFTER INSERT ON geo_region REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_written();
CREATE TRIGGER shared_contours AFTER UPDATE ON geo_region REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_changed();

CREATE TRIGGER geo_contour BEFORE INSERT OR UPDATE OF geom ON geo_secteur
  FOR EACH ROW EXECUTE FUNCTION geo_contour();
CREATE TRIGGER lock_boundaries BEFORE UPDATE OF geom ON geo_secteur
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_locked();
CREATE TRIGGER shared_contours_new AFTER INSERT ON geo_secteur REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_written();
CREATE TRIGGER shared_contours AFTER UPDATE ON geo_secteur REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION geo_boundaries_changed();

-- name: backwards
DROP FUNCTION geo_boundaries_changed CASCADE;
DROP FUNCTION geo_boundaries_written CASCADE;
DROP FUNCTION geo_share_contours;
DROP FUNCTION geo_contour CASCADE;
DROP FUNCTION geo_boundaries_locked CASCADE;
DROP FUNCTION geo_lock_boundaries;
