"""The triggers that audit the registry (decision 0018), and which mass operation made a household."""

from django.db import migrations, models

from accounts.audit.models import RunningOperation
from accounts.audit.tables.triggers import build_audit_triggers as track
from registry.audited_tables import AUDITED_TABLES as TRAILS

# A later table has a migration of its own.
TABLES = (
    "registry_menage", "registry_chef_menage", "registry_logement", "registry_membre_menage",
    "registry_projet", "registry_campagne", "registry_organisation", "registry_pmt_methode",
    "registry_mouvement_collecte", "registry_doublon",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("registry", "0011_collection_moves"), ("accounts", "0008_audit")]
    operations = [
        migrations.AddField(
            "household", "operation_creation",
            models.UUIDField(null=True, editable=False, db_default=RunningOperation()),
        ),
        migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop),
    ]  # fmt: skip
