-- The nearest service of each kind is kept fresh by the database: every change writes it in its own transaction.
--
-- A household's insert, move or delete writes its own row. A service's insert or move looks only at the households that
-- can be nearer to it than to what they have; its delete or move looks again for those that pointed at it. The places
-- of a household stand beside its nearest services, so that coverage by zone reads one table (decision 0052); an update
-- of the household writes them at once, in a bulk load too.
--
-- Two writers cannot miss each other: household triggers hold ROW EXCLUSIVE on the table before they look at services,
-- service triggers hold SHARE ROW EXCLUSIVE before they look at households, and each statement after the lock sees what
-- was committed before it. Bulk loads (`SET LOCAL tabanca.bulk = 'on'`) leave the look-up to the kernel.

-- name: forwards
-- Return a box in degrees that holds every point within `metres` of `point`; the whole turn where a pole or the
-- antimeridian comes into reach. A degree of latitude is at least 110,574 m, one of longitude 111,319 m x
-- cos(latitude).
CREATE FUNCTION metre_box(point geometry, metres double precision)
RETURNS geometry LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ST_MakeEnvelope(
           CASE WHEN whole THEN -180 ELSE x - east END, greatest(y - north, -90),
           CASE WHEN whole THEN 180 ELSE x + east END, least(y + north, 90), 4326)
  FROM (SELECT *, abs(y) + north > 89 OR abs(x) + east > 180 AS whole
        FROM (SELECT x, y, north, 1.01 * north / cos(radians(least(abs(y) + north, 89))) AS east
              FROM (SELECT ST_X(point) AS x, ST_Y(point) AS y, metres / 110000 + 0.000001 AS north) AS size) AS wide) AS box
$$;

-- Return the cell of a point: x and y of the z 17 tile, then which of its 64 tiles of z 20. A tile of z 17 is a range.
-- PL/pgSQL, for it runs for every row that is written: as SQL it cannot be inlined and takes ten times as long.
-- Schemas are named: a restored backup creates the index with an empty search path.
CREATE FUNCTION household_cell(point geometry) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  x bigint := public.tile_x(public.ST_X(point), 20);
  y bigint := public.tile_y(public.ST_Y(point), 20);
BEGIN
  RETURN (x >> 3 << 23) | (y >> 3 << 6) | ((x & 7) << 3) | (y & 7);
END $$;
-- Counting inside a circle reads this index alone.
CREATE INDEX menage_cell20 ON registry_menage (household_cell(geom)) INCLUDE (geom, region_id) WHERE geom IS NOT NULL;

-- name: backwards
DROP INDEX menage_cell20;
DROP FUNCTION household_cell;
DROP FUNCTION metre_box;

-- name: kind
-- One kind of service, whose table is geo_{kind}.
CREATE INDEX geo_{kind}_geog ON geo_{kind} USING gist (geog);
-- Statistics group distances in steps: with this the planner groups in parallel.
ALTER TABLE analysis_nearest_service ALTER COLUMN {kind}_metres SET (n_distinct = 1000);

-- Return the nearest by geodesic distance; of equals the lowest id. <-> is spherical (up to 0.5 % wrong), so its first
-- answer is only the radius within which the true nearest must lie.
CREATE FUNCTION nearest_{kind}(point geography) RETURNS TABLE (id uuid, metres double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT service.id, ST_Distance(service.geog, point)
  FROM (SELECT ST_Distance(geog, point) AS metres FROM geo_{kind} ORDER BY geog <-> point LIMIT 1) AS first
  JOIN geo_{kind} AS service ON ST_DWithin(service.geog, point, first.metres + 0.001)
  ORDER BY 2, 1 LIMIT 1
$$;

-- Return how far from a service a household can be that is nearer to it than to any other. In each eighth of the turn:
-- beyond the nearest other service of that eighth, a household is nearer to that one (an angle of at most 45 degrees
-- cannot face the longest side). An empty eighth leaves only the farthest distance that any household has.
CREATE FUNCTION reach_of_{kind}(service uuid, point geography) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT 1 + CASE WHEN count(*) = 8 AND max(metres) < 500000 THEN max(metres) ELSE
    (SELECT CASE WHEN bool_or({kind} IS NULL) THEN 21000000 ELSE max({kind}_metres) END FROM analysis_nearest_service) END
  FROM (SELECT min(ST_Distance(geog, point)) AS metres
        FROM (SELECT geog FROM geo_{kind} WHERE id <> service ORDER BY geog <-> point LIMIT 64) AS near
        WHERE ST_Azimuth(point, geog) IS NOT NULL GROUP BY floor(degrees(ST_Azimuth(point, geog)) / 45)::integer % 8) AS eighth
$$;

-- Give a service to the households around it that are nearer to it than to what they have. Some thousand look-ups by
-- key are faster than reading the whole table, which the planner would prefer.
CREATE FUNCTION offer_{kind}(service uuid, place geometry, point geography) RETURNS void
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  reach double precision := reach_of_{kind}(service, point);
BEGIN
  UPDATE analysis_nearest_service AS n SET {kind} = service, {kind}_metres = near.metres
  FROM (SELECT id, ST_Distance(geom::geography, point) AS metres FROM registry_menage
        WHERE geom && metre_box(place, reach)) AS near
  WHERE near.id = n.menage_id AND (n.{kind} IS NULL OR (near.metres, service) < (n.{kind}_metres, n.{kind}));
END $$;

-- Rows that moved are found by EXCEPT: its cost grows with the rows alone, also when its plan was made for one row
-- (decision 0036).
CREATE FUNCTION follow_{kind}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := '{{}}';
  come uuid[] := '{{}}';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE analysis_nearest_service SET {kind} = NULL, {kind}_metres = NULL WHERE {kind} IS NOT NULL;
    RETURN NULL;
  END IF;
  IF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    come := ARRAY(SELECT id FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    gone := ARRAY(SELECT id FROM old_rows);
  ELSE
    gone := ARRAY(SELECT id FROM (SELECT id, geom FROM old_rows EXCEPT SELECT id, geom FROM new_rows) AS moved);
    come := ARRAY(SELECT id FROM (SELECT id, geom FROM new_rows EXCEPT SELECT id, geom FROM old_rows) AS moved);
  END IF;
  IF cardinality(gone) + cardinality(come) = 0 THEN
    RETURN NULL;
  END IF;
  LOCK TABLE analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE;
  -- One new service costs some 40 milliseconds, one household 40 microseconds: for many services, look at all households.
  IF cardinality(come) > 20 AND cardinality(come) * 1000 > (SELECT count(*) FROM analysis_nearest_service) THEN
    UPDATE analysis_nearest_service AS n SET {kind} = found.id, {kind}_metres = found.metres
    FROM registry_menage AS m LEFT JOIN LATERAL nearest_{kind}(m.geom::geography) AS found ON true
    WHERE m.id = n.menage_id AND (n.{kind}, n.{kind}_metres) IS DISTINCT FROM (found.id, found.metres);
    RETURN NULL;
  END IF;
  IF cardinality(gone) > 0 THEN
    UPDATE analysis_nearest_service AS n SET {kind} = found.id, {kind}_metres = found.metres
    FROM registry_menage AS m LEFT JOIN LATERAL nearest_{kind}(m.geom::geography) AS found ON true
    WHERE m.id = n.menage_id AND n.{kind} IN (SELECT unnest(gone));
  END IF;
  PERFORM offer_{kind}(id, geom, geog) FROM geo_{kind} WHERE id = ANY (come);
  RETURN NULL;
END $$;
CREATE TRIGGER nearest_insert AFTER INSERT ON geo_{kind} REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_{kind}();
CREATE TRIGGER nearest_update AFTER UPDATE ON geo_{kind} REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_{kind}();
CREATE TRIGGER nearest_delete AFTER DELETE ON geo_{kind} REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_{kind}();
CREATE TRIGGER nearest_truncate AFTER TRUNCATE ON geo_{kind}
  FOR EACH STATEMENT EXECUTE FUNCTION follow_{kind}();

-- name: drop_kind
DROP FUNCTION follow_{kind} CASCADE;
DROP FUNCTION offer_{kind};
DROP FUNCTION reach_of_{kind};
DROP FUNCTION nearest_{kind};
ALTER TABLE analysis_nearest_service ALTER COLUMN {kind}_metres RESET (n_distinct);
DROP INDEX geo_{kind}_geog;

-- name: households
-- `place` is looked up by the key, whatever number of rows the statement was planned for first.
CREATE FUNCTION follow_menages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rezoned uuid[];
BEGIN
  -- Rows that went are taken out at once even in a bulk load: nothing may point at a household that is not there.
  IF TG_OP = 'DELETE' THEN
    DELETE FROM analysis_nearest_service WHERE menage_id = ANY (ARRAY(SELECT id FROM old_rows));
    RETURN NULL;
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_nearest_service;
    RETURN NULL;
  ELSIF TG_OP = 'UPDATE' THEN
    rezoned := ARRAY(SELECT id FROM (
      SELECT id, region_id, secteur_id, localite_id FROM new_rows
      EXCEPT SELECT id, region_id, secteur_id, localite_id FROM old_rows) AS changed);
    IF cardinality(rezoned) > 0 THEN
      UPDATE analysis_nearest_service AS n SET (region_id, secteur_id, localite_id) =
        (SELECT region_id, secteur_id, localite_id FROM registry_menage AS m WHERE m.id = n.menage_id)
      WHERE menage_id = ANY (rezoned);
    END IF;
  END IF;
  IF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  END IF;
  LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO analysis_nearest_service (
      menage_id, region_id, secteur_id, localite_id, ecole, ecole_metres, service_sante, service_sante_metres,
      point_eau, point_eau_metres, service_vbg, service_vbg_metres, police_judiciaire, police_judiciaire_metres)
    SELECT m.id, m.region_id, m.secteur_id, m.localite_id, ecole.id, ecole.metres,
           service_sante.id, service_sante.metres, point_eau.id, point_eau.metres,
           service_vbg.id, service_vbg.metres, police_judiciaire.id, police_judiciaire.metres
    FROM new_rows AS m
    LEFT JOIN LATERAL nearest_ecole(m.geom::geography) AS ecole ON true
    LEFT JOIN LATERAL nearest_service_sante(m.geom::geography) AS service_sante ON true
    LEFT JOIN LATERAL nearest_point_eau(m.geom::geography) AS point_eau ON true
    LEFT JOIN LATERAL nearest_service_vbg(m.geom::geography) AS service_vbg ON true
    LEFT JOIN LATERAL nearest_police_judiciaire(m.geom::geography) AS police_judiciaire ON true
    WHERE m.geom IS NOT NULL;
  ELSE
    DELETE FROM analysis_nearest_service WHERE menage_id = ANY (ARRAY(SELECT id FROM (
      SELECT id, geom FROM old_rows EXCEPT SELECT id, geom FROM new_rows) AS moved));
    INSERT INTO analysis_nearest_service (
      menage_id, region_id, secteur_id, localite_id, ecole, ecole_metres, service_sante, service_sante_metres,
      point_eau, point_eau_metres, service_vbg, service_vbg_metres, police_judiciaire, police_judiciaire_metres)
    SELECT m.id, place.region_id, place.secteur_id, place.localite_id, ecole.id, ecole.metres,
           service_sante.id, service_sante.metres, point_eau.id, point_eau.metres,
           service_vbg.id, service_vbg.metres, police_judiciaire.id, police_judiciaire.metres
    FROM (SELECT id, geom FROM new_rows EXCEPT SELECT id, geom FROM old_rows) AS m
    JOIN LATERAL (
      SELECT region_id, secteur_id, localite_id FROM registry_menage WHERE id = m.id OFFSET 0) AS place ON true
    LEFT JOIN LATERAL nearest_ecole(m.geom::geography) AS ecole ON true
    LEFT JOIN LATERAL nearest_service_sante(m.geom::geography) AS service_sante ON true
    LEFT JOIN LATERAL nearest_point_eau(m.geom::geography) AS point_eau ON true
    LEFT JOIN LATERAL nearest_service_vbg(m.geom::geography) AS service_vbg ON true
    LEFT JOIN LATERAL nearest_police_judiciaire(m.geom::geography) AS police_judiciaire ON true
    WHERE m.geom IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER nearest_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_menages();
CREATE TRIGGER nearest_update AFTER UPDATE ON registry_menage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_menages();
CREATE TRIGGER nearest_delete AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_menages();
CREATE TRIGGER nearest_truncate AFTER TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION follow_menages();

-- name: drop_households
DROP FUNCTION follow_menages CASCADE;
