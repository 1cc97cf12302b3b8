"""Create the sums that BI tools read."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0051_bi_views.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0050_database_logins")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
