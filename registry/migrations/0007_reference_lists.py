"""Insert the reference lists that ship."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0007_reference_lists.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0006_tallies")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
