-- name: take_turn
-- One fold at a time; another leaves at once.
SELECT pg_try_advisory_xact_lock(hashtext('registry.fold_tallies')) AS mine;

-- name: keep_table
-- A TRUNCATE empties the sums in its trigger: it must not meet a fold half-way.
LOCK TABLE registry_menage IN ACCESS SHARE MODE;

-- name: changes
SELECT count(*) AS changes FROM geo_layer_change WHERE couche = 'menages';

-- name: fold
-- Groups with more than one row, and rows that add up to nothing, become one row or none. Rows that writers append
-- meanwhile are not in this statement's snapshot: they stay and are folded next time.
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
