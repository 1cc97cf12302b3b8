"""The triggers that audit the registry (decision 0018), and which mass operation made a household."""

from django.db import migrations, models

from accounts.audit.models import RunningOperation
from accounts.audit.triggers import track
from registry.trails import TRAILS


class Migration(migrations.Migration):
    dependencies = [("registry", "0011_collection_moves"), ("accounts", "0008_audit")]
    operations = [
        migrations.AddField(
            "household", "operation_creation",
            models.UUIDField(null=True, editable=False, db_default=RunningOperation()),
        ),
        migrations.RunSQL(track(*TRAILS), migrations.RunSQL.noop),
    ]  # fmt: skip
