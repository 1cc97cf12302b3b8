"""A released PMT method is not emptied away with its table either."""

from django.db import migrations

SQL = """
CREATE FUNCTION registry_pmt_publiee_vider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM registry_pmt_methode WHERE statut = 'publiee') THEN
    RAISE restrict_violation USING MESSAGE = 'a released PMT method is not deleted',
      TABLE = 'registry_pmt_methode', CONSTRAINT = 'pmt_publiee';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pmt_publiee_vider BEFORE TRUNCATE ON registry_pmt_methode
  FOR EACH STATEMENT EXECUTE FUNCTION registry_pmt_publiee_vider();
"""
UNDO = "DROP TRIGGER pmt_publiee_vider ON registry_pmt_methode; DROP FUNCTION registry_pmt_publiee_vider();"


class Migration(migrations.Migration):
    dependencies = [("registry", "0018_reasons_of_rejection")]
    operations = [migrations.RunSQL(SQL, UNDO)]
