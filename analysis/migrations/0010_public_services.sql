-- The nearest service for survivors is the nearest public one: a distance to a hidden one, from several households,
-- is its position (decision 0105). What differs from the other kinds (0002_nearest_services.sql) is the condition
-- `{public}`, which is met by a service that everybody may see and that has a position. Services and households that
-- are written meanwhile wait.

-- name: functions
LOCK TABLE registry_menage, geo_service_vbg, analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION nearest_service_vbg(point geography) RETURNS TABLE (id uuid, metres double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT service.id, ST_Distance(service.geog, point)
  FROM (SELECT ST_Distance(geog, point) AS metres FROM geo_service_vbg WHERE {public} ORDER BY geog <-> point LIMIT 1) AS first
  JOIN geo_service_vbg AS service ON ST_DWithin(service.geog, point, first.metres + 0.001)
  WHERE {public}
  ORDER BY 2, 1 LIMIT 1
$$;

CREATE OR REPLACE FUNCTION reach_of_service_vbg(service uuid, point geography) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT 1 + CASE WHEN count(*) = 8 AND max(metres) < 500000 THEN max(metres) ELSE
    (SELECT CASE WHEN bool_or(service_vbg IS NULL) THEN 21000000 ELSE max(service_vbg_metres) END FROM analysis_nearest_service) END
  FROM (SELECT min(ST_Distance(geog, point)) AS metres
        FROM (SELECT geog FROM geo_service_vbg WHERE {public} AND id <> service ORDER BY geog <-> point LIMIT 64) AS near
        WHERE ST_Azimuth(point, geog) IS NOT NULL GROUP BY floor(degrees(ST_Azimuth(point, geog)) / 45)::integer % 8) AS eighth
$$;

CREATE OR REPLACE FUNCTION follow_service_vbg() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := '{{}}';
  come uuid[] := '{{}}';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE analysis_nearest_service SET service_vbg = NULL, service_vbg_metres = NULL WHERE service_vbg IS NOT NULL;
    RETURN NULL;
  END IF;
  IF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    come := ARRAY(SELECT id FROM new_rows WHERE {public});
  ELSIF TG_OP = 'DELETE' THEN
    gone := ARRAY(SELECT id FROM old_rows);
  ELSE
    gone := ARRAY(SELECT id FROM (
      SELECT id, geom FROM old_rows WHERE {public} EXCEPT SELECT id, geom FROM new_rows WHERE {public}) AS moved);
    come := ARRAY(SELECT id FROM (
      SELECT id, geom FROM new_rows WHERE {public} EXCEPT SELECT id, geom FROM old_rows WHERE {public}) AS moved);
  END IF;
  IF cardinality(gone) + cardinality(come) = 0 THEN
    RETURN NULL;
  END IF;
  LOCK TABLE analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE;
  -- One new service costs some 40 milliseconds, one household 40 microseconds: for many services, look at all households.
  IF cardinality(come) > 20 AND cardinality(come) * 1000 > (SELECT count(*) FROM analysis_nearest_service) THEN
    UPDATE analysis_nearest_service AS n SET service_vbg = found.id, service_vbg_metres = found.metres
    FROM registry_menage AS m LEFT JOIN LATERAL nearest_service_vbg(m.geom::geography) AS found ON true
    WHERE m.id = n.menage_id AND (n.service_vbg, n.service_vbg_metres) IS DISTINCT FROM (found.id, found.metres);
    RETURN NULL;
  END IF;
  IF cardinality(gone) > 0 THEN
    UPDATE analysis_nearest_service AS n SET service_vbg = found.id, service_vbg_metres = found.metres
    FROM registry_menage AS m LEFT JOIN LATERAL nearest_service_vbg(m.geom::geography) AS found ON true
    WHERE m.id = n.menage_id AND n.service_vbg IN (SELECT unnest(gone));
  END IF;
  PERFORM offer_service_vbg(id, geom, geog) FROM geo_service_vbg WHERE id = ANY (come);
  RETURN NULL;
END $$;

-- name: refresh
-- Look again for every household whose service changed with the condition.
UPDATE analysis_nearest_service AS n SET service_vbg = found.id, service_vbg_metres = found.metres
FROM registry_menage AS m LEFT JOIN LATERAL nearest_service_vbg(m.geom::geography) AS found ON true
WHERE m.id = n.menage_id AND (n.service_vbg, n.service_vbg_metres) IS DISTINCT FROM (found.id, found.metres);
