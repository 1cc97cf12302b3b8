"""Files that are sent before what they belong to, and their trail."""

from django.db import migrations, models

from accounts.audit.tables.triggers import build_audit_triggers as track
from accounts.audited_tables import AUDITED_TABLES as TRAILS


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_audit_seals")]
    operations = [
        migrations.AddField(
            model_name="storedfile",
            name="usage",
            field=models.CharField(
                choices=[("travail", "Travail"), ("depot", "Depot")],
                db_default="travail",
                default="travail",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="storedfile",
            constraint=models.CheckConstraint(
                condition=models.Q(usage__in=["travail", "depot"]), name="file_usage_known"
            ),
        ),
        migrations.RunSQL(track(TRAILS, "accounts_stored_file"), migrations.RunSQL.noop),
    ]
