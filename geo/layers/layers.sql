-- name: fold_changes
-- Changes committed meanwhile are not in this statement's snapshot: they stay for the next run.
WITH several AS MATERIALIZED (
  SELECT couche FROM geo_layer_change GROUP BY couche HAVING count(*) > 1
), gone AS (
  DELETE FROM geo_layer_change WHERE couche IN (SELECT couche FROM several) RETURNING couche, nombre
)
INSERT INTO geo_layer_change (couche, nombre) SELECT couche, sum(nombre) FROM gone GROUP BY couche;

-- name: layer_version
-- See geo.layers.models: the sum only grows, by one for each statement that changed the layer.
SELECT coalesce(sum(nombre), 0)::bigint AS version FROM geo_layer_change WHERE couche = %(layer)s;

-- name: map_version
-- Increases with every statement that changes any layer: households, facilities, areas.
SELECT coalesce(sum(nombre), 0)::bigint AS version FROM geo_layer_change;
