"""Keep the sums of households by group and by map cell exact (decision 0003)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0006_tallies.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0005_codes_for_good"), ("geo", "0004_map_layers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
