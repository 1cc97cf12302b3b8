"""The triggers of the nearest services, with plans that suit one row as well as many (decision 0036).

The plan of a statement in a trigger is made once a connection, for as many rows as the first time had. Old and new rows
were joined: row by row when the first change was of one, so that ten thousand took minutes.
"""

from importlib import import_module
from typing import Any

from django.db import migrations

before: Any = import_module("analysis.migrations.0002_nearest_service")
# What was moved, as EXCEPT tells it, which costs the same a row however many there are.
LEFT = "SELECT id, geom FROM old_rows EXCEPT SELECT id, geom FROM new_rows"
REACHED = "SELECT id, geom FROM new_rows EXCEPT SELECT id, geom FROM old_rows"

SERVICES = """
CREATE OR REPLACE FUNCTION follow_{kind}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := '{{}}';
  come uuid[] := '{{}}';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE analysis_nearest_service SET {kind} = NULL, {kind}_metres = NULL WHERE {kind} IS NOT NULL;
    RETURN NULL;
  END IF;
  IF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    come := ARRAY(SELECT id FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    gone := ARRAY(SELECT id FROM old_rows);
  ELSE
    gone := ARRAY(SELECT id FROM ({left}) AS moved);
    come := ARRAY(SELECT id FROM ({reached}) AS moved);
  END IF;
  IF cardinality(gone) + cardinality(come) = 0 THEN
    RETURN NULL;
  END IF;
  LOCK TABLE analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE;
  -- One new service costs some 40 milliseconds, one household 40 microseconds: for many services, look at all households.
  IF cardinality(come) > 20 AND cardinality(come) * 1000 > (SELECT count(*) FROM analysis_nearest_service) THEN
    UPDATE analysis_nearest_service AS n SET {kind} = found.id, {kind}_metres = found.metres
    FROM registry_menage AS m LEFT JOIN LATERAL nearest_{kind}(m.geom::geography) AS found ON true
    WHERE m.id = n.menage_id AND (n.{kind}, n.{kind}_metres) IS DISTINCT FROM (found.id, found.metres);
    RETURN NULL;
  END IF;
  IF cardinality(gone) > 0 THEN
    UPDATE analysis_nearest_service AS n SET {kind} = found.id, {kind}_metres = found.metres
    FROM registry_menage AS m LEFT JOIN LATERAL nearest_{kind}(m.geom::geography) AS found ON true
    WHERE m.id = n.menage_id AND n.{kind} IN (SELECT unnest(gone));
  END IF;
  PERFORM offer_{kind}(id, geom, geog) FROM geo_{kind} WHERE id = ANY (come);
  RETURN NULL;
END $$;
"""

HOUSEHOLDS = f"""
CREATE OR REPLACE FUNCTION follow_menages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Rows that went are taken out at once even in a bulk load: nothing may point at a household that is not there.
  IF TG_OP = 'DELETE' THEN
    DELETE FROM analysis_nearest_service WHERE menage_id = ANY (ARRAY(SELECT id FROM old_rows));
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_nearest_service;
  ELSIF current_setting('tabanca.bulk', true) = 'on' THEN
    RETURN NULL;
  ELSE
    LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE;
    IF TG_OP = 'INSERT' THEN
      INSERT INTO analysis_nearest_service (menage_id, {before.COLUMNS})
      SELECT m.id, {before.FOUND} FROM new_rows AS m {before.JOINS} WHERE m.geom IS NOT NULL;
    ELSE
      DELETE FROM analysis_nearest_service WHERE menage_id = ANY (ARRAY(SELECT id FROM ({LEFT}) AS moved));
      INSERT INTO analysis_nearest_service (menage_id, {before.COLUMNS})
      SELECT m.id, {before.FOUND} FROM ({REACHED}) AS m {before.JOINS} WHERE m.geom IS NOT NULL;
    END IF;
  END IF;
  RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_nearest_service")]
    operations = [
        *(
            migrations.RunSQL(SERVICES.format(kind=kind, left=LEFT, reached=REACHED), migrations.RunSQL.noop)
            for kind in before.KINDS
        ),
        migrations.RunSQL(HOUSEHOLDS, migrations.RunSQL.noop),
    ]
