"""The nearest-service table is kept fresh by the database: every change writes it in its own transaction.

A household's insert, move or delete touches its own row. A service's insert or move looks only at the households
that can be nearer to it than to what they have; its delete or move looks again for those that pointed at it.

Two writers cannot miss each other: household triggers hold ROW EXCLUSIVE on the table before they look at services,
service triggers hold SHARE ROW EXCLUSIVE before they look at households, and each statement after the lock sees what
was committed before it. Bulk loads (`SET LOCAL tabanca.bulk = 'on'`) leave the look-up to the kernel.
"""

import django.db.models.deletion
from django.db import migrations, models

KINDS = ("ecole", "service_sante", "point_eau", "service_vbg", "police_judiciaire")
COLUMNS = ", ".join(f"{kind}, {kind}_metres" for kind in KINDS)
FOUND = ", ".join(f"{kind}.id, {kind}.metres" for kind in KINDS)
JOINS = " ".join(f"LEFT JOIN LATERAL nearest_{kind}(m.geom::geography) AS {kind} ON true" for kind in KINDS)

SHARED = """
-- A box in degrees that holds every point within `metres` of `point`; the whole turn where a pole or the antimeridian
-- comes into reach. A degree of latitude is at least 110,574 m, one of longitude 111,319 m x cos(latitude).
CREATE FUNCTION metre_box(point geometry, metres double precision) RETURNS geometry LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ST_MakeEnvelope(
           CASE WHEN whole THEN -180 ELSE x - east END, greatest(y - north, -90),
           CASE WHEN whole THEN 180 ELSE x + east END, least(y + north, 90), 4326)
  FROM (SELECT *, abs(y) + north > 89 OR abs(x) + east > 180 AS whole
        FROM (SELECT x, y, north, 1.01 * north / cos(radians(least(abs(y) + north, 89))) AS east
              FROM (SELECT ST_X(point) AS x, ST_Y(point) AS y, metres / 110000 + 0.000001 AS north) AS size) AS wide) AS box
$$;

-- The cell of a point: x and y of the z 17 tile, then which of its 64 tiles of z 20. A tile of z 17 is a range.
-- PL/pgSQL, for it runs for every row that is written: as SQL it cannot be inlined and takes ten times as long.
-- Schemas are named: a restored backup makes the index with an empty search path.
CREATE FUNCTION household_cell(point geometry) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  x bigint := public.tile_x(public.ST_X(point), 20);
  y bigint := public.tile_y(public.ST_Y(point), 20);
BEGIN
  RETURN (x >> 3 << 23) | (y >> 3 << 6) | ((x & 7) << 3) | (y & 7);
END $$;
-- Counting inside a circle reads this index alone.
CREATE INDEX menage_cell20 ON registry_menage (household_cell(geom)) INCLUDE (geom, region_id) WHERE geom IS NOT NULL;
"""


def of_kind(kind: str) -> str:
    """The functions and triggers of one kind of service."""
    return f"""
CREATE INDEX geo_{kind}_geog ON geo_{kind} USING gist (geog);
-- Statistics group distances in steps: told so, the planner groups in parallel.
ALTER TABLE analysis_nearest_service ALTER COLUMN {kind}_metres SET (n_distinct = 1000);

-- The nearest by geodesic distance; of equals the lowest id. <-> is spherical (up to 0.5 % wrong), so its first answer
-- is only the radius within which the true nearest must lie.
CREATE FUNCTION nearest_{kind}(point geography) RETURNS TABLE (id uuid, metres double precision)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT service.id, ST_Distance(service.geog, point)
  FROM (SELECT ST_Distance(geog, point) AS metres FROM geo_{kind} ORDER BY geog <-> point LIMIT 1) AS first
  JOIN geo_{kind} AS service ON ST_DWithin(service.geog, point, first.metres + 0.001)
  ORDER BY 2, 1 LIMIT 1
$$;

-- How far from a service a household can be that is nearer to it than to any other. In each eighth of the turn:
-- beyond the nearest other service of that eighth, a household is nearer to that one (an angle of at most 45 degrees
-- cannot face the longest side). An empty eighth leaves only the farthest distance that any household has.
CREATE FUNCTION reach_of_{kind}(service uuid, point geography) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT 1 + CASE WHEN count(*) = 8 AND max(metres) < 500000 THEN max(metres) ELSE
    (SELECT CASE WHEN bool_or({kind} IS NULL) THEN 21000000 ELSE max({kind}_metres) END FROM analysis_nearest_service) END
  FROM (SELECT min(ST_Distance(geog, point)) AS metres
        FROM (SELECT geog FROM geo_{kind} WHERE id <> service ORDER BY geog <-> point LIMIT 64) AS near
        WHERE ST_Azimuth(point, geog) IS NOT NULL GROUP BY floor(degrees(ST_Azimuth(point, geog)) / 45)::integer %% 8) AS eighth
$$;

-- The households around a service that are nearer to it than to what they have take it. Some thousand look-ups by key
-- beat reading the whole table, which the planner would prefer.
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
    gone := ARRAY(SELECT o.id FROM old_rows o LEFT JOIN new_rows n USING (id) WHERE n.geom IS DISTINCT FROM o.geom);
    come := ARRAY(SELECT n.id FROM new_rows n LEFT JOIN old_rows o USING (id) WHERE n.geom IS DISTINCT FROM o.geom);
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
""".replace("%%", "%")


HOUSEHOLDS = f"""
CREATE FUNCTION follow_menages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Rows that went are taken out at once even in a bulk load: nothing may point at a household that is not there.
  IF TG_OP = 'DELETE' THEN
    DELETE FROM analysis_nearest_service AS n USING old_rows AS o WHERE n.menage_id = o.id;
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_nearest_service;
  ELSIF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  ELSE
    LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE;
    IF TG_OP = 'INSERT' THEN
      INSERT INTO analysis_nearest_service (menage_id, {COLUMNS})
      SELECT m.id, {FOUND} FROM new_rows AS m {JOINS} WHERE m.geom IS NOT NULL;
    ELSE
      DELETE FROM analysis_nearest_service AS n
      USING old_rows AS o LEFT JOIN new_rows AS m USING (id)
      WHERE n.menage_id = o.id AND m.geom IS DISTINCT FROM o.geom;
      INSERT INTO analysis_nearest_service (menage_id, {COLUMNS})
      SELECT m.id, {FOUND}
      FROM (SELECT m.id, m.geom FROM new_rows AS m LEFT JOIN old_rows AS o USING (id)
            WHERE m.geom IS NOT NULL AND m.geom IS DISTINCT FROM o.geom) AS m {JOINS};
    END IF;
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
"""


class Migration(migrations.Migration):
    dependencies = [("analysis", "0001_initial"), ("registry", "0002_rules"), ("geo", "0002_rules")]
    operations = [
        migrations.AlterField(
            model_name="nearestservice",
            name="menage",
            field=models.OneToOneField(
                db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, primary_key=True,
                related_name="proches", serialize=False, to="registry.household",
            ),
        ),
        migrations.RunSQL(SHARED, migrations.RunSQL.noop),
        migrations.RunSQL("".join(map(of_kind, KINDS)) + HOUSEHOLDS, migrations.RunSQL.noop),
    ]  # fmt: skip
