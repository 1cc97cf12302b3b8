-- Roads, tracks and rivers of the demonstration, from the seats and localities of geography.sql.

-- name: draw_land
CREATE TEMP TABLE demo_terre ON COMMIT DROP AS
SELECT (ST_Dump(ST_Union(geom))).geom AS geom FROM demo_forme;
CREATE INDEX ON demo_terre USING gist (geom);

-- name: list_seats
-- The seat of each secteur; the largest town of a region is its capital.
SELECT l.i, ST_X(l.geom) AS x, ST_Y(l.geom) AS y, l.region_code = 'BS' AS est_capitale,
       s.poids * s.part_urbaine = max(s.poids * s.part_urbaine) OVER (PARTITION BY s.region_code) AS est_chef_lieu
FROM demo_localite AS l JOIN demo_secteur AS s USING (i)
WHERE l.est_siege ORDER BY l.i;

-- name: list_stretches
-- Pairs of seats between which a road is possible, the shortest first: over land, but for bridges of at most 3 km.
WITH seat AS (SELECT i, geom FROM demo_localite WHERE est_siege), pair AS (
  SELECT one.i AS a, other.i AS b, ST_MakeLine(one.geom, other.geom) AS geom
  FROM seat AS one JOIN seat AS other ON one.i < other.i AND ST_DWithin(one.geom, other.geom, 1)
)
SELECT a, b FROM pair
WHERE ST_Length(geom) - coalesce((SELECT sum(ST_Length(ST_Intersection(pair.geom, land.geom)))
                                  FROM demo_terre AS land WHERE land.geom && pair.geom), 0) < 0.028
ORDER BY ST_Length(geom), a, b;

-- name: add_lines
-- A bend that would leave the land is cut off, unless it is a bridge's.
INSERT INTO geo_ligne_fond (id, classe, nom, geom, source)
SELECT pg_temp.id('2024-01-05', 'ligne', %(first)s + line.at * 100 + coalesce(part.path[1], 0)), classe, nom, part.geom, %(source)s
FROM (
  SELECT at, classe, nom, ST_GeomFromText(trace, 4326) AS geom
  FROM ROWS FROM (jsonb_to_recordset(%(lines)s::jsonb) AS (classe text, nom text, trace text))
    WITH ORDINALITY AS given (classe, nom, trace, at)
) AS line
CROSS JOIN LATERAL (
  SELECT CASE WHEN classe LIKE 'route_%%' THEN geom
         ELSE coalesce((SELECT ST_Collect(ST_Intersection(line.geom, land.geom)) FROM demo_terre AS land
                        WHERE land.geom && line.geom), 'LINESTRING EMPTY'::geometry) END AS dry
) AS on_land
CROSS JOIN LATERAL ST_Dump(ST_CollectionExtract(dry, 2)) AS part
WHERE ST_Length(part.geom) > 0.001;

-- name: list_tracks
-- From each locality to the nearest road, or to the nearest locality that is nearer to one: a tree without circles.
WITH road AS MATERIALIZED (
  SELECT ST_Subdivide(geom, 16) AS geom FROM geo_ligne_fond WHERE classe LIKE 'route_%%' AND source = %(source)s
), place AS MATERIALIZED (
  SELECT l, geom, metres, end_of_road FROM demo_localite, LATERAL (
    SELECT ST_Distance(road.geom, demo_localite.geom) AS metres,
           ST_ClosestPoint(road.geom, demo_localite.geom) AS end_of_road
    FROM road ORDER BY road.geom <-> demo_localite.geom LIMIT 1) AS nearest
)
SELECT place.l, ST_X(place.geom) AS x, ST_Y(place.geom) AS y, ST_X(aim) AS to_x, ST_Y(aim) AS to_y
FROM place
CROSS JOIN LATERAL (
  SELECT aim FROM (
    SELECT end_of_road AS aim, place.metres AS far
    UNION ALL
    (SELECT other.geom, ST_Distance(other.geom, place.geom) FROM place AS other
     WHERE other.metres < place.metres AND ST_DWithin(other.geom, place.geom, least(place.metres, 0.25))
     ORDER BY 2, other.l LIMIT 8)
  ) AS choice
  WHERE EXISTS (SELECT FROM demo_terre AS land WHERE ST_Covers(land.geom, ST_MakeLine(place.geom, aim)))
  ORDER BY far LIMIT 1
) AS chosen
WHERE place.metres > 0.002
ORDER BY place.l;
