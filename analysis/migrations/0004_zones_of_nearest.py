"""The places of a household stand beside its nearest services: coverage by zone reads one table (decision 0052).

A household's update writes its places there at once, in a bulk load too; rows that the kernel inserts get them by a join.
"""

from importlib import import_module
from typing import Any

from django.db import migrations, models

first: Any = import_module("analysis.migrations.0002_nearest_service")
ZONES = "region_id, secteur_id, localite_id"
# What was moved, or given other places, as EXCEPT tells it (decision 0036).
GONE = "SELECT id, geom FROM old_rows EXCEPT SELECT id, geom FROM new_rows"
REACHED = "SELECT id, geom FROM new_rows EXCEPT SELECT id, geom FROM old_rows"
REZONED = f"SELECT id, {ZONES} FROM new_rows EXCEPT SELECT id, {ZONES} FROM old_rows"
# By the key, whatever the statement was planned for first.
PLACE = f"JOIN LATERAL (SELECT {ZONES} FROM registry_menage WHERE id = m.id OFFSET 0) AS place ON true"

HOUSEHOLDS = f"""
CREATE OR REPLACE FUNCTION follow_menages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rezoned uuid[];
BEGIN
  -- Rows that went are taken out at once even in a bulk load: nothing may point at a household that is not there.
  IF TG_OP = 'DELETE' THEN
    DELETE FROM analysis_nearest_service WHERE menage_id = ANY (ARRAY(SELECT id FROM old_rows));
    RETURN NULL;
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_nearest_service;
    RETURN NULL;
  ELSIF TG_OP = 'UPDATE' THEN
    rezoned := ARRAY(SELECT id FROM ({REZONED}) AS changed);
    IF cardinality(rezoned) > 0 THEN
      UPDATE analysis_nearest_service AS n SET ({ZONES}) =
        (SELECT {ZONES} FROM registry_menage AS m WHERE m.id = n.menage_id)
      WHERE menage_id = ANY (rezoned);
    END IF;
  END IF;
  IF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  END IF;
  LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO analysis_nearest_service (menage_id, {ZONES}, {first.COLUMNS})
    SELECT m.id, m.region_id, m.secteur_id, m.localite_id, {first.FOUND}
    FROM new_rows AS m {first.JOINS} WHERE m.geom IS NOT NULL;
  ELSE
    DELETE FROM analysis_nearest_service WHERE menage_id = ANY (ARRAY(SELECT id FROM ({GONE}) AS moved));
    INSERT INTO analysis_nearest_service (menage_id, {ZONES}, {first.COLUMNS})
    SELECT m.id, place.region_id, place.secteur_id, place.localite_id, {first.FOUND}
    FROM ({REACHED}) AS m {PLACE} {first.JOINS} WHERE m.geom IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
"""
# Writers of households wait until the migration is committed: until then they run the function that does not know the
# places. Before the columns are added, for they come to the other table after this one.
HOLD = "LOCK TABLE registry_menage IN SHARE ROW EXCLUSIVE MODE"
# Written anew and not updated: twice as long a table would be read by every analysis until the next VACUUM FULL.
FILL = f"""
CREATE TEMP TABLE nearest_zones ON COMMIT DROP AS
SELECT n.menage_id, m.region_id, m.secteur_id, m.localite_id, {", ".join(f"n.{name}" for name in first.COLUMNS.split(", "))}
FROM analysis_nearest_service AS n JOIN registry_menage AS m ON m.id = n.menage_id ORDER BY n.menage_id;
TRUNCATE analysis_nearest_service;
INSERT INTO analysis_nearest_service (menage_id, {ZONES}, {first.COLUMNS}) SELECT * FROM nearest_zones;
DROP TABLE nearest_zones;
"""


class Migration(migrations.Migration):
    dependencies = [("analysis", "0003_steady_plans"), ("registry", "0024_parts_looked_up_at_once")]
    operations = [
        migrations.RunSQL(HOLD, migrations.RunSQL.noop),
        *(migrations.AddField("nearestservice", name, models.UUIDField(null=True)) for name in ZONES.split(", ")),
        migrations.RunSQL(HOUSEHOLDS + FILL, migrations.RunSQL.noop),
    ]
