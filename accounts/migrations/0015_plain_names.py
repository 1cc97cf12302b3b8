"""`normalise` answers a name that is plain already without replacing anything: most are, and it is asked of each new
head, of each word that is searched, of each sheet of duplicates. The answers are the same, so indexes stay right.

PL/pgSQL, because SQL is not inlined here (unaccent() is not immutable), and costs more than its work when it is not.
"""

from django.db import migrations

PLAIN = """
CREATE OR REPLACE FUNCTION normalise(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  word text := lower(public.unaccent('public.unaccent'::regdictionary, value));
BEGIN
  IF word ~ '^ |  | $|[^a-z0-9 ]' THEN
    RETURN btrim(regexp_replace(word, '[^a-z0-9]+', ' ', 'g'));
  END IF;
  RETURN word;
END $$
"""
BEFORE = """
CREATE OR REPLACE FUNCTION normalise(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '[^a-z0-9]+', ' ', 'g'))
$$
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_sealing_in_sets")]
    operations = [migrations.RunSQL(PLAIN, BEFORE)]
