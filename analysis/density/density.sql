-- Count points in cells of equal area.
-- The grid is the cylindrical equal-area projection of the ellipsoid (Snyder 1987, equations 10-13 to 10-15 and 3-12),
-- in metres, true to scale on the parallel from which `k0` is computed: a cell's area on the map is its area on the
-- ground, everywhere in the world. x = a k0 (longitude - meridian), y = a q(latitude) / (2 k0).

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
-- Each stage ends with a fence; else the planner inlines its formulas at every place where the next stage uses them.
SELECT %(a)s * %(k0)s * radians(p.lon - %(meridian)s) AS x,
       %(a)s / (2 * %(k0)s) * (1 - %(es)s) * (p.s / (1 - %(es)s * p.s * p.s)
         - ln((1 - %(e)s * p.s) / (1 + %(e)s * p.s)) / (2 * %(e)s)) AS y, hundredths
FROM (SELECT ST_X(geom) AS lon, sin(radians(ST_Y(geom))) AS s, (score_pmt * 100)::integer AS hundredths
      FROM ({points}) AS point {fence}) AS p {fence}

-- name: squares
SELECT floor(x / %(size)s) AS c, floor(y / %(size)s) AS r, hundredths FROM ({placed}) AS placed

-- name: hexagons
-- The centres of the hexagons form two rectangular lattices of `size` by sqrt(3) `size`, each offset from the other by
-- half a step in both directions. A point belongs to the nearer of the nearest centres of both. Columns and rows of
-- cells count half steps. u and v are the position in steps of the first lattice, (i, j) is its nearest centre, and
-- (k, l) + 1/2 the nearest centre of the second.
SELECT CASE WHEN is_first THEN 2 * i ELSE 2 * k + 1 END AS c, CASE WHEN is_first THEN 2 * j ELSE 2 * l + 1 END AS r,
       hundredths
FROM (
  SELECT i, j, k, l, hundredths,
         (u - i) * (u - i) + 3 * (v - j) * (v - j)
           <= (u - k - 0.5) * (u - k - 0.5) + 3 * (v - l - 0.5) * (v - l - 0.5) AS is_first
  FROM (
    SELECT u, v, round(u) AS i, round(v) AS j, floor(u) AS k, floor(v) AS l, hundredths
    FROM (SELECT x / %(size)s AS u, y / %(high)s AS v, hundredths FROM ({placed}) AS placed {fence}) AS stepped {fence}
  ) AS near {fence}
) AS compared
