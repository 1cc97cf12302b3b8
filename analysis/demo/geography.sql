-- Create areas and localities of the demonstration country. Temporary tables last until the end of the transaction.

-- name: functions
-- Random numbers by hashing: the same seed gives the same country, whatever the query plan and the order of the rows.
-- u: uniform in [0, 1) for row `n`, draw `k`; g: normal; id: a UUIDv7 of the given moment; pick: one element of a list.
SET LOCAL jit = off;  -- spatial functions have such high cost estimates that every small query would be compiled
CREATE OR REPLACE FUNCTION pg_temp.u(n bigint, k integer) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT (hashint8extended(n, %(seed)s::bigint * 1000 + k) & 2147483647) / 2147483648.0::double precision
$$;
CREATE OR REPLACE FUNCTION pg_temp.g(n bigint, k integer) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT sqrt(-2 * ln(1 - pg_temp.u(n, k))) * cos(2 * pi() * pg_temp.u(n, k + 500))
$$;
CREATE OR REPLACE FUNCTION pg_temp.id(moment timestamptz, kind text, n bigint) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || 'a'
          || substr(h, 4, 15))::uuid
  FROM (SELECT md5(kind || '/' || %(seed)s::text || '/' || n) AS h) AS hashed
$$;
CREATE OR REPLACE FUNCTION pg_temp.pick(list text[], at double precision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT list[1 + floor(at * cardinality(list))::integer]
$$;

-- name: read_sectors
-- One row per secteur of country.json, in the order of the file.
CREATE TEMP TABLE demo_secteur ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY r.at, s.at) AS i, r.code AS region_code, r.nom AS region_nom,
       r.noms_islamiques, r.aisance, s.code, s.nom, s.poids, s.quartiers, s.part_urbaine, s.communes,
       s.germes, coalesce(s.villages, '[]') AS villages,
       pg_temp.id('2024-01-01', 'region', r.at) AS region_id, pg_temp.id('2024-01-02', 'secteur', r.at * 100 + s.at) AS id
FROM ROWS FROM (jsonb_to_recordset(%(country)s::jsonb -> 'regions') AS (
       code text, nom text, noms_islamiques double precision, aisance double precision, secteurs jsonb))
       WITH ORDINALITY AS r (code, nom, noms_islamiques, aisance, secteurs, at),
     ROWS FROM (jsonb_to_recordset(r.secteurs) AS (code text, nom text, poids double precision, quartiers integer,
       part_urbaine double precision, communes integer, germes jsonb, villages jsonb))
       WITH ORDINALITY AS s (code, nom, poids, quartiers, part_urbaine, communes, germes, villages, at);

-- name: draw_sectors
-- Each point of a jittered grid (about 4 km) belongs to the secteur with the nearest seed point (germe); a secteur is
-- the union of the Voronoi cells of its points, cut to the land. So borders look natural, and neighbours share theirs
-- exactly. Independent of the random seed: boundaries are the same for every seed. Coordinates are on a grid of 1e-7
-- degrees, so that neighbours round alike.
CREATE TEMP TABLE demo_point ON COMMIT DROP AS
WITH germe AS MATERIALIZED (
  SELECT s.i, ST_SetSRID(ST_MakePoint((point ->> 0)::float8, (point ->> 1)::float8), 4326) AS geom
  FROM demo_secteur AS s, jsonb_array_elements(s.germes) AS point
), point AS MATERIALIZED (
  SELECT ST_SetSRID(ST_MakePoint(
           -16.85 + 0.04 * (x + 0.7 * (hashint8extended(x * 100 + y, 1) & 65535) / 65536.0),
           10.80 + 0.04 * (y + 0.7 * (hashint8extended(x * 100 + y, 2) & 65535) / 65536.0)), 4326) AS geom
  FROM generate_series(0, 82) AS x, generate_series(0, 49) AS y
)
SELECT geom, (SELECT germe.i FROM germe ORDER BY germe.geom <-> point.geom, germe.i LIMIT 1) AS i FROM point;
CREATE INDEX ON demo_point USING gist (geom);
ANALYZE demo_point;
CREATE TEMP TABLE demo_forme ON COMMIT DROP AS
WITH land AS (
  SELECT ST_Union(ST_SetSRID(ST_GeomFromGeoJSON(jsonb_build_object(
           'type', 'Polygon', 'coordinates', jsonb_build_array(ring || jsonb_build_array(ring -> 0)))), 4326)) AS geom
  FROM jsonb_each(%(country)s::jsonb -> 'outline') AS island (name, ring)
), cell AS MATERIALIZED (
  SELECT (ST_Dump(ST_VoronoiPolygons((SELECT ST_Collect(geom) FROM demo_point), 0,
                                     (SELECT ST_Expand(geom, 0.2) FROM land)))).geom AS geom
)
SELECT i, ST_Multi(ST_CollectionExtract(ST_Intersection(ST_Union(cell.geom), (SELECT geom FROM land), 1e-7), 3)) AS geom
FROM cell JOIN demo_point ON ST_Contains(cell.geom, demo_point.geom)
GROUP BY i;
CREATE UNIQUE INDEX ON demo_forme (i);

-- name: add_regions
INSERT INTO geo_region (id, nom, code, population, geom, source, source_id)
SELECT region_id, region_nom, region_code, round(sum(poids) * 1200), ST_Multi(ST_Union(geom, 1e-7)), %(source)s,
       %(made_of)s
FROM demo_secteur JOIN demo_forme USING (i)
GROUP BY region_id, region_nom, region_code;

-- name: add_sectors
INSERT INTO geo_secteur (id, nom, code, population, region_id, geom, source, source_id)
SELECT id, nom, code, round(poids * 1200), region_id, geom, %(source)s, code
FROM demo_secteur JOIN demo_forme USING (i);

-- name: add_communes
-- One to three per secteur, from north to south.
INSERT INTO geo_commune (id, nom, code, secteur_id, source, source_id)
SELECT pg_temp.id('2024-01-03', 'commune', i * 10 + c), CASE communes
         WHEN 1 THEN nom
         WHEN 2 THEN nom || (ARRAY[' Norte', ' Sul'])[c]
         ELSE nom || (ARRAY[' Norte', ' Centro', ' Sul'])[c] END,
       code || '-' || c, id, %(source)s, code || '-' || c
FROM demo_secteur, generate_series(1, communes) AS c;

-- name: name_villages
-- More names than any secteur needs, unique in a secteur (ignoring accents and case), in random order.
CREATE TEMP TABLE demo_nom ON COMMIT DROP AS
WITH list AS (
  SELECT ARRAY(SELECT jsonb_array_elements_text(n -> 'debuts')) AS debuts,
         ARRAY(SELECT jsonb_array_elements_text(n -> 'milieux')) AS milieux,
         ARRAY(SELECT jsonb_array_elements_text(n -> 'fins')) AS fins,
         ARRAY(SELECT jsonb_array_elements_text(n -> 'motifs')) AS motifs,
         ARRAY(SELECT jsonb_array_elements_text(n -> 'villages')) AS villages
  FROM (SELECT %(names)s::jsonb AS n) AS given
), stem AS (
  SELECT CASE WHEN pg_temp.u(s.i * 10000 + m, 11) < 0.15 THEN pg_temp.pick(list.villages, pg_temp.u(s.i * 10000 + m, 12))
         ELSE pg_temp.pick(debuts, pg_temp.u(s.i * 10000 + m, 13)) || pg_temp.pick(milieux, pg_temp.u(s.i * 10000 + m, 14))
              || pg_temp.pick(fins, pg_temp.u(s.i * 10000 + m, 15)) END AS nom,
         pg_temp.pick(motifs, pg_temp.u(s.i * 10000 + m, 16)) AS motif, s.i, m
  FROM demo_secteur AS s, list, generate_series(1, greatest(30, round(%(villages)s * s.poids / 300))::integer) AS m
  WHERE s.part_urbaine < 1
), composed AS (
  SELECT DISTINCT ON (i, normalise(replace(motif, '%%s', nom))) i, m, replace(motif, '%%s', nom) AS nom
  FROM stem ORDER BY i, normalise(replace(motif, '%%s', nom)), m
)
SELECT i, nom, row_number() OVER (PARTITION BY i ORDER BY m) AS rang
FROM composed
WHERE normalise(nom) NOT IN (SELECT normalise(pinned ->> 0) FROM demo_secteur AS s, jsonb_array_elements(s.villages) AS pinned
                             UNION SELECT normalise(s.nom) FROM demo_secteur AS s);

-- name: place_localities
-- Seats and named villages have the positions of country.json; quarters are around their town; villages are along lines
-- from the seat outwards (roads), the rest is scattered. `marge` is the distance to the border in metres (a degree is
-- at least 108 km here): nothing is placed further from its locality than that, so that it stays in its secteur.
CREATE TEMP TABLE demo_localite ON COMMIT DROP AS
WITH base AS (
  SELECT s.*, f.geom AS forme, ST_SetSRID(ST_MakePoint((germes -> 0 ->> 0)::float8, (germes -> 0 ->> 1)::float8), 4326) AS siege,
         greatest(3, round(%(villages)s * poids * (1 - part_urbaine * 0.7)
                           / sum(poids * (1 - part_urbaine * 0.7)) FILTER (WHERE part_urbaine < 1) OVER ()))::integer AS voulus
  FROM demo_secteur AS s JOIN demo_forme AS f USING (i)
), ligne AS (
  SELECT base.i, path[1] AS n, ST_MakeLine(siege, target.geom) AS geom
  FROM base, ST_Dump(ST_GeneratePoints(forme, 5, (%(seed)s * 1000 + i)::integer)) AS target
), essai AS (
  SELECT base.i, m, ST_Translate(ST_LineInterpolatePoint(ligne.geom, 0.06 + 0.94 * sqrt(pg_temp.u(i * 10000 + m, 21))),
                                 0.006 * pg_temp.g(i * 10000 + m, 22), 0.006 * pg_temp.g(i * 10000 + m, 23)) AS geom
  FROM base JOIN ligne USING (i), generate_series(1, voulus * 3) AS m
  WHERE ligne.n = 1 + m %% 5 AND part_urbaine < 1
  UNION ALL
  SELECT base.i, 100000 + path[1] * 4, points.geom
  FROM base, ST_Dump(ST_GeneratePoints(forme, voulus * 2, (%(seed)s * 1000 + 500 + i)::integer)) AS points
  WHERE part_urbaine < 1
), village AS (
  SELECT essai.i, essai.geom, row_number() OVER (PARTITION BY essai.i ORDER BY pg_temp.u(essai.i * 10000 + m, 24)) AS rang
  FROM essai JOIN base USING (i)
  WHERE ST_Contains(forme, essai.geom) AND ST_Distance(essai.geom, ST_Boundary(forme)) > 0.004
), quartier AS (
  SELECT base.i, m, row_number() OVER (PARTITION BY base.i ORDER BY m) AS rang, essai.geom
  FROM base, generate_series(1, quartiers * 6) AS m,
       LATERAL (SELECT ST_Translate(siege, 0.004 * sqrt(quartiers) * pg_temp.g(i * 10000 + m, 26),
                                    0.0035 * sqrt(quartiers) * pg_temp.g(i * 10000 + m, 27)) AS geom) AS essai
  WHERE ST_Contains(forme, essai.geom) AND ST_Distance(essai.geom, ST_Boundary(forme)) > 0.002
), tout AS (
  SELECT i, nom, 'village' AS type, quartiers = 0 AS est_siege, siege AS geom, 5.0 AS attrait FROM base WHERE quartiers = 0
  UNION ALL
  SELECT i, pinned ->> 0, 'village', false, ST_SetSRID(ST_MakePoint((pinned ->> 1)::float8, (pinned ->> 2)::float8), 4326), 2.5
  FROM base, jsonb_array_elements(villages) AS pinned
  UNION ALL
  SELECT i, demo_nom.nom, 'village', false, village.geom, exp(0.7 * pg_temp.g(i * 10000 + rang, 25))
  FROM base JOIN village USING (i) JOIN demo_nom USING (i, rang)
  WHERE rang <= voulus - jsonb_array_length(villages) - (quartiers = 0)::integer
  UNION ALL
  SELECT i, jsonb_extract_path_text(%(names)s::jsonb, CASE part_urbaine WHEN 1 THEN 'quartiers_bissau' ELSE 'quartiers' END,
           (CASE part_urbaine WHEN 1 THEN rang - 1 ELSE (rang - 1 + i * 5) %% 18 END)::text),
         'quartier', rang = 1, quartier.geom, exp(0.5 * pg_temp.g(i * 10000 + rang, 28))
  FROM base JOIN quartier USING (i) WHERE rang <= quartiers
), pese AS (
  SELECT tout.*, row_number() OVER (ORDER BY i, type, ST_Y(tout.geom) DESC, tout.nom) AS l,
         base.poids * CASE type WHEN 'quartier' THEN part_urbaine ELSE 1 - part_urbaine END * attrait
           / sum(attrait) OVER (PARTITION BY i, type) AS part,
         ntile(communes) OVER (PARTITION BY i ORDER BY ST_Y(tout.geom) DESC, tout.nom) AS commune,
         least(4000, ST_Distance(tout.geom, ST_Boundary(forme)) * 108000) AS marge
  FROM tout JOIN base USING (i)
)
SELECT p.l, pg_temp.id('2024-01-04', 'localite', p.l) AS id, p.i, p.nom, p.type, p.est_siege,
       ST_SnapToGrid(p.geom, 0.000001) AS geom, p.part AS poids, p.marge,
       s.region_id, s.region_code, s.id AS secteur_id, pg_temp.id('2024-01-03', 'commune', p.i * 10 + p.commune) AS commune_id,
       s.code || '-' || lpad(row_number() OVER (PARTITION BY p.i ORDER BY p.l)::text, 4, '0') AS code,
       s.noms_islamiques, s.aisance + 4 * pg_temp.g(p.l, 29) + CASE p.type WHEN 'quartier' THEN 7 ELSE 0 END AS aisance,
       CASE WHEN p.type = 'quartier' OR p.est_siege THEN 'urbain' ELSE 'rural' END AS milieu,
       -- Households lo to hi - 1 live here; the households of a region have consecutive numbers.
       round(%(menages)s * (sum(p.part) OVER w - p.part) / sum(p.part) OVER ())::bigint AS lo,
       round(%(menages)s * sum(p.part) OVER w / sum(p.part) OVER ())::bigint AS hi
FROM pese AS p JOIN demo_secteur AS s USING (i)
WINDOW w AS (ORDER BY p.l);
CREATE UNIQUE INDEX ON demo_localite (l);
ANALYZE demo_localite;

-- name: add_localities
INSERT INTO geo_localite (id, nom, code, type, population, secteur_id, commune_id, geom, source, source_id)
SELECT id, nom, code, type, greatest(12, round(poids * 1200)), secteur_id, commune_id, geom, %(source)s, code
FROM demo_localite;
