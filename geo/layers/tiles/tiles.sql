-- name: points
-- One feature for each row in the tile's box; the rows have the columns of the properties, shape, fid and position.
SELECT ST_AsMVT(feature, '{layer}', 4096, 'shape', 'fid') AS tile
FROM (
  SELECT ST_AsMVTGeom(ST_Transform(rows.shape, 3857), ST_TileEnvelope({z}, {x}, {y}), 4096, 64, true) AS shape,
         {columns}
  FROM ({rows}) AS rows
  WHERE rows.{place} && {box}
) AS feature
WHERE shape IS NOT NULL;

-- name: clusters
-- One feature for each cell. Cells are aligned with the world, not with the tile, and each lies in exactly one tile:
-- nothing is counted twice. The feature is at the mean position of the rows in the cell, clamped to the projection.
SELECT ST_AsMVT(feature, '{layer}', 4096, 'shape', 'fid') AS tile
FROM (
  SELECT ST_AsMVTGeom(
           ST_Transform(ST_SetSRID(ST_MakePoint(
             lon / nombre / 1000000, least(greatest(lat / nombre / 1000000, -85.0511), 85.0511)), 4326), 3857),
           ST_TileEnvelope({z}, {x}, {y}), 4096, 64, true) AS shape,
         (cx::bigint << 24) | cy AS fid,
         nombre::integer AS nombre,
         round(somme / nullif(avec, 0), 2)::double precision AS "{score}",
         {codes}
  FROM (
    SELECT cell_x >> {shift} AS cx, cell_y >> {shift} AS cy, sum(n) AS nombre, sum(avec) AS avec, sum(somme) AS somme,
           sum(lon)::double precision AS lon, sum(lat)::double precision AS lat, {counts}
    FROM ({rows}) AS member
    GROUP BY 1, 2
    HAVING sum(n) > 0
  ) AS cell
) AS feature
WHERE shape IS NOT NULL;

-- name: members
-- The rows of a layer with the columns of the cell sums, for filters that the cells do not support.
SELECT cell_x, cell_y, n, avec, somme, lon, lat, code
FROM (
  SELECT tile_x(ST_X(shape), {cell_z}) AS cell_x, tile_y(ST_Y(shape), {cell_z}) AS cell_y, 1 AS n,
         (c1 IS NOT NULL)::integer AS avec, coalesce(c1, 0)::numeric AS somme,
         round(ST_X(shape) * 1000000) AS lon, round(ST_Y(shape) * 1000000) AS lat, c0 AS code
  FROM ({rows}) AS rows
) AS placed
WHERE cell_x BETWEEN {min_x} AND {max_x} AND cell_y BETWEEN {min_y} AND {max_y};
