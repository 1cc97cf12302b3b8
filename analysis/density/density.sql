-- Density: points counted in cells of equal area.
-- The grid is the cylindrical equal-area projection of the ellipsoid (Snyder 1987, equations 10-13 to 10-15 and 3-12),
-- in metres, true to scale on the parallel `k0` was made for: a cell's area on the map is its area on the ground, at
-- any place of the world. x = a k0 (longitude - meridian), y = a q(latitude) / (2 k0).

-- name: cells
-- Each point gets the number of its cell, then one GROUP BY: nothing is made for empty cells.
WITH placed AS (
  SELECT p.score, %(a)s * %(k0)s * radians(p.lon - %(meridian)s) AS x,
         %(a)s / (2 * %(k0)s) * (1 - %(es)s) * (p.s / (1 - %(es)s * p.s * p.s)
           - ln((1 - %(e)s * p.s) / (1 + %(e)s * p.s)) / (2 * %(e)s)) AS y
  FROM (SELECT ST_X(geom) AS lon, sin(radians(ST_Y(geom))) AS s, score_pmt AS score FROM ({points}) AS point) AS p
), numbered AS (
  SELECT {column} AS c, {row} AS r, score FROM placed
)
SELECT c::bigint AS c, r::bigint AS r, count(*) AS n, avg(score)::float8 AS score, count(*) OVER () AS cells
FROM numbered GROUP BY numbered.c, numbered.r ORDER BY n DESC, numbered.c, numbered.r LIMIT %(limit)s
