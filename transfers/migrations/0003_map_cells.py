"""Keep the sums of beneficiaries by map cell exact."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0003_map_cells.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0002_records_follow_beneficiaries"), ("geo", "0004_map_layers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
