"""Whether heads and dwellings name households is asked for all of them at once: one by one it took twice as long. The answer is
the same, so nothing is put back."""

from django.db import migrations

NEEDS = """
CREATE OR REPLACE FUNCTION registry_part_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owners uuid[] := ARRAY(SELECT menage_id FROM new_rows);
BEGIN
  IF (SELECT count(*) FROM registry_menage WHERE id = ANY (owners) AND xmin = pg_current_xact_id()::xid)
     < cardinality(owners) THEN
    PERFORM registry_part_needs(ARRAY(
      SELECT menage_id FROM unnest(owners) AS menage_id WHERE (
        SELECT menage.xmin = pg_current_xact_id()::xid FROM registry_menage AS menage WHERE menage.id = menage_id
      ) IS NOT TRUE), TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0023_room_for_versions")]
    operations = [migrations.RunSQL(NEEDS, migrations.RunSQL.noop)]
