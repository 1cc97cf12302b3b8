"""Check what households refer to per statement, and that their places agree (decision 0013)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0003_references.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0002_cascades")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
