-- Find what is around a point.

-- name: count_covered
-- Count households inside a circle by its cover: cells wholly inside by the exact sums, households on the rim by the
-- planar measure of the indexed position (analysis.proximity.distances.planar_measure), and the few that it does not decide by the geodesic
-- distance. `regions` null is every region.
SELECT (
  SELECT coalesce(sum(known.n), 0)::bigint
  FROM (SELECT 14::smallint AS z, *
        FROM unnest(%(x14)s::integer[], %(first14)s::integer[], %(last14)s::integer[]) AS whole (x, first, last)
        UNION ALL
        SELECT 17::smallint, *
        FROM unnest(%(x17)s::integer[], %(first17)s::integer[], %(last17)s::integer[]) AS whole (x, first, last)) AS whole
  CROSS JOIN LATERAL (
    SELECT sum(n) AS n FROM registry_menage_cell AS cell
    WHERE cell.z = whole.z AND cell.x = whole.x AND cell.y BETWEEN whole.first AND whole.last
      AND (%(regions)s::uuid[] IS NULL OR cell.region_id = ANY (%(regions)s::uuid[]))) AS known
) + (
  SELECT coalesce(sum(measured.n), 0)::bigint
  FROM unnest(%(rim_first)s::bigint[], %(rim_last)s::bigint[]) AS span (first, last)
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM registry_menage AS m
    WHERE m.geom IS NOT NULL AND household_cell(m.geom) BETWEEN span.first AND span.last
      AND (%(regions)s::uuid[] IS NULL OR m.region_id = ANY (%(regions)s::uuid[]))
      AND CASE width_bucket((ST_X(m.geom) - %(lon)s) ^ 2 * %(east)s + (ST_Y(m.geom) - %(lat)s) ^ 2 * %(north)s,
                            %(within)s, %(beyond)s, 1)
          WHEN 0 THEN true WHEN 1 THEN ST_DWithin(m.geom::geography, %(point)s::geography, %(radius)s) ELSE false END) AS measured
) AS n

-- name: count_measured
-- The same count without a cover, near the poles: every household in the box is measured.
SELECT count(*) AS n FROM registry_menage AS m
WHERE m.geom && metre_box(%(point)s::geometry, %(radius)s) AND ST_DWithin(m.geom::geography, %(point)s::geography, %(radius)s)
  AND (%(regions)s::uuid[] IS NULL OR m.region_id = ANY (%(regions)s::uuid[]))

-- name: households_near
-- The nearest households within the radius, nearest first. <-> orders by degrees, not by metres: its first rows only
-- give the distance within which the nearest must lie.
WITH bound AS (
  SELECT CASE WHEN count(*) < %(limit)s THEN %(radius)s ELSE least(%(radius)s, max(first.metres) + 0.001) END AS metres
  FROM (SELECT ST_Distance(m.geom::geography, %(point)s::geography) AS metres FROM ({menages}) AS m
        WHERE m.geom && metre_box(%(point)s::geometry, %(radius)s)
        ORDER BY m.geom <-> %(point)s::geometry LIMIT %(limit)s) AS first
)
SELECT m.id, m.code_menage, ST_Y(m.geom) AS latitude, ST_X(m.geom) AS longitude, m.categorie_pauvrete,
       ST_Distance(m.geom::geography, %(point)s::geography) AS distance
FROM bound, ({menages}) AS m
WHERE m.geom && metre_box(%(point)s::geometry, bound.metres)
  AND ST_DWithin(m.geom::geography, %(point)s::geography, bound.metres)
ORDER BY distance, m.id LIMIT %(limit)s

-- name: places_within
-- The services within the radius, nearest first, and how many there are in all.
SELECT place.id, place.nom, place.type, ST_Y(place.geom) AS latitude, ST_X(place.geom) AS longitude,
       ST_Distance(place.geog, %(point)s::geography) AS distance, count(*) OVER () AS total
FROM ({places}) AS place
WHERE ST_DWithin(place.geog, %(point)s::geography, %(radius)s)
ORDER BY distance, place.id LIMIT %(limit)s

-- name: places_near
-- The nearest services at any distance. <-> is spherical: its first rows only bound the distance.
WITH bound AS (
  SELECT max(first.metres) + 0.001 AS metres
  FROM (SELECT ST_Distance(place.geog, %(point)s::geography) AS metres FROM ({places}) AS place
        ORDER BY place.geog <-> %(point)s::geography LIMIT %(limit)s) AS first
)
SELECT place.*, ST_Y(place.geom) AS latitude, ST_X(place.geom) AS longitude,
       ST_Distance(place.geog, %(point)s::geography) AS distance
FROM bound, ({places}) AS place
WHERE ST_DWithin(place.geog, %(point)s::geography, bound.metres)
ORDER BY distance, place.id LIMIT %(limit)s

-- name: of_households
-- The stored nearest service of one kind to each household; all but its distance is null when it is not in `places`.
SELECT n.menage_id, '{type}' AS type, place.id, place.nom, region.nom AS region, n.{column}_metres AS metres,
       ST_Y(place.geom) AS latitude, ST_X(place.geom) AS longitude, place.type AS kind
FROM analysis_nearest_service AS n LEFT JOIN ({places}) AS place ON place.id = n.{column}
  LEFT JOIN geo_region AS region ON region.id = place.region_id
WHERE n.menage_id = ANY(%(menages)s) AND n.{column} IS NOT NULL
