"""Tell that households changed when their head or dwelling goes over to another."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0390_parts_that_left.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0380_members_that_left")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
