"""Keep the list of regions beside each user from being written by anything but its trigger."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0005_regions_of_users.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_incompatible_roles")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
