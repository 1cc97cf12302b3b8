"""Insert the system roles with their permissions, and the pairs of roles that are incompatible."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0002_system_roles.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [migrations.RunSQL(SQL["forwards"], migrations.RunSQL.noop)]
