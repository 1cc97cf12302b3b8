"""The triggers that audit areas and places (decision 0018)."""

from django.db import migrations

from accounts.audit.triggers import track
from geo.trails import TRAILS


class Migration(migrations.Migration):
    dependencies = [("geo", "0003_layer_change_count"), ("accounts", "0008_audit")]
    operations = [migrations.RunSQL(track(*TRAILS), migrations.RunSQL.noop)]
