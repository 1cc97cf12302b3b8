"""Keep functions with the owner's rights for the owner, now that others connect to the server."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0052_owner_functions.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0051_bi_views")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
