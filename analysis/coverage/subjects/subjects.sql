-- Measure how far the nearest services are from points.

-- name: measured
-- The `points` are few, however many rows lie at each: localities, not people.
SELECT zone, poids, (SELECT metres FROM nearest_{kind}(point::geography)) AS metres FROM ({points}) AS point
