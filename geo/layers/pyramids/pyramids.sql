-- name: features
-- Each row once for each tile in whose box it lies, with the margin of 64 of 4096 that single tiles have. A row is
-- projected once; OFFSET 0 keeps the planner from doing it for each of its tiles. A shape that vanishes in a tile is null,
-- and ST_AsMVT leaves it out.
SELECT tile_x AS x, tile_y AS y, ST_AsMVT(feature, '{layer}', 4096, 'shape', 'fid') AS tile
FROM (
  SELECT rows.*, {mercator} AS mercator, ST_Envelope(rows.{place}) AS box
  FROM ({rows}) AS rows OFFSET 0
) AS rows
CROSS JOIN LATERAL (
  SELECT (ST_XMin(box) + 180) / 360 * {count} AS west, (ST_XMax(box) + 180) / 360 * {count} AS east,
         (1 - asinh(tan(radians(ST_YMax(box)))) / pi()) / 2 * {count} AS north,
         (1 - asinh(tan(radians(ST_YMin(box)))) / pi()) / 2 * {count} AS south
) AS reach
CROSS JOIN LATERAL generate_series(
  greatest(ceil(west - 1 - 1 / 64.0), 0)::integer, least(floor(east + 1 / 64.0), {count} - 1)::integer) AS tile_x
CROSS JOIN LATERAL generate_series(
  greatest(ceil(north - 1 - 1 / 64.0), 0)::integer, least(floor(south + 1 / 64.0), {count} - 1)::integer) AS tile_y
CROSS JOIN LATERAL (
  SELECT ST_AsMVTGeom(mercator, ST_TileEnvelope({z}, tile_x, tile_y), 4096, 64, true) AS shape, {columns}
) AS feature
GROUP BY 1, 2;

-- name: clusters
-- One feature for each cell, in the one tile in which the cell lies.
SELECT cx >> {below} AS x, cy >> {below} AS y, ST_AsMVT(feature, '{layer}', 4096, 'shape', 'fid') AS tile
FROM (
  SELECT cell_x >> {shift} AS cx, cell_y >> {shift} AS cy, sum(n) AS nombre, sum(avec) AS avec, sum(somme) AS somme,
         sum(lon)::double precision AS lon, sum(lat)::double precision AS lat, {counts}
  FROM ({members}) AS member
  GROUP BY 1, 2
  HAVING sum(n) > 0
) AS cell
CROSS JOIN LATERAL (
  SELECT ST_AsMVTGeom(
           {position},
           ST_TileEnvelope({z}, cx >> {below}, cy >> {below}), 4096, 64, true) AS shape,
         (cx::bigint << 24) | cy AS fid,
         nombre::integer AS nombre,
         {score}{codes}
) AS feature
GROUP BY 1, 2;

-- name: cells
SELECT c0 AS cell_x, c1 AS cell_y, c2 AS n, c3 AS avec, c4 AS somme, c5 AS lon, c6 AS lat, c7 AS code
FROM ({rows}) AS sums;

-- name: members
SELECT tile_x(ST_X(shape), {cell_z}) AS cell_x, tile_y(ST_Y(shape), {cell_z}) AS cell_y, 1 AS n,
       (c1 IS NOT NULL)::integer AS avec, coalesce(c1, 0)::numeric AS somme,
       round(ST_X(shape) * 1000000) AS lon, round(ST_Y(shape) * 1000000) AS lat, c0 AS code
FROM ({rows}) AS rows;

-- name: crowd_or_features
-- Clusters in the tiles with more rows than a tile may hold, single features in all others.
SELECT x, y, tile FROM ({clusters}) AS grouped
WHERE (x, y) IN (SELECT cell_x, cell_y FROM ({cells}) AS cell GROUP BY 1, 2 HAVING sum(n) > {most})
UNION ALL
SELECT x, y, tile FROM ({features}) AS single
WHERE (x, y) NOT IN (SELECT cell_x, cell_y FROM ({cells}) AS cell GROUP BY 1, 2 HAVING sum(n) > {most});

-- name: tiles
-- The layers of a tile, one after the other: so a tile of several layers is written.
SELECT x, y, string_agg(tile, ''::bytea ORDER BY place) AS tile FROM ({layers}) AS layer GROUP BY x, y;
