-- name: forwards
-- What is told of a cell is what was published of it, so vbg.publier alone says it. This function told nothing of a cell that
-- had its first cases since: who asked every hour saw the hour at which a case of that cell was written down.
DROP FUNCTION vbg.dire(bigint, bigint, bigint);

-- name: backwards
CREATE FUNCTION vbg.dire(vivants bigint, publies bigint, cles bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN publies > 0 OR vivants = 0 THEN vbg.publier(publies, cles) END
$$;
