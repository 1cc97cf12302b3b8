-- name: features
-- One feature for each row in the tile's box; the rows have the columns of the properties, shape, fid and position.
-- A shape that vanishes in the tile is null, and ST_AsMVT leaves its row out: a condition would compute it twice. The
-- subqueries compute the box once, and not for each row, also where one plan serves all tiles.
SELECT ST_AsMVT(feature, '{layer}', 4096, 'shape', 'fid') AS tile
FROM (
  SELECT ST_AsMVTGeom({mercator},
           (SELECT ST_TileEnvelope(%(z)s::int, %(x)s::int, %(y)s::int)), 4096, 64, true) AS shape,
         {columns}
  FROM ({rows}) AS rows
  WHERE rows.{place} && (SELECT ST_MakeEnvelope(%(west)s, %(south)s, %(east)s, %(north)s, 4326))
) AS feature;

-- name: clusters
-- One feature for each cell. Cells are aligned with the world, not with the tile, and each lies in exactly one tile:
-- nothing is counted twice. The feature is at the mean position of the rows in the cell, or as near to it as leaves its
-- circle within the cell.
SELECT ST_AsMVT(feature, '{layer}', 4096, 'shape', 'fid') AS tile
FROM (
  SELECT ST_AsMVTGeom(
           {position},
           (SELECT ST_TileEnvelope(%(z)s::int, %(x)s::int, %(y)s::int)), 4096, 64, true) AS shape,
         (cx::bigint << 24) | cy AS fid,
         nombre::integer AS nombre,
         {score}{codes}
  FROM (
    SELECT cell_x >> {shift} AS cx, cell_y >> {shift} AS cy, sum(n) AS nombre, sum(avec) AS avec, sum(somme) AS somme,
           sum(lon)::double precision AS lon, sum(lat)::double precision AS lat, {counts}
    FROM ({members}) AS member
    GROUP BY 1, 2
    HAVING sum(n) > 0
  ) AS cell
) AS feature;

-- name: cells
-- The stored cells of a zoom, which is so much deeper than the tile's, that lie in the tile.
SELECT c0 AS cell_x, c1 AS cell_y, c2 AS n, c3 AS avec, c4 AS somme, c5 AS lon, c6 AS lat, c7 AS code
FROM ({rows}) AS sums
WHERE c0 BETWEEN %(x)s::int << {deeper} AND (%(x)s::int + 1 << {deeper}) - 1
  AND c1 BETWEEN %(y)s::int << {deeper} AND (%(y)s::int + 1 << {deeper}) - 1;

-- name: members
-- The rows of a layer with the columns of the cell sums, for filters that the cells do not support.
SELECT cell_x, cell_y, n, avec, somme, lon, lat, code
FROM (
  SELECT tile_x(ST_X(shape), {cell_z}) AS cell_x, tile_y(ST_Y(shape), {cell_z}) AS cell_y, 1 AS n,
         (c1 IS NOT NULL)::integer AS avec, coalesce(c1, 0)::numeric AS somme,
         round(ST_X(shape) * 1000000) AS lon, round(ST_Y(shape) * 1000000) AS lat, c0 AS code
  FROM ({rows}) AS rows
  WHERE c2 && (SELECT ST_MakeEnvelope(%(west)s, %(south)s, %(east)s, %(north)s, 4326))
) AS placed
WHERE cell_x BETWEEN %(x)s::int << {deeper} AND (%(x)s::int + 1 << {deeper}) - 1
  AND cell_y BETWEEN %(y)s::int << {deeper} AND (%(y)s::int + 1 << {deeper}) - 1;

-- name: crowd_or_features
-- Only the branch that is chosen is run.
SELECT CASE WHEN (SELECT sum(n) FROM ({cells}) AS cell) > %(most)s THEN ({clusters}) ELSE ({features}) END AS tile;
