-- Measure how far the nearest services are from points.

-- name: measured
-- The `points` are few, however many rows lie at each: localities, not people.
SELECT zone, poids, (SELECT metres FROM nearest_{kind}(point::geography)) AS metres FROM ({points}) AS point

-- name: measured_to_chosen
-- The same to the `services` alone: <-> is spherical, so its first answer is only the radius of the truly nearest.
-- Where the nearest of all is one of them, its distance is known.
SELECT zone, poids, CASE WHEN known IN (SELECT id FROM ({services}) AS service) THEN known_metres ELSE (
    SELECT min(ST_Distance(service.geog, point::geography))
    FROM (SELECT ST_Distance(geog, point::geography) AS metres FROM ({services}) AS service
          ORDER BY geog <-> point::geography LIMIT 1) AS first
    JOIN ({services}) AS service ON ST_DWithin(service.geog, point::geography, first.metres + 0.001)) END AS metres
FROM ({points}) AS point
