"""List the operators that the contract names, and keep the amounts of tranches that were used."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0007_operators.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0006_ledger")]
    operations = [
        migrations.RunSQL(SQL["insert_operators"], SQL["delete_operators"]),
        migrations.RunSQL(SQL["guard_tranches"], SQL["release_tranches"]),
    ]
