"""Create the seals of audit entries: an order, and a chain of hashes (decision 0018)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0007_audit_seals.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_audit_log")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
