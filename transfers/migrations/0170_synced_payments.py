"""Tell clients that sync of changed beneficiaries and payments."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0170_synced_payments.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0160_later_sessions"), ("registry", "0021_synced_households")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
