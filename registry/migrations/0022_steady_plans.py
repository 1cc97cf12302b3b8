"""Triggers of households whose plans suit one row as well as many (decision 0036)."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from registry.audited_tables import AUDITED_TABLES as TRAILS

# A later table has a migration of its own.
TABLES = (
    "registry_menage", "registry_chef_menage", "registry_logement", "registry_membre_menage",
    "registry_projet", "registry_campagne", "registry_organisation", "registry_reference",
    "registry_visite_sante", "registry_mesure_accompagnement", "registry_pmt_methode",
    "registry_mouvement_collecte", "registry_doublon",
)  # fmt: skip

# What belongs to the rows is looked up by its key, also when the first rows that came were a hundred thousand: joined,
# the whole table would then be read for every single one.
GO = """
CREATE OR REPLACE FUNCTION registry_menage_parts_go() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := ARRAY(SELECT id FROM old_rows);
BEGIN
  DELETE FROM registry_chef_menage WHERE menage_id = ANY (gone);
  DELETE FROM registry_logement WHERE menage_id = ANY (gone);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION registry_collecte_menage_parti() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_collecte_recu SET etat = 'parti', contenu = NULL, motif = NULL
  WHERE cible_id = ANY (ARRAY(SELECT id FROM old_rows)) AND usage = 'menages';
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION registry_part_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM registry_part_needs(ARRAY(
    SELECT menage_id FROM new_rows WHERE (
      SELECT menage.xmin = pg_current_xact_id()::xid FROM registry_menage AS menage WHERE menage.id = menage_id
    ) IS NOT TRUE), TG_TABLE_NAME);
  RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0021_labels_by_language"), ("accounts", "0013_steady_plans")]
    operations = [
        migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop),
        migrations.RunSQL(GO, migrations.RunSQL.noop),
    ]
