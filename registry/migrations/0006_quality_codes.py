"""What is wrong with a household is kept as the codes of rules; their words are the code's."""

from django.db import migrations

CODES = """
UPDATE registry_menage SET problemes_qualite = (
  SELECT jsonb_agg(DISTINCT problem ->> 'code') FROM jsonb_array_elements(problemes_qualite) AS problem)
WHERE problemes_qualite <> '[]' AND jsonb_typeof(problemes_qualite -> 0) = 'object';
"""
OBJECTS = """
UPDATE registry_menage SET problemes_qualite = (
  SELECT jsonb_agg(jsonb_build_object('code', code, 'gravite', 'moyenne', 'champ', NULL, 'message', code))
  FROM jsonb_array_elements_text(problemes_qualite) AS code)
WHERE problemes_qualite <> '[]';
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0005_pmt_methods")]
    operations = [migrations.RunSQL(CODES, OBJECTS)]
