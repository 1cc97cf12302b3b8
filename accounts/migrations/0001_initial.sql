-- name: forwards
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Return a new UUIDv7 (RFC 9562): a random UUIDv4 whose first 48 bits are replaced by milliseconds, and whose version
-- bits are turned from 0100 into 0111.
CREATE FUNCTION uuid7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
              FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Return a text in lower case, without accents, its words joined by single blanks. A text that is so already is
-- returned at once: most are. PL/pgSQL, because SQL would not be inlined here (unaccent() is not immutable), and a
-- function in SQL that is not inlined costs more than its work.
-- unaccent() is only STABLE because its dictionary could be edited. The dictionary is named here and never edited, so
-- the result may be indexed.
CREATE FUNCTION normalise(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  word text := lower(public.unaccent('public.unaccent'::regdictionary, value));
BEGIN
  IF word ~ '^ |  | $|[^a-z0-9 ]' THEN
    RETURN btrim(regexp_replace(word, '[^a-z0-9]+', ' ', 'g'));
  END IF;
  RETURN word;
END $$;

-- name: backwards
-- The extensions stay: others may use them.
DROP FUNCTION normalise;
DROP FUNCTION uuid7;
