-- name: fold_changes
-- Changes committed meanwhile are not in this statement's snapshot and stay.
WITH several AS MATERIALIZED (
  SELECT couche FROM geo_layer_change GROUP BY couche HAVING count(*) > 1
), gone AS (
  DELETE FROM geo_layer_change WHERE couche IN (SELECT couche FROM several) RETURNING couche, nombre
)
INSERT INTO geo_layer_change (couche, nombre) SELECT couche, sum(nombre) FROM gone GROUP BY couche;

-- name: version_of_all
-- Grows with every statement that changed any layer: households, services, areas.
SELECT coalesce(sum(nombre), 0)::bigint AS version FROM geo_layer_change;
