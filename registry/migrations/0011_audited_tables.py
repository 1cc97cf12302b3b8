"""Audit the tables of the registry."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0011_audited_tables.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0010_submissions_of_deleted_households"), ("accounts", "0008_audit_triggers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
