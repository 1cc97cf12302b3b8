"""Insert the default PMT method, and keep released methods unchanged."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0008_pmt_methods.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0007_reference_lists")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
