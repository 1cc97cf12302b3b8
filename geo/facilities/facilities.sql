-- name: reference_point
-- The point from which distances are measured: the locality of this name, else a point inside the secteur of this name.
SELECT ST_X(place) AS lon, ST_Y(place) AS lat
FROM (
  SELECT 1 AS choice, id, geom AS place FROM geo_localite
  WHERE nom_normalise = normalise(%(name)s) AND geom IS NOT NULL
  UNION ALL
  SELECT 2, id, ST_PointOnSurface(contour) FROM geo_secteur
  WHERE nom_normalise = normalise(%(name)s) AND contour IS NOT NULL
) AS found
ORDER BY choice, id
LIMIT 1;
