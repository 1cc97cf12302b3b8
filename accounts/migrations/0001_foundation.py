"""Extensions and the small functions that tables of every app lean on."""

from django.db import migrations

SQL = r"""
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- UUIDv7 (RFC 9562): milliseconds in the first 48 bits of a random UUIDv4, version bits 0100 turned into 0111.
CREATE FUNCTION uuid7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
              FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- unaccent() is only STABLE because its dictionary could be edited; naming the dictionary lets us promise that we
-- do not, so that the result can be indexed.
CREATE FUNCTION normalise(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '[^a-z0-9]+', ' ', 'g'))
$$;
"""


class Migration(migrations.Migration):
    dependencies: list = []
    operations = [migrations.RunSQL(SQL, migrations.RunSQL.noop)]
