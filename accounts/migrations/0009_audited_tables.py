"""Audit the tables of accounts."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0009_audited_tables.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_audit_triggers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
