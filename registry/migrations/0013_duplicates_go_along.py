"""Sheets and pairs go with their households at the database (foreign keys exist only once their migration has ended)."""

from django.db import migrations

# Sheets and pairs go with their households, also when SQL deletes a set of households.
CASCADES = """
DO $$
DECLARE fk record;
BEGIN
  FOR fk IN SELECT conname, conrelid::regclass AS child, attname FROM pg_constraint
            JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
            WHERE contype = 'f' AND confrelid = 'registry_menage'::regclass
              AND conrelid IN ('registry_doublon'::regclass, 'registry_doublon_fiche'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', fk.child, fk.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (%I) REFERENCES registry_menage (id)
                    ON DELETE CASCADE', fk.child, fk.conname, fk.attname);
  END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0012_audit")]
    operations = [migrations.RunSQL(CASCADES, migrations.RunSQL.noop)]
