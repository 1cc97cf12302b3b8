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
