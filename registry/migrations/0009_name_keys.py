"""Create the functions that compare names."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0009_name_keys.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0008_pmt_methods")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
