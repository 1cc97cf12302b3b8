"""Traces that turn only what differs into JSON (decision 0018)."""

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


class Migration(migrations.Migration):
    dependencies = [("registry", "0016_follow_up_and_references"), ("accounts", "0012_cheaper_traces")]
    operations = [migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop)]
