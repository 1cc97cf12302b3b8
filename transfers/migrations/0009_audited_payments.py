"""Audit the tables of payments that people write."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0009_audited_payments.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0008_payment_totals")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
