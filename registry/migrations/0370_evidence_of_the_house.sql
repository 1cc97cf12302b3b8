-- name: forwards
-- Pack up to six traits into one number, ten bits each: 0 is a trait that is not known, else a hash of what is written.
CREATE FUNCTION pack_traits(VARIADIC traits text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(sum((1 + (hashtext(lower(btrim(trait))) & 2147483647) % 1023)::bigint << (10 * (n - 1)::int)), 0)::bigint
  FROM unnest(traits) WITH ORDINALITY AS told (trait, n) WHERE btrim(trait) <> ''
$$;

-- Return how many traits both tell, and how many of them are the same. DuckDB has the same as macros
-- (registry.duplicates.linkage.linker).
CREATE FUNCTION known_traits(a bigint, b bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (((a >> 0) & 1023) <> 0 AND ((b >> 0) & 1023) <> 0)::int
       + (((a >> 10) & 1023) <> 0 AND ((b >> 10) & 1023) <> 0)::int
       + (((a >> 20) & 1023) <> 0 AND ((b >> 20) & 1023) <> 0)::int
       + (((a >> 30) & 1023) <> 0 AND ((b >> 30) & 1023) <> 0)::int
       + (((a >> 40) & 1023) <> 0 AND ((b >> 40) & 1023) <> 0)::int
       + (((a >> 50) & 1023) <> 0 AND ((b >> 50) & 1023) <> 0)::int
$$;
CREATE FUNCTION shared_traits(a bigint, b bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (((a >> 0) & 1023) <> 0 AND ((a >> 0) & 1023) = ((b >> 0) & 1023))::int
       + (((a >> 10) & 1023) <> 0 AND ((a >> 10) & 1023) = ((b >> 10) & 1023))::int
       + (((a >> 20) & 1023) <> 0 AND ((a >> 20) & 1023) = ((b >> 20) & 1023))::int
       + (((a >> 30) & 1023) <> 0 AND ((a >> 30) & 1023) = ((b >> 30) & 1023))::int
       + (((a >> 40) & 1023) <> 0 AND ((a >> 40) & 1023) = ((b >> 40) & 1023))::int
       + (((a >> 50) & 1023) <> 0 AND ((a >> 50) & 1023) = ((b >> 50) & 1023))::int
$$;

-- name: backwards
DROP FUNCTION shared_traits;
DROP FUNCTION known_traits;
DROP FUNCTION pack_traits;
