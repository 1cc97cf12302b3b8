"""Audit the tables of transfers."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0004_audited_tables.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0003_map_cells"), ("accounts", "0008_audit_triggers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
