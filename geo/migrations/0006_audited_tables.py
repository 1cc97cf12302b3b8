"""Audit the tables of geo."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0006_audited_tables.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0005_regions_of_users"), ("accounts", "0008_audit_triggers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
