-- The sums of households as the database keeps them now: migrations hold this wording and earlier ones. A test compares
-- the database's function with this file; who changes it writes a migration with the new function spelled out.

-- name: differences
-- What the rows of `source`, each with a `sign` of 1 or -1, add to or take from the sums, in the order of `append`.
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
-- The points whose sums by map cell `geo.layers.cells.append_cells` appends.
SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, {cell_keys}
FROM ({source}) AS changed WHERE geom IS NOT NULL

-- name: trigger
-- The rows before and after a statement have names only in the events that know them.
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
-- Groups whose kept sums are not those of the rows: taking every household away must leave nothing.
SELECT count(*) AS groups FROM (
  SELECT {keys}, avec_position FROM (
    SELECT {keys}, avec_position, {sums} FROM registry_menage_tally
    UNION ALL
    {differences}) AS together
  GROUP BY {keys}, avec_position HAVING ({totals}) <> ({zeros})) AS wrong
