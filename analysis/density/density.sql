-- Count points in cells of equal area.
-- The grid is the cylindrical equal-area projection of the ellipsoid (Snyder 1987, equations 10-13 to 10-15 and 3-12),
-- true to scale on the parallel from which `k0` is computed: a cell's area on the map is its area on the ground,
-- everywhere in the world. In metres, x = a k0 (longitude - meridian), y = a q(latitude) / (2 k0).

-- name: cells
-- Each point gets the number of its cell, then one GROUP BY counts: empty cells cost nothing. For speed on millions of
-- rows, scores are added up in hundredths, as integers, and the number of a cell is one float (column * 2^20 + row;
-- there are fewer than 2^19 rows).
WITH counted AS (
  SELECT key, count(*) AS n, count(hundredths) AS scored, sum(hundredths) AS total
  FROM (SELECT c * 1048576 + r AS key, hundredths FROM ({numbered}) AS numbered {fence}) AS keyed
  GROUP BY key
), named AS (
  SELECT round(key / 1048576) AS c, key - round(key / 1048576) * 1048576 AS r, n,
         (total::numeric / 100 / nullif(scored, 0))::float8 AS score
  FROM counted
)
SELECT c::bigint AS c, r::bigint AS r, n, score, count(*) OVER () AS cells
FROM named ORDER BY n DESC, named.c, named.r LIMIT %(limit)s

-- name: placed
-- x and y count the units of the grid: x_scale to a degree, y_scale to q / (1 - es). Each stage ends with a
-- fence; else the planner inlines its formulas at every place where the next stage uses them.
SELECT %(x_scale)s * (p.lon - %(meridian)s) AS x,
       %(y_scale)s * (p.s / (1 - %(es)s * p.s * p.s)
         - ln((1 - %(e)s * p.s) / (1 + %(e)s * p.s)) / (2 * %(e)s)) AS y, hundredths
FROM (SELECT ST_X(geom) AS lon, sin(radians(ST_Y(geom))) AS s, ({score} * 100)::integer AS hundredths
      FROM ({points}) AS point {fence}) AS p {fence}

-- name: squares
SELECT floor(x) AS c, floor(y) AS r, hundredths FROM ({placed}) AS placed

-- name: hexagons
-- Hexagons with a corner to the north: x counts the distance of opposite sides, y the length of a side. The lines
-- x + y = n, 2x = n and y - x = n through the centres and corners cut the plane into triangles, numbered by floors; a
-- third of the sum of two numbers names the hexagon (Chambers' way). Columns and rows count half steps, as in
-- `HexagonGrid.compute_outlines`.
SELECT 2 * floor((floor(x + y + 1) + 2 * x + 1) / 3) - floor((floor(x + y + 1) + y + 1 - x) / 3) AS c,
       floor((floor(x + y + 1) + y + 1 - x) / 3) AS r, hundredths
FROM ({placed}) AS placed
