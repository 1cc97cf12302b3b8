-- name: localities
-- The localities of the rows with the distance in metres to the nearest school, water point and health service.
-- `<->` on geography is spherical: the nearest three are measured on the ellipsoid.
SELECT c0 AS id, c1 AS nom, c2 AS secteur_id, c3 AS population,
       ST_Y(shape) AS latitude, ST_X(shape) AS longitude,
       (SELECT round(min(ST_Distance(near.geog, place))::numeric, 1)
        FROM (SELECT geog FROM geo_ecole ORDER BY geog <-> place LIMIT 3) AS near) AS ecole,
       (SELECT round(min(ST_Distance(near.geog, place))::numeric, 1)
        FROM (SELECT geog FROM geo_point_eau ORDER BY geog <-> place LIMIT 3) AS near) AS eau,
       (SELECT round(min(ST_Distance(near.geog, place))::numeric, 1)
        FROM (SELECT geog FROM geo_service_sante ORDER BY geog <-> place LIMIT 3) AS near) AS sante
FROM (SELECT *, shape::geography AS place FROM ({rows}) AS rows) AS locality;

-- name: school_levels
SELECT niveau, count(*) AS total FROM (SELECT unnest(c0) AS niveau FROM ({rows}) AS rows) AS level
GROUP BY niveau ORDER BY niveau;
