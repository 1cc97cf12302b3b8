"""Post an entry and return a balance in one statement: the lock of an account is then held for few of them."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0260_answered_balances.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0251_days_of_cycles")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
