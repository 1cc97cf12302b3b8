"""Check heads and dwellings per statement, and delete them with their household (decision 0013)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0004_parts_of_households.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0003_references")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
