-- name: neighbours
-- Sectors with a common border or corner; boundaries of different sources may leave a gap of some hundred metres.
SELECT a.id AS a, b.id AS b
FROM geo_secteur AS a
JOIN geo_secteur AS b ON a.id < b.id AND ST_DWithin(a.geom, b.geom, 0.001)
WHERE a.id = ANY (%(ids)s) AND b.id = ANY (%(ids)s)
