-- name: localities
-- The localities in `rows`, with the distances in metres to their nearest school, water point and health service.
SELECT c0 AS id, c1 AS nom, c2 AS secteur_id, c3 AS population,
       ST_Y(shape) AS latitude, ST_X(shape) AS longitude,
       CASE WHEN shape IS NOT NULL THEN (SELECT round(metres::numeric, 1) FROM nearest_ecole(place)) END AS ecole,
       CASE WHEN shape IS NOT NULL THEN (SELECT round(metres::numeric, 1) FROM nearest_point_eau(place)) END AS eau,
       CASE WHEN shape IS NOT NULL THEN (SELECT round(metres::numeric, 1) FROM nearest_service_sante(place)) END AS sante
FROM (SELECT *, shape::geography AS place FROM ({rows}) AS rows) AS locality;

-- name: school_levels
SELECT niveau, count(*) AS total FROM (SELECT unnest(c0) AS niveau FROM ({rows}) AS rows) AS level
GROUP BY niveau ORDER BY niveau;
