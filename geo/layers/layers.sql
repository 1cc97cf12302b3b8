-- name: fold_changes
-- Changes committed meanwhile are not in this statement's snapshot: they stay for the next run.
WITH several AS MATERIALIZED (
  SELECT couche FROM geo_layer_change GROUP BY couche HAVING count(*) > 1
), gone AS (
  DELETE FROM geo_layer_change WHERE couche IN (SELECT couche FROM several) RETURNING couche, nombre
)
INSERT INTO geo_layer_change (couche, nombre) SELECT couche, sum(nombre) FROM gone GROUP BY couche;

-- name: fold_sums
-- Each group with more than one row, or whose sums are all zero, becomes one row or none. Rows that writers append
-- meanwhile are not in this statement's snapshot: they stay for the next run.
WITH several AS MATERIALIZED (
  SELECT array_agg(id) AS ids FROM {table}
  GROUP BY {keys}
  HAVING count(*) > 1 OR ({sums}) = ({zeros})
), gone AS (
  DELETE FROM {table} WHERE id IN (SELECT unnest(ids) FROM several) RETURNING *
)
INSERT INTO {table} ({keys}, {columns})
SELECT {keys}, {sums} FROM gone
GROUP BY {keys}
HAVING ({sums}) <> ({zeros});

-- name: version_of_all
-- Increases with every statement that changes any layer: households, facilities, areas.
SELECT coalesce(sum(nombre), 0)::bigint AS version FROM geo_layer_change;
