-- The current statements that maintain the sums of households. A test compares the function in the database with this
-- file: a change here needs a migration with the full new function (registry/migrations/0006_tallies.sql has the first).

-- name: differences
-- Return the changes of the sums by the rows of `source` (`sign` is 1 or -1), in the column order of `append`.
SELECT {keys}, geom IS NOT NULL, sum(sign) AS n, coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS a,
       coalesce(sum(sign * score_pmt), 0) AS b, sum(sign * taille_menage) AS c,
       coalesce(sum(sign) FILTER (WHERE score_qualite IS NOT NULL), 0) AS d,
       coalesce(sum(sign * score_qualite), 0) AS e, {added_counts}
FROM ({source}) AS changed GROUP BY {keys}, geom IS NOT NULL

-- name: append
INSERT INTO registry_menage_tally ({keys}, avec_position, n, avec_pmt, somme_pmt, somme_taille, avec_qualite,
                                   somme_qualite, {counts})
SELECT * FROM ({differences}) AS difference
WHERE (n, a, b, c, d, e, {counts}) IS DISTINCT FROM ({zeros});

-- name: points
-- Return the points from which `geo.layers.cells.queries.build_append_cells_sql` computes the sums by map cell.
SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, {cell_keys}
FROM ({source}) AS changed WHERE geom IS NOT NULL

-- name: trigger
-- Transition tables (`old_rows`, `new_rows`) exist only for some events: each branch names those of its own.
BEGIN
  IF TG_OP = 'INSERT' THEN {inserted}
  ELSIF TG_OP = 'DELETE' THEN {deleted}
  ELSIF TG_OP = 'UPDATE' THEN {updated}
  ELSE
    DELETE FROM registry_menage_tally;
    DELETE FROM registry_menage_cell;
  END IF;
  RETURN NULL;
END

-- name: count_wrong_groups
-- Count the groups whose stored sums differ from the rows: subtracting every household must leave zero.
SELECT count(*) AS groups FROM (
  SELECT {keys}, avec_position FROM (
    SELECT {keys}, avec_position, {sums} FROM registry_menage_tally
    UNION ALL
    {differences}) AS together
  GROUP BY {keys}, avec_position HAVING ({totals}) <> ({zeros})) AS wrong

-- name: lock_households_against_truncate
-- The trigger of a TRUNCATE empties the sums: it must not run in the middle of a fold.
LOCK TABLE registry_menage IN ACCESS SHARE MODE;

-- name: count_changes
-- Count the appended changes of the map layer of households; a fold leaves one row.
SELECT count(*) AS changes FROM geo_layer_change WHERE couche = 'menages';
