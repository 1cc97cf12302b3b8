"""Create the functions that audit a table by triggers (decision 0018)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0008_audit_triggers.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_audit_seals")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
