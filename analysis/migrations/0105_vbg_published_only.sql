-- name: forwards
-- What is told of a cell: what was published of it, and nothing else. It told nothing of a cell that had its first cases
-- since: who asked every hour saw the hour at which a case of that cell was written down.
DROP FUNCTION vbg.dire(bigint, bigint, bigint);
CREATE FUNCTION vbg.dire(publies bigint, cles bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT vbg.publier(publies, cles)
$$;

-- name: backwards
DROP FUNCTION vbg.dire(bigint, bigint);
CREATE FUNCTION vbg.dire(vivants bigint, publies bigint, cles bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN publies > 0 OR vivants = 0 THEN vbg.publier(publies, cles) END
$$;
