"""Let the database post movements, chain them and refuse to change them."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0006_ledger.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0005_payments")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
