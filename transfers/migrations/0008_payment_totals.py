"""Maintain the sums of payments by cycle, and keep a validated list as it was validated."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0008_payment_totals.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0007_operators")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
